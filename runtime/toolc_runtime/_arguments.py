"""The arguments of one call: a private snapshot, parsed at most once for a definition."""

from __future__ import annotations

from ._errors import ToolArgsError
from ._json import FrozenDict, JsonTextError, JsonValue, decode_json, snapshot, thaw
from ._results import json_safe
from ._violation import Violation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._definition import ToolCodec


class Arguments:
    """A plain tree that nobody else holds, and what it was parsed to."""

    __slots__ = ("_codec", "_fault", "_parsed", "tree")

    def __init__(self, tree: JsonValue, fault: Violation | None = None) -> None:
        self.tree = tree
        self._fault = fault
        self._codec: ToolCodec[Any, Any] | None = None
        self._parsed: Any = None

    def check(self) -> None:
        """Raise `ToolArgsError` where the text of the call was no acceptable JSON."""
        if self._fault is not None:
            raise ToolArgsError((self._fault,))

    def parse(self, codec: ToolCodec[Any, Any]) -> Any:
        """The arguments in the types of *codec*; raise `ToolArgsError`."""
        if self._codec is not codec:
            self.check()
            self._parsed = codec.parse_args(self.tree)
            self._codec = codec
        return self._parsed


def snapshot_of(value: object) -> Arguments:
    """A snapshot of *value*; raise `NotJsonError` where it is not lossless JSON.

    A frozen snapshot of our own, as a body hands it on, is thawed.
    """
    copy = thaw if type(value) is FrozenDict else snapshot
    return Arguments(copy(value, "arguments"))


def arguments_of_text(text: str) -> Arguments:
    """The arguments that a model wrote; no text at all is an empty object.

    What the strict decoder refuses stays text, so that policy, log and UI see what was written,
    and fails as `INVALID_ARGS` with the decoder's reason.
    """
    if not text.strip():
        return Arguments({})
    try:
        return Arguments(decode_json(text))
    except JsonTextError as error:
        fault = Violation("arguments", "type", f"not valid JSON: {error}")
        return Arguments(json_safe(text), fault)
