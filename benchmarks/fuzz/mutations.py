"""Valid texts and data, spoilt a little."""

from __future__ import annotations

import re
from random import Random
from typing import Any

MOST_MUTATIONS = 4
LONGEST = 20_000  # letters of a mutated text, but for those that were longer before
_TOKEN = re.compile(r"\d+|[^\W\d_]+|\s+|.", re.DOTALL)
HALF_A_PAIR = "\ud800"
ODD = (
    "",
    " ",
    "\t",
    "\r",
    "\x00",
    "\x1b",
    "\x1c",
    "\x7f",
    "\x85",
    "\xa0",
    "\u2028",
    "\u200b",
    "\u202e",
    "\ufeff",
    "\uffff",
    HALF_A_PAIR,
    "\udfff",
    "e\u0301",
    "ß",
    "İ",
    "х",
    "٣",
    "²",
    "Ⅷ",
    "½",
    "😀",
    "0",
    "-1",
    "007",
    "1e9",
    "1e400",
    "0.1",
    "1/0",
    "NaN",
    "Infinity",
    str(2**31),
    str(2**53 + 1),
    str(2**63),
    str(-(2**63) - 1),
    "9" * 40,
    "9" * 5000,
    "(" * 70,
    "(" * 3000 + ")" * 3000,
    "[" * 2000,
    "{" * 300 + "}" * 300,
    "\\",
    '"',
    "'",
    "{}",
    "[]",
    "%",
    "%00",
    "%ud800",
    "../",
    "//",
    ",",
    "=",
    ">",
    "^",
    "@",
    "+",
    "#",
    "*",
    "..",
    "pass",
    "stop",
    "null",
    "true",
    "A" * 3000,
    "<script>",
)
VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    7,
    2**31,
    2**53 + 1,
    2**63,
    -(2**63) - 1,
    10**40,
    0.5,
    -0.0,
    1e300,
    [],
    {},
    [[]],
    {"": None},
    [None, 1, "C3"],
    {"en": 1},
    [0] * 400,
)


def spoil(text: str, chance: Random) -> str:
    """The text with up to four tokens removed, doubled, swapped, replaced or inserted."""
    longest = max(LONGEST, 2 * len(text))
    for _ in range(chance.randint(0, MOST_MUTATIONS)):
        text = _spoil_once(text, chance)
    return text[:longest]


def _spoil_once(text: str, chance: Random) -> str:
    tokens = _TOKEN.findall(text)
    if not tokens:
        return chance.choice(ODD)
    at, other = chance.randrange(len(tokens)), chance.randrange(len(tokens))
    how = chance.randrange(9)
    if how == 0:
        del tokens[at]
    elif how == 1:
        tokens.insert(at, tokens[at])
    elif how == 2:
        tokens[at], tokens[other] = tokens[other], tokens[at]
    elif how == 3:
        tokens.insert(at, tokens[other])
    elif how == 4:
        tokens[at] = chance.choice(ODD)
    elif how == 5:
        tokens.insert(at, chance.choice(ODD))
    elif how == 6:
        first, last = sorted((at, other))
        tokens[first:last] = tokens[first:last] * chance.choice((0, 2, 3))
    elif how == 7:
        tokens[at] = _nearby(tokens[at], chance)
    else:
        tokens[at] = chr(chance.choice((chance.randrange(128), chance.randrange(0x11000))))
    return "".join(tokens)


def _nearby(token: str, chance: Random) -> str:
    """A number beside this one, or the token in other letters."""
    if token.isascii() and token.isdigit() and len(token) < 20:
        return str(int(token) + chance.choice((-1, 1, 10, -10)))
    return chance.choice((token.upper(), token.lower(), token[::-1], token[:1]))


def spoil_data(data: Any, chance: Random) -> Any:
    """JSON data with something in it spoilt: a text, a type, a name, a missing or added field."""
    for _ in range(chance.randint(1, 2)):
        data = _spoil_data_once(data, chance)
    return data


def _spoil_data_once(data: Any, chance: Random) -> Any:
    if isinstance(data, dict) and data and chance.random() < 0.9:
        return _spoil_object(dict(data), chance)
    if isinstance(data, list) and data and chance.random() < 0.9:
        items, at = list(data), chance.randrange(len(data))
        how = chance.randrange(4)
        if how == 0:
            del items[at]
        elif how == 1:
            items.insert(at, items[at])
        else:
            items[at] = _spoil_data_once(items[at], chance)
        return items
    if isinstance(data, str) and chance.random() < 0.7:
        return spoil(data, chance)
    return chance.choice((*VALUES, chance.choice(ODD)))


def _spoil_object(fields: dict[str, Any], chance: Random) -> dict[str, Any]:
    name = chance.choice(sorted(fields))
    how = chance.randrange(8)
    if how == 0:
        del fields[name]
    elif how == 1:
        fields[spoil(name, chance)] = fields.pop(name)
    elif how == 2:
        fields[chance.choice(("x", "", name + "2"))] = fields[name]
    else:
        fields[name] = _spoil_data_once(fields[name], chance)
    return fields
