"""Stage 1: YAML text to a tree of JSON values that know where they stand.

The parser is libyaml's, read event by event: its composer would lose anchors and tags.
"""

from __future__ import annotations

from typing import Any

import yaml
from yaml.events import (
    AliasEvent,
    DocumentEndEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    StreamEndEvent,
    StreamStartEvent,
)

from .characters import (
    INVISIBLE,
    LONE_SURROGATE,
    Disguise,
    disguise,
    replace_forbidden,
    without_bom,
)
from .diagnostics import Findings, Related
from .limits import MAX_BYTES, MAX_DEPTH
from .nodes import Document, Listing, Node, Scalar, Table, is_whole, plain
from .scalars import Disputed, ScalarValue, resolve
from .source import Location, Source

__all__ = ["Document", "Listing", "Node", "Scalar", "Table", "is_whole", "parse", "plain"]

LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""libyaml's parser; the pure one serves where PyYAML was built without."""

_TOO_DEEP = f"nested deeper than {MAX_DEPTH} levels"
_SYNTAX_HELP = {
    "mapping values are not allowed in this context": "quote text that holds ': '",
    "mapping values are not allowed here": "quote text that holds ': '",
    "found character that cannot start any token": "quote text that starts so; indent with spaces",
    "found undefined escape character": r"in double quotes a backslash is written '\\'",
    "found unknown escape character": r"in double quotes a backslash is written '\\'",
}


def parse(sources: tuple[Source, ...], findings: Findings) -> tuple[Document, ...]:
    """The documents of *sources*; a source that holds no mapping is reported and left out."""
    documents = []
    for source in sources:
        root = _root(source, findings)
        if isinstance(root, Table):
            documents.append(Document(source, root))
    return tuple(documents)


def _root(source: Source, findings: Findings) -> Node | None:
    start = Location(source.path, 1, 1)
    if _is_long(source.text):
        findings.error(start, "yaml-size", f"a spec has at most {MAX_BYTES:,} bytes", "split it")
        return None
    text = replace_forbidden(source.path, without_bom(source.text), findings)
    if text is None:
        return None
    root = _Reader(source.path, disguise(text), findings).root()
    if root is None:
        findings.error(start, "yaml-root", "the file is empty; a spec is a mapping")
    elif isinstance(root, Listing) or (isinstance(root, Scalar) and not root.broken):
        findings.error(root.at, "yaml-root", "a spec is a mapping")
    return root


def _is_long(text: str) -> bool:
    size = len(text)
    if size > MAX_BYTES // 4:
        size = len(text.encode("utf-8", "surrogatepass"))
    return size > MAX_BYTES


class _Stop(Exception):
    """Nothing more of this file can be read; the reason was reported."""


class _Reader:
    """Builds the tree of one file from the parser's events."""

    def __init__(self, path: str, disguised: Disguise, findings: Findings) -> None:
        self._path = path
        self._start = Location(path, 1, 1)
        self._restore = disguised.restore
        self._findings = findings
        self._loader = LOADER(disguised.text)
        self._event = self._loader.get_event
        self._depth = 0

    def root(self) -> Node | None:
        """The first document's root: `None` without one, broken where it cannot be read."""
        try:
            return self._stream()
        except _Stop:
            return _broken(self._start, self._start)
        except yaml.MarkedYAMLError as error:
            self._syntax(error)
            return _broken(self._start, self._start)
        finally:
            self._loader.dispose()

    def _stream(self) -> Node | None:
        root: Node | None = None
        while type(event := self._event()) is not StreamEndEvent:
            kind = type(event)
            if kind is DocumentStartEvent:
                if root is not None:
                    at = self._place(event)
                    self._findings.error(at, "yaml-documents", "a file is one document", "split it")
                    return root
                self._check_version(event)
            elif kind is not StreamStartEvent and kind is not DocumentEndEvent:
                root = self._node(event, None)
        return root

    def _check_version(self, event: Any) -> None:
        if event.version == (1, 1):
            message = "specs are read as YAML 1.2, whatever the file says"
            self._findings.warning(self._place(event), "yaml-version", message)

    def _syntax(self, error: yaml.MarkedYAMLError) -> None:
        problem = error.problem or "this is not YAML"
        at = self._mark(error.problem_mark or error.context_mark)
        if problem == "exceeded maximum nesting depth":
            self._findings.error(at, "yaml-depth", _TOO_DEEP)
            return
        related: tuple[Related, ...] = ()
        context = self._mark(error.context_mark)
        if error.context and context != at:
            related = (Related(context, error.context),)
        self._findings.error(at, "yaml-syntax", problem, _SYNTAX_HELP.get(problem), related)

    def _mark(self, mark: Any) -> Location:
        return Location(self._path, mark.line + 1, mark.column + 1) if mark else self._start

    def _place(self, event: Any) -> Location:
        start, end = event.start_mark, event.end_mark
        return Location(self._path, start.line + 1, start.column + 1, end.line + 1, end.column + 1)

    def _node(self, event: Any, owner: Location | None) -> Node:
        kind = type(event)
        at = self._place(event)
        if kind is AliasEvent:
            message = f"aliases are refused: '*{event.anchor}'"
            self._findings.error(at, "yaml-alias", message, "write the value out")
            return _broken(at, owner or at)
        refused = self._refuse_properties(event, at)
        if kind is ScalarEvent:
            return self._scalar(event, at, owner or at, refused)
        self._depth += 1
        if self._depth > MAX_DEPTH:
            self._findings.error(Location(*at[:3]), "yaml-depth", _TOO_DEEP)
            raise _Stop
        make = self._table if kind is MappingStartEvent else self._listing
        node = make(at, owner or at)
        self._depth -= 1
        return node

    def _refuse_properties(self, event: Any, at: Location) -> bool:
        if event.anchor is not None:
            message = f"anchors are refused: '&{event.anchor}'"
            self._findings.error(at, "yaml-anchor", message, "write the value out")
        if event.tag is not None:
            tag = event.tag.replace("tag:yaml.org,2002:", "!!")
            message = f"tags are refused: {tag!r}"
            self._findings.error(at, "yaml-tag", message, "leave it out, or quote the text")
        return event.tag is not None

    def _scalar(self, event: Any, at: Location, owner: Location, refused: bool) -> Scalar:
        text = self._text(event, at)
        is_plain = not event.style
        if refused:
            return _broken(at, owner)
        if not is_plain:
            return Scalar(at, owner, text, text, False)
        try:
            return Scalar(at, owner, resolve(text), text, True)
        except Disputed as disputed:
            self._findings.error(at, "yaml-scalar", disputed.message, disputed.suggestion)
            return _broken(at, owner)

    def _text(self, event: Any, at: Location) -> str:
        """The scalar's text, out of its disguise."""
        value: str = event.value
        if self._restore is not None:
            value = self._restore(value, event.start_mark.index, event.end_mark.index)
        return value if value.isascii() else self._checked(value, at)

    def _checked(self, value: str, at: Location) -> str:
        """*value* with what is no character replaced; that, and what is not seen, is reported."""
        lone = LONE_SURROGATE.search(value)
        if lone:
            message = f"lone surrogate U+{ord(lone[0]):04X} is no character"
            self._findings.error(at, "yaml-encoding", message)
            return LONE_SURROGATE.sub("\ufffd", value)
        self._warn_of_invisible(value, at)
        return value

    def _warn_of_invisible(self, value: str, at: Location) -> None:
        hidden = INVISIBLE.search(value)
        if hidden:
            message = f"this text holds U+{ord(hidden[0][0]):04X}, which people do not see"
            hint = "models read it all the same: is it meant?"
            self._findings.warning(at, "yaml-invisible", message, hint)

    def _listing(self, start: Location, owner: Location) -> Listing:
        items = []
        while type(event := self._event()) is not SequenceEndEvent:
            items.append(self._node(event, None))
        return Listing(self._until(start, event, items), owner, tuple(items))

    def _table(self, start: Location, owner: Location) -> Table:
        entries: dict[str, Node] = {}
        while type(event := self._event()) is not MappingEndEvent:
            at = self._place(event)
            key = self._key(event, at)
            value = self._node(self._event(), at)
            if key is not None and self._is_new(key, at, entries):
                entries[key] = value
        return Table(self._until(start, event, list(entries.values())), owner, entries)

    def _is_new(self, key: str, at: Location, entries: dict[str, Node]) -> bool:
        if key not in entries:
            return True
        first = (Related(entries[key].owner, "first here"),)
        message = f"{key!r} stands twice in this mapping"
        self._findings.error(at, "yaml-duplicate-key", message, related=first)
        return False

    def _key(self, event: Any, at: Location) -> str | None:
        """The key, or `None` where it is none and was reported."""
        if type(event) is not ScalarEvent:
            if type(event) is not AliasEvent:
                self._findings.error(at, "yaml-key", "a key is a string")
            self._node(event, None)
            return None
        refused = self._refuse_properties(event, at)
        text = self._text(event, at)
        if refused:
            return None
        return text if event.style else self._plain_key(text, at)

    def _plain_key(self, text: str, at: Location) -> str | None:
        if text == "<<":
            message = "merge keys are refused"
            self._findings.error(at, "yaml-merge", message, "write the keys out")
            return None
        value: ScalarValue
        try:
            value = resolve(text)
        except Disputed as disputed:
            self._findings.error(at, "yaml-scalar", disputed.message, disputed.suggestion)
            return None
        if isinstance(value, str):
            return value
        self._findings.error(at, "yaml-key", f"a key is a string, not {text!r}", "quote it")
        return None

    def _until(self, start: Location, event: Any, children: list[Node]) -> Location:
        """From *start* to the end; a block ends with its last child, not where the next begins."""
        mark = event.end_mark
        end = (mark.line + 1, mark.column + 1)
        if event.start_mark.index == mark.index and children:
            end = children[-1].at[3:]
        return Location(*start[:3], *end)


def _broken(at: Location, owner: Location) -> Scalar:
    return Scalar(at, owner, None, "", True, broken=True)
