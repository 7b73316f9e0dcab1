"""Registers all tools of a generated catalogue, or none."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ._aliases import AnyDefinition
    from ._registry import ToolRegistry, ToolScope
    from ._scope import Disposer


def register_all(
    target: ToolRegistry | ToolScope, definitions: Iterable[AnyDefinition]
) -> Disposer:
    """Register every one of *definitions*; the disposer removes exactly them.

    Where one is refused, those before it are removed again and the error goes on.
    """
    from ._scope import Disposer as Whole

    disposers: list[Disposer] = []

    def dispose() -> None:
        for one in reversed(disposers):
            one()

    try:
        for definition in definitions:
            disposers.append(target.register(definition))
    except BaseException:
        dispose()
        raise
    return Whole(dispose)
