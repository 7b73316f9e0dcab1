"""The type of JSON values: plain ones as they are taken, frozen ones as they are handed out."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import TypeAlias

    JsonValue: TypeAlias = (
        "None | bool | int | float | str | Mapping[str, JsonValue] | Sequence[JsonValue]"
    )
else:  # what `isinstance` can take
    JsonValue = None | bool | int | float | str | dict | list | tuple
