"""The OpenAPI description as what a reader wants to know: requests, answers, fields, examples."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

Schema = dict[str, Any]
_MODELS = "#/components/schemas/"
_JSON = "application/json"
_EXAMPLES: dict[str, Any] = {
    "string": "…",
    "integer": 0,
    "number": 0,
    "boolean": False,
    "null": None,
}
_LIMITS = {
    "exclusiveMinimum": "more than {:,g}",
    "minimum": "at least {:,g}",
    "maximum": "at most {:,.15g}",
    "minItems": "at least {}",
    "maxItems": "at most {}",
    "maxLength": "at most {:,} characters",
    "pattern": "matches {}",
}


@dataclass(frozen=True)
class Field:
    """A parameter, or a field of a body."""

    name: str
    kind: str
    models: tuple[str, ...]  # the models that its kind names
    text: str
    optional: bool
    limits: str


@dataclass(frozen=True)
class Model:
    """A body of requests or answers."""

    name: str
    text: str
    fields: tuple[Field, ...]
    example: str


@dataclass(frozen=True)
class Operation:
    """What one request does."""

    id: str
    group: str
    method: str
    path: str
    lead: str
    more: str
    token: str  # "needed", "possible" or nothing
    parameters: tuple[Field, ...]
    body: Model | None
    answer: Model | None
    answer_kind: str
    command: str


class Description:
    """A reader of an OpenAPI description; `base` is the address of the API in examples."""

    def __init__(self, described: Schema, base: str) -> None:
        self._described, self._base = described, base
        self._models: dict[str, Schema] = described["components"]["schemas"]

    @cached_property
    def operations(self) -> list[Operation]:
        return [
            self._operation(method, path, operation)
            for path, methods in self._described["paths"].items()
            for method, operation in methods.items()
        ]

    @cached_property
    def models(self) -> list[Model]:
        return [self._model(name) for name in sorted(self._models) if "Validation" not in name]

    @cached_property
    def refusals(self) -> dict[str, str]:
        """The meaning of each status of a refusal."""
        first = next(iter(self._described["paths"].values()))
        answers = next(iter(first.values()))["responses"]
        return {status: answers[status]["description"] for status in answers if status >= "400"}

    def _operation(self, method: str, path: str, operation: Schema) -> Operation:
        lead, _, more = operation["description"].partition("\n\n")
        parameters = operation.get("parameters", [])
        body = operation.get("requestBody", {}).get("content", {}).get(_JSON)
        answers = operation["responses"]
        content = next(answers[status]["content"] for status in answers if status < "300")
        kind = next((kind for kind in content if kind != _JSON), _JSON)
        token = _token(operation.get("security", []))
        model = None if body is None else self._model(_model_name(body["schema"]))
        return Operation(
            id=operation["operationId"].removesuffix(re.sub(r"\W", "_", f"{path}/{method}")),
            group=operation["tags"][0],
            method=method.upper(),
            path=path,
            lead=lead,
            more=more.replace("\n", " "),
            token=token,
            parameters=tuple(
                self._field(each["name"], each["schema"], each.get("required", False))
                for each in parameters
            ),
            body=model,
            answer=self._model(_model_name(content[_JSON]["schema"])) if kind == _JSON else None,
            answer_kind=kind,
            command=self._command(method, path, parameters, token, model, kind),
        )

    def _command(
        self,
        method: str,
        path: str,
        parameters: list[Schema],
        token: str,
        body: Model | None,
        kind: str,
    ) -> str:
        """How to send the request with curl."""
        query = []
        for each in parameters:
            example = str(self._example(each["schema"]))
            if each["in"] == "path":
                path = path.replace(f"{{{each['name']}}}", example)
            elif each.get("required"):
                query.append(f"{each['name']}={example}")
        words = ["curl", "-N"] if "ndjson" in kind else ["curl"]
        words += ["-X", "POST"] if method == "post" and body is None else []
        address = f"{self._base}{path}{'?' if query else ''}{'&'.join(query)}"
        command = f"{shlex.join(words)} {shlex.quote(address)}"
        if token == "needed":
            command += ' \\\n  -H "Authorization: Bearer $TOKEN"'
        if body is not None:
            sent = shlex.quote(json.dumps(json.loads(body.example), ensure_ascii=False))
            command += f" \\\n  -H 'Content-Type: application/json' \\\n  -d {sent}"
        return command

    def _model(self, name: str) -> Model:
        schema = self._models[name]
        required = schema.get("required", [])
        return Model(
            name,
            " ".join(schema.get("description", "").split()),
            tuple(
                self._field(field, of_field, field in required)
                for field, of_field in schema["properties"].items()
            ),
            json.dumps(self._example_of_model(schema), ensure_ascii=False, indent=2),
        )

    def _field(self, name: str, schema: Schema, required: bool) -> Field:
        kinds = list(_alternatives(schema))
        return Field(
            name,
            " | ".join(_kind(kind) for kind in kinds),
            tuple(dict.fromkeys(model for kind in kinds for model in _models_in(kind))),
            schema.get("description", ""),
            not required,
            _limits(schema, kinds),
        )

    def _example_of_model(self, schema: Schema) -> Any:
        """An example with all fields of an answer; of a request without those left to defaults."""
        asked = schema.get("additionalProperties") is False
        return {
            name: self._example(of_field)
            for name, of_field in schema["properties"].items()
            if not asked or name in schema.get("required", [])
        }

    def _example(self, schema: Schema) -> Any:
        for kind in (schema, *_alternatives(schema)):
            if "examples" in kind:
                return kind["examples"][0]
        kind = next(_alternatives(schema))
        for known in ("default", "const"):
            if known in kind:
                return kind[known]
        if "enum" in kind:
            return kind["enum"][0]
        if "$ref" in kind:
            return self._example_of_model(self._models[_model_name(kind)])
        if kind["type"] == "array":
            return [self._example(kind["items"])] if "$ref" in kind["items"] else []
        return {} if kind["type"] == "object" else _EXAMPLES[kind["type"]]


def _token(security: list[Schema]) -> str:
    if not security:
        return ""
    return "possible" if {} in security else "needed"


def _alternatives(schema: Schema) -> Iterator[Schema]:
    yield from schema.get("anyOf", [schema])


def _model_name(schema: Schema) -> str:
    return str(schema["$ref"]).removeprefix(_MODELS)


def _models_in(kind: Schema) -> Iterator[str]:
    if "$ref" in kind:
        yield _model_name(kind)
    for part in (kind.get("items"), kind.get("additionalProperties")):
        if isinstance(part, dict):
            yield from _models_in(part)


def _kind(kind: Schema) -> str:
    """The kind of a value, as programmers write it."""
    if "$ref" in kind:
        return _model_name(kind)
    if "enum" in kind or "const" in kind:
        return " | ".join(json.dumps(value) for value in kind.get("enum", [kind.get("const")]))
    if kind.get("type") == "array":
        return f"{_kind(kind['items'])}[]"
    if kind.get("type") == "object":
        return f"{{string: {_kind(kind['additionalProperties'])}}}"
    return str(kind["type"])


def _limits(schema: Schema, kinds: list[Schema]) -> str:
    found = [
        words.format(kind[limit])
        for kind in kinds
        for limit, words in _LIMITS.items()
        if limit in kind
    ]
    default = schema.get("default")
    if default not in (None, "") and not isinstance(default, dict):
        found.append(f"{json.dumps(default)} by default")
    return ", ".join(found)
