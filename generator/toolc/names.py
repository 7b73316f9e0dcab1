"""Registry of names: which Python name stands for which name of a spec.

A name depends on its thing alone, not on its neighbours: `file-path` is `file_path` wherever it
stands. Only where two things want one name, the altered ones get a digest of what they stand for.
"""

from __future__ import annotations

import hashlib
import keyword
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache

MAX_LENGTH = 60
"""Longer names are cut and get a digest; file systems and readers have limits."""

_ANNOTATION_NAMES = frozenset(
    ["str", "int", "float", "bool", "tuple", "None", "Literal", "Mapping", "Iterable", "Never"]
    + ["dict", "rt"]
)
"""A field of one of these names would change what the annotations after it mean."""

_RECORD_NAMES = frozenset(["extra_", "self", "mro"])

RESERVED_FIELDS = _ANNOTATION_NAMES | _RECORD_NAMES
RESERVED_CLASSES = frozenset(
    ["Any", "Callable", "False", "Iterable", "Literal", "Mapping", "Never", "None", "True"]
    + ["TypeAlias", "PARAMETERS", "OUTPUT"]
)
RESERVED_MODULES = frozenset(
    ["register", "call", "tool", "TOOLS", "annotations", "TYPE_CHECKING", "tools", "target"]
    + ["import_module", "register_all", "Protocol", "self"]
)
_WORD = re.compile(r"[^\W_]+")


def digest(text: str, length: int = 6) -> str:
    """A few stable characters that tell *text* from its twins."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:length]


def _identifier(wire: str) -> str:
    """*wire* with what Python does not take in a name replaced, and nothing else."""
    text = re.sub(r"\W", "_", unicodedata.normalize("NFKC", wire))
    text = "".join(c if f"a{c}".isidentifier() else "_" for c in text)
    return text if text and text == wire else re.sub(r"__+", "_", text).strip("_") or "field"


def _shortened(name: str, wire: str) -> str:
    return name if len(name) <= MAX_LENGTH else f"{name[: MAX_LENGTH - 7]}_{digest(wire)}"


@lru_cache(maxsize=4096)
def _fitted(wire: str, reserved: frozenset[str], prefix: str) -> str:
    name = _identifier(wire)
    name = name.lstrip("_") or "field" if name.startswith("_") else name
    name = name if name.isidentifier() else f"{prefix}{name}"
    taken = keyword.iskeyword(name) or name in reserved
    return _shortened(f"{name}_" if taken else name, wire)


def _distinct(wanted: Mapping[str, str], fold: bool) -> dict[str, str]:
    """*wanted* (thing → name) with every name once; an unaltered name stays what it is."""

    def key(name: str) -> str:
        return name.casefold() if fold else name

    count = Counter(key(name) for name in wanted.values())
    return {
        thing: name
        if count[key(name)] == 1 or (thing == name and not fold)
        else f"{name.rstrip('_')}_{digest(thing)}"
        for thing, name in wanted.items()
    }


def field_names(wires: Iterable[str]) -> dict[str, str]:
    """The field for each property of one object."""
    return _distinct({wire: _fitted(wire, RESERVED_FIELDS, "n") for wire in wires}, fold=False)


def module_names(tools: Iterable[str]) -> dict[str, str]:
    """The module for each tool of one catalogue; names are distinct on every file system."""
    return _distinct({tool: _fitted(tool, RESERVED_MODULES, "n") for tool in tools}, fold=True)


def package_name(catalog: str) -> str:
    """The package of a catalogue."""
    return _fitted(catalog, frozenset(), "n")


@lru_cache(maxsize=4096)
def pascal(text: str) -> str:
    """`search_files` → `SearchFiles`, `sessionId` → `SessionId`; what is no letter or digit goes."""
    words = _WORD.findall(_identifier(text))
    return "".join(word[:1].upper() + word[1:] for word in words) or f"N{digest(text)}"


@lru_cache(maxsize=4096)
def snake(name: str) -> str:
    """`ReadFileArgs` → `read_file_args`."""
    text = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name)
    return re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", text).lower()


def class_names(
    paths: Iterable[tuple[str, ...]], taken: frozenset[str]
) -> dict[tuple[str, ...], str]:
    """The class for each naming path; distinct, and so are their `snake` forms."""
    wanted = {path: _class_name(path, taken) for path in paths}
    count = Counter(snake(name) for name in wanted.values())
    return {
        path: name if count[snake(name)] == 1 else f"{name}{digest(repr(path)).capitalize()}"
        for path, name in wanted.items()
    }


def _class_name(path: tuple[str, ...], taken: frozenset[str]) -> str:
    name = "".join(map(pascal, path))
    name = name if name.isidentifier() else f"N{name}"
    if len(name) > MAX_LENGTH:
        name = f"{name[: MAX_LENGTH - 6]}{digest(repr(path)).capitalize()}"
    return (
        f"{name}_" if name in RESERVED_CLASSES or name in taken or keyword.iskeyword(name) else name
    )
