"""The runtime that generated tool packages plug into.

Every public name is loaded from its module when it is first used.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._json import FrozenDict as FrozenDict
    from ._json import JsonTextError as JsonTextError
    from ._json import JsonValue as JsonValue
    from ._json import NotJsonError as NotJsonError
    from ._json import decode_json as decode_json
    from ._json import freeze as freeze
    from ._json import json_equal as json_equal
    from ._json import snapshot as snapshot
    from ._json import thaw as thaw
    from ._unset import UNSET as UNSET
    from ._unset import Unset as Unset
    from ._violation import Violation as Violation

_EXPORTS = {
    "FrozenDict": "_json",
    "JsonTextError": "_json",
    "JsonValue": "_json",
    "NotJsonError": "_json",
    "UNSET": "_unset",
    "Unset": "_unset",
    "Violation": "_violation",
    "decode_json": "_json",
    "freeze": "_json",
    "json_equal": "_json",
    "snapshot": "_json",
    "thaw": "_json",
}
"""Public name → the private module that defines it."""

__all__ = sorted(_EXPORTS)  # noqa: PLE0605  # the names type checkers see are those imported above


def __getattr__(name: str) -> object:
    module = _EXPORTS.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(import_module(f"{__name__}.{module}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_EXPORTS})
