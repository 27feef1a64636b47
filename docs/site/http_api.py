"""The routes and the shapes of the HTTP API, from its OpenAPI description."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from starlette.datastructures import State

from kletka.web.api.routes import create_api

_LEAD = """# The routes of the API

This page is made from the description that every server has at `/api/openapi.json`. How a game goes
is told in [Kletka on the web](web.md). Every route may also answer with a
[refusal](web.md#refusals)."""


def write_http_api(folder: Path) -> None:
    """Write the page of all routes and of what they take and give."""
    described = create_api(State()).openapi()
    parts = [_LEAD]
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            parts += _route(method, path, operation)
    parts.append("## What is sent")
    for name, schema in sorted(described["components"]["schemas"].items()):
        parts += [f"### {name}", schema.get("description", ""), _fields(schema)]
    (folder / "http-api.md").write_text("\n\n".join(parts) + "\n", encoding="utf-8")


def _route(method: str, path: str, operation: dict[str, Any]) -> Iterator[str]:
    yield f"## {method.upper()} /api{path}"
    yield operation.get("description", operation["summary"])
    for parameter in operation.get("parameters", []):
        needed = "" if parameter.get("required") else ", optional"
        yield f"- `{parameter['name']}` ({parameter['in']}{needed}): {_kind(parameter['schema'])}"
    body = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if body:
        yield f"- takes {_kind(body['schema'])}"
    for status, answer in operation["responses"].items():
        if status.startswith("2"):
            kinds = [_kind(each.get("schema", {})) for each in answer.get("content", {}).values()]
            yield f"- answers {status}: {', '.join(kinds) or 'nothing'}"


def _fields(schema: dict[str, Any]) -> str:
    required = schema.get("required", [])
    return "\n".join(
        f"`{name}`{'' if name in required else ' (optional)'}\n: {_kind(field)}\n"
        for name, field in schema.get("properties", {}).items()
    )


def _kind(schema: dict[str, Any]) -> str:
    """A schema in a few words."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in schema:
        return " or ".join(_kind(each) for each in schema["anyOf"])
    if "enum" in schema or "const" in schema:
        values = schema.get("enum", [schema.get("const")])
        return " or ".join(f"`{value}`" for value in values)
    kind = str(schema.get("type", "anything"))
    if kind == "array":
        return f"array of {_kind(schema['items'])}" if "items" in schema else kind
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"object, each value {_kind(schema['additionalProperties'])}"
    return kind
