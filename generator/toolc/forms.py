"""Reading fields of a table: each reader reports what is wrong and hands on what is right."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from itertools import islice

from toolc_runtime._violation import nearest

from .diagnostics import Findings, Suggestion
from .nodes import Listing, Node, Scalar, Table
from .scalars import meant
from .source import Location

_MOST_CANDIDATES = 50


def kind_of(node: Node) -> str:
    """What *node* is, in the words of findings."""
    match node:
        case Table():
            return "a mapping"
        case Listing():
            return "a list"
        case Scalar(value=None):
            return "null" if node.text else "empty"
        case Scalar(value=bool()):
            return "a boolean"
        case Scalar(value=str()):
            return "a string"
        case Scalar():
            return "a number"


def is_broken(node: Node) -> bool:
    """Whether *node* stands for something that was refused: whatever is wrong with it, was said."""
    return isinstance(node, Scalar) and node.broken


def did_you_mean(word: str, known: Collection[str], otherwise: str | None = None) -> Suggestion:
    """The suggestion for *word*, which is none of *known*; *otherwise* where none is close."""

    def suggest() -> str | None:
        close = nearest(word, islice(_alike(word, known), _MOST_CANDIDATES))
        return otherwise if close is None else f"did you mean {close!r}?"

    return suggest


def _alike(word: str, known: Collection[str]) -> Iterable[str]:
    """*known*; of very many, those that share a letter at an end, and nearly the length."""
    if len(known) <= _MOST_CANDIDATES:
        return known
    ends = {word[:1].casefold(), word[-1:].casefold()}
    near = (each for each in known if abs(len(each) - len(word)) <= 3)
    return (each for each in near if ends & {each[:1].casefold(), each[-1:].casefold()})


def what_there_is(lead: str, known: Collection[str]) -> str | None:
    """*lead* and *known*, if they are few enough to read."""
    return f"{lead} {one_of(known)}" if 0 < len(known) <= 12 else None


def one_of(words: Collection[str]) -> str:
    """`'a', 'b' or 'c'`."""
    *most, last = map(repr, words)
    return f"{', '.join(most)} or {last}" if most else last


class Form:
    """One table with a fixed set of keys; *what* names it in findings, as in `a tool`."""

    def __init__(self, table: Table, what: str, findings: Findings) -> None:
        self.table = table
        self.findings = findings
        self._what = what

    @property
    def at(self) -> Location:
        """Where the table is, as people see it: at its key."""
        return self.table.owner

    def get(self, key: str) -> Node | None:
        """The value of *key*, if it is there and was not refused."""
        node = self.table.entries.get(key)
        return None if node is None or is_broken(node) else node

    def has(self, key: str) -> bool:
        """Whether *key* is there, right or wrong."""
        return key in self.table.entries

    def known(self, keys: Collection[str]) -> None:
        """Report every key that is none of *keys*."""
        for key, node in self.table.entries.items():
            if key not in keys:
                hint = did_you_mean(key, keys, what_there_is("it takes", keys))
                self.findings.error(
                    node.owner, "spec-key", f"{self._what} has no key {key!r}", hint
                )

    def missing(self, key: str, suggestion: str | None = None) -> None:
        """Report that *key* is missing."""
        message = f"{self._what} needs {key!r}"
        self.findings.error(self.at, "spec-missing", message, suggestion)

    def wrong(self, node: Node, key: str, wanted: str, suggestion: str | None = None) -> None:
        """Report that *node*, the value of *key*, is not what is *wanted*."""
        message = f"{key!r} takes {wanted}; this is {kind_of(node)}"
        self.findings.error(place_of(node), "spec-type", message, suggestion)

    def text(self, key: str) -> str | None:
        """The string at *key*, if any."""
        node = self.get(key)
        if node is None:
            return None
        if isinstance(node, Scalar) and isinstance(node.value, str):
            return node.value
        self.wrong(node, key, "a string", quoting(node))
        return None

    def flag(self, key: str) -> bool | None:
        """The boolean at *key*, if any."""
        node = self.get(key)
        if node is None:
            return None
        if isinstance(node, Scalar) and isinstance(node.value, bool):
            return node.value
        self.wrong(node, key, "true or false", hint_for(node, "boolean"))
        return None

    def positive(self, key: str) -> int | float | None:
        """The positive finite number at *key*, if any."""
        node = self.get(key)
        if node is None:
            return None
        value = node.value if isinstance(node, Scalar) else None
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.wrong(node, key, "a number", hint_for(node, "number"))
            return None
        if not value > 0 or not math.isfinite(value):
            message = f"{key!r} is positive, not {value}"
            self.findings.error(place_of(node), "spec-value", message)
            return None
        return value

    def form(self, key: str, what: str) -> Form | None:
        """The table at *key*, if any."""
        node = self.get(key)
        if node is None:
            return None
        if isinstance(node, Table):
            return Form(node, what, self.findings)
        self.wrong(node, key, "a mapping")
        return None

    def items(self, key: str) -> tuple[Node, ...]:
        """The items of the list at *key*; none without one."""
        node = self.get(key)
        if node is None:
            return ()
        if isinstance(node, Listing):
            return node.items
        self.wrong(node, key, "a list")
        return ()


def place_of(node: Node) -> Location:
    """Where to point for *node*: at a scalar itself, at the key of what has an extent."""
    return node.at if isinstance(node, Scalar) and node.text else node.owner


def quoting(node: Node) -> str | None:
    """The advice to quote a plain scalar that was meant as text."""
    if isinstance(node, Scalar) and node.plain and node.text:
        return f"quote it: '{node.text}'"
    return None


def hint_for(node: Node, type_: str) -> str | None:
    """What to write where a *type_* was meant and YAML read something else."""
    if not isinstance(node, Scalar):
        return None
    if type_ == "string":
        return quoting(node)
    if not isinstance(node.value, str):
        return None
    return meant(node.value, type_) if node.plain else _unquoting(node.value, type_)


def _unquoting(text: str, type_: str) -> str | None:
    words = {"boolean": ("true", "false"), "null": ("null",)}
    number = type_ in ("integer", "number") and text.removeprefix("-").isdecimal()
    return "leave out the quotes" if number or text in words.get(type_, ()) else None
