"""The registry of tools: one global layer, and a layer for each scope that has its own.

Everything is live. What is registered where, who sees it and who may call it is decided here; how
a call runs is the pipeline's business, and how a batch runs the executor's.
"""

from __future__ import annotations

from ._admission import check_definition, check_restriction
from ._errors import ExecutorUnavailableError, ToolRegistrationError
from ._guards import first_denial
from ._listeners import Listeners, notify
from ._scope import Disposer, ExecutorSlot, Hooks, Layer, Mask, Registration
from ._wire import wire_schema

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, Self

    from ._activation import ResolvedToolSet, ToolActivationContext
    from ._aliases import AnyDefinition, ChangeObserver, ScopeKey, ToolGuard, When
    from ._approval import ApprovalService
    from ._content import ToolSchema
    from ._decisions import ToolGuardDenial
    from ._execution import ToolExecution
    from ._executor import (
        ToolBatchInput,
        ToolBatchResult,
        ToolExecutor,
        ToolModelInput,
        ToolPromptSection,
    )
    from ._pipeline import ToolExecutionPipeline
    from ._scope import ToolRestriction


class _Place:
    """A layer that can be registered in: what a registry and a scope have in common."""

    __slots__ = ("_layer", "_root", "on")

    _layer: Layer
    _root: ToolRegistry
    on: Listeners
    """Where listeners register: `on.pre_execute`, `on.execute`, `on.post_execute`, …"""

    def register(self, definition: AnyDefinition, when: When | None = None) -> Disposer:
        """Add a tool to this layer, where it shadows inherited ones of its name.

        *when*, else the definition's own, is asked once a step. Raise `ToolRegistrationError` for
        a name taken in this layer or reserved, a renderer that is none, an unsupported output
        schema, a `timeout_ms` that is not positive and finite. The disposer removes exactly this.
        """
        self._layer.check_open()
        check_definition(definition, self._root.profile)
        name, tools = definition.name, self._layer.tools
        if name in tools:
            raise ToolRegistrationError(_taken(name, self._layer))
        tools[name] = registration = Registration(definition, when or definition.when)
        self._root._changed()
        return Disposer(lambda: self._unregister(tools, registration))

    def _unregister(self, tools: dict[str, Registration], registration: Registration) -> None:
        name = registration.definition.name
        if tools.get(name) is registration:
            del tools[name]
            self._root._changed()

    def restrict(self, restriction: ToolRestriction) -> Disposer:
        """Filter what this scope inherits; restrictions of the whole chain intersect.

        Raise `ToolRegistrationError` outside a scope, for a filter with neither list, and for
        names that are reserved or not inherited. The disposer lifts exactly this.
        """
        self._layer.check_open()
        check_restriction(self._layer, restriction)
        masks, mask = self._layer.masks, Mask(restriction)
        masks.append(mask)
        self._root._changed()
        return Disposer(lambda: self._lift(masks, mask))

    def _lift(self, masks: list[Mask], mask: Mask) -> None:
        if mask in masks:
            masks.remove(mask)
            self._root._changed()

    def guard(self, guard: ToolGuard) -> Disposer:
        """Add a monotonic denial to this layer: it may deny a call, and nothing can undo that."""
        return self.on._add(self._layer.guards, guard)

    def set_executor(self, executor: ToolExecutor) -> Disposer:
        """Provide the executor of this layer, in the place of an earlier one.

        Once the disposer has run, batches are refused here until another is set.
        """
        self._layer.check_open()
        slot = self._layer.executor = ExecutorSlot(executor)
        return Disposer(slot.unload)

    @property
    def pipeline(self) -> ToolExecutionPipeline:
        """The shared pipeline that runs single parsed calls."""
        return self._root._the_pipeline()


class ToolRegistry(_Place):
    """The tools of a program. Source: `ctx.tools` — `ToolsService`.

    *profile* says which output schemas raw definitions may have; `core` is exactly the seed's
    subset, and then holds for stubs too. *approval* answers `Ask` decisions.
    """

    __slots__ = (
        "__weakref__",
        "_layers",
        "_observers",
        "_pipeline",
        "_version",
        "approval",
        "profile",
    )

    def __init__(
        self,
        *,
        profile: Literal["core", "full"] = "full",
        approval: ApprovalService | None = None,
    ) -> None:
        self.profile: Literal["core", "full"] = profile
        self.approval = approval
        self._root = self
        self._layer = Layer(None, None)
        self._layers: dict[ScopeKey | None, Layer] = {None: self._layer}
        self._observers: dict[object, ChangeObserver] = {}
        self._version = 0
        self._pipeline: ToolExecutionPipeline | None = None
        self.on = Listeners(self, self._layer)

    def scope(self, agent: ScopeKey, *, parent: ToolScope | ScopeKey | None = None) -> ToolScope:
        """The scope of *agent*, made on first use below *parent*'s; its chain never changes."""
        key = parent.agent if isinstance(parent, ToolScope) else parent
        layer = self._layers.get(agent)
        if agent is None or layer is None:
            layer = self._new_layer(agent, key)
        elif parent is not None and layer.parent is not self._layer_of(key):
            raise ToolRegistrationError(f"the scope of {agent!r} has another parent already")
        return ToolScope(self, agent, layer)

    def _new_layer(self, agent: ScopeKey, parent: ScopeKey | None) -> Layer:
        if agent is None:
            raise ToolRegistrationError("a scope belongs to an agent")
        if parent is not None and parent not in self._layers:
            self.scope(parent)
        layer = self._layers[agent] = Layer(agent, self._layers[parent])
        return layer

    def get(
        self,
        name: str,
        scope: ScopeKey | None = None,
        tool_set: ResolvedToolSet | None = None,
    ) -> AnyDefinition | None:
        """The tool of that name as *scope* sees it; `None` if it sees none.

        Without *tool_set* conditional tools are looked up too: for presenters, not for calls.
        """
        found = self._find(name, scope, tool_set)
        return None if found is None else found.definition

    def executable(
        self,
        name: str,
        scope: ScopeKey | None = None,
        tool_set: ResolvedToolSet | None = None,
    ) -> AnyDefinition | None:
        """The tool that a call may run; `None` if it must fail as `UNKNOWN_TOOL`.

        A step's *tool_set* decides; without one, conditional tools are not to be had.
        """
        found = self._executable(name, scope, tool_set)
        return None if found is None else found.definition

    def definitions(
        self, scope: ScopeKey | None = None, tool_set: ResolvedToolSet | None = None
    ) -> tuple[AnyDefinition, ...]:
        """All that *scope* sees, limited to *tool_set* where given."""
        if tool_set is not None:
            return tuple(tool_set.view(scope).values())
        return tuple([r.definition for r in self._layer_of(scope).visible().values()])

    def schemas(
        self, scope: ScopeKey | None = None, tool_set: ResolvedToolSet | None = None
    ) -> list[ToolSchema]:
        """What a model is told: name, description and parameters, nothing else, deep-copied."""
        return [wire_schema(d) for d in self.definitions(scope, tool_set)]

    async def resolve(self, context: ToolActivationContext) -> ResolvedToolSet:
        """Ask all conditions once for a step; the caller disposes the set after its batch.

        Raise what a condition raises, or the reason of the aborted signal; nothing is published.
        """
        from ._activation import admit  # asyncio comes with it

        return await admit(self._layer_of, context)

    def check_guards(self, execution: ToolExecution) -> ToolGuardDenial | None:
        """The first denial, asked from the global layer down; `None` if no guard denies."""
        return first_denial(self._hooks(execution.agent).guards, execution)

    def executor(self, scope: ScopeKey | None = None) -> ToolExecutor:
        """The nearest executor; raise `ExecutorUnavailableError` where it was unloaded."""
        for layer in self._layer_of(scope).chain():
            if layer.executor is not None:
                if layer.executor.executor is None:
                    raise ExecutorUnavailableError("the selected executor was unloaded")
                return layer.executor.executor
        return self.pipeline.native

    def model_input(
        self, scope: ScopeKey | None = None, tool_set: ResolvedToolSet | None = None
    ) -> ToolModelInput:
        """What the selected executor lets a model call."""
        return self.executor(scope).describe(self.definitions(scope, tool_set))

    def sections(self, scope: ScopeKey | None = None) -> tuple[ToolPromptSection, ...]:
        """The guidance of the selected executor."""
        return tuple(self.executor(scope).sections)

    async def execute(self, batch: ToolBatchInput) -> ToolBatchResult:
        """Run a batch of raw calls through its agent's executor, selected now.

        Raise `ExecutorUnavailableError`, or what the executor raises.
        """
        return await self.executor(batch.agent).execute(batch)

    def _find(
        self, name: str, scope: ScopeKey | None, tool_set: ResolvedToolSet | None
    ) -> Registration | None:
        if tool_set is not None:
            return tool_set.find(name, scope)
        return self._layer_of(scope).find(name)

    def _executable(
        self, name: str, scope: ScopeKey | None, tool_set: ResolvedToolSet | None
    ) -> Registration | None:
        found = self._find(name, scope, tool_set)
        if found is None or (found.when is not None and tool_set is None):
            return None
        return found

    def _layer_of(self, scope: ScopeKey | None) -> Layer:
        return self._layers.get(scope, self._layer)

    def _hooks(self, scope: ScopeKey | None) -> Hooks:
        layer = self._layers.get(scope, self._layer)
        hooks = layer.hooks
        if hooks is None or hooks.version != self._version:
            hooks = layer.hooks = Hooks(layer, self._version)
        return hooks

    def _the_pipeline(self) -> ToolExecutionPipeline:
        if self._pipeline is None:
            from ._pipeline import ToolExecutionPipeline  # asyncio comes with it

            self._pipeline = ToolExecutionPipeline(self)
        return self._pipeline

    def _forget(self, agent: ScopeKey, layer: Layer) -> None:
        if self._layers.get(agent) is layer:
            del self._layers[agent]
        for key in layer.observers:
            self._observers.pop(key, None)
        layer.close()
        self._version += 1
        self._changed()

    def _changed(self) -> None:
        for observer in tuple(self._observers.values()):
            notify(observer)


class ToolScope(_Place):
    """The registry as one scope sees it. A context manager that disposes the scope."""

    __slots__ = ("agent",)

    def __init__(self, registry: ToolRegistry, agent: ScopeKey, layer: Layer) -> None:
        self._root = registry
        self._layer = layer
        self.on = Listeners(registry, layer)
        self.agent = agent

    @property
    def registry(self) -> ToolRegistry:
        """The registry it belongs to."""
        return self._root

    def get(self, name: str, tool_set: ResolvedToolSet | None = None) -> AnyDefinition | None:
        """`ToolRegistry.get` for this scope."""
        return self._root.get(name, self.agent, tool_set)

    def executable(
        self, name: str, tool_set: ResolvedToolSet | None = None
    ) -> AnyDefinition | None:
        """`ToolRegistry.executable` for this scope."""
        return self._root.executable(name, self.agent, tool_set)

    def definitions(self, tool_set: ResolvedToolSet | None = None) -> tuple[AnyDefinition, ...]:
        """`ToolRegistry.definitions` for this scope."""
        return self._root.definitions(self.agent, tool_set)

    def schemas(self, tool_set: ResolvedToolSet | None = None) -> list[ToolSchema]:
        """`ToolRegistry.schemas` for this scope."""
        return self._root.schemas(self.agent, tool_set)

    def dispose(self) -> None:
        """Forget the scope with all that is registered in it."""
        self._root._forget(self.agent, self._layer)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.dispose()


def _taken(name: str, layer: Layer) -> str:
    if layer.parent is None:
        return (
            f"a tool named {name!r} is registered globally already; "
            f"to give one agent its own, register it in that agent's scope"
        )
    return f"a tool named {name!r} is registered in the scope of {layer.key!r} already"
