"""The pipeline of one call, from parsed arguments to the observed result.

snapshot → pre-execute → approval → guards → around → body → check, freeze, render, project meta
→ project content → post-execute → materialise → finalize content → materialise → observe
"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from ._approval import ungranted
from ._arguments import Arguments, snapshot_of
from ._body import run_body
from ._decisions import (
    ACCEPT,
    ALLOW,
    POST_DECISIONS,
    PRE_DECISIONS,
    Accept,
    Allow,
    Ask,
    Block,
    Cancel,
    Deny,
    PostToolDecision,
    PreToolDecision,
)
from ._errors import HarnessError, ToolNotFoundError
from ._execution import ToolDispatchExecution, ToolExecution, ToolExecutionInput, new_execution
from ._guards import first_denial
from ._host import run_to_end
from ._json import NotJsonError, freeze
from ._listeners import notify
from ._native import NativeToolExecutor
from ._pending import PendingCall
from ._registry import ToolRegistry
from ._results import (
    aborted,
    failure,
    failure_of,
    feedback_text,
    materialise,
    message_of,
    stopped,
    survivable,
    with_content,
    with_contexts,
)
from ._scope import Registration
from ._signal import AbortSignal
from ._types import (
    Exclusive,
    Parallel,
    ToolExecutionFailure,
    ToolExecutionMode,
    ToolExecutionResult,
    ToolExecutionSuccess,
    ToolFailure,
)
from ._unset import UNSET
from ._values import Rest, success_of_json
from ._waterfall import Listener, Waterfall

RESULTS = frozenset({ToolExecutionSuccess, ToolExecutionFailure})
PARALLEL = Parallel()
EXCLUSIVE = Exclusive()


async def _allow() -> PreToolDecision:
    return ALLOW


async def _accept() -> PostToolDecision:
    return ACCEPT


class ToolExecutionPipeline:
    """Runs calls of a registry's tools. Source: "Execution: extensible waterfalls …".

    `execute` is all that most callers need. An executor that schedules calls itself goes through
    `begin`, `gate`, `dispatch` and `settle` in that order; only `dispatch` may overlap with other
    calls.
    """

    def __init__(self, registry: ToolRegistry) -> None:
        self._registry = registry
        self.native = NativeToolExecutor(self)
        """The executor of scopes for which none was set."""

    def execute(self, call: ToolExecutionInput) -> Coroutine[Any, Any, ToolExecutionResult]:
        """The frozen outcome of *call*; whatever fails in it is an outcome too.

        When the surrounding task is cancelled the call's signal aborts, what was started is waited
        for, and then the cancellation is raised.
        """
        signal = AbortSignal.any(call.signal)
        return run_to_end(self._run(call, signal), signal._interrupt)

    async def _run(self, call: ToolExecutionInput, signal: AbortSignal) -> ToolExecutionResult:
        pending = self.begin(call, signal)
        if self._registry._hooks(call.agent).gates:
            await self.gate(pending)
        if pending.outcome is None:
            await self.dispatch(pending)
        return await self.settle(pending)

    def execution_mode(
        self, call: ToolExecutionInput, arguments: Arguments | None = None
    ) -> ToolExecutionMode:
        """Whether *call* may overlap its siblings: unknown and invalid ones may not."""
        found = self._registry._executable(call.name, call.agent, call.tool_set)
        if found is None or found.definition.is_concurrency_safe is None:
            return EXCLUSIVE
        definition, classify = found.definition, found.definition.is_concurrency_safe
        try:
            snapshot = arguments or snapshot_of(call.arguments)
            snapshot.check()
            codec = definition.codec
            args = freeze(snapshot.tree) if codec is None else snapshot.parse(codec)
            return PARALLEL if classify(args) is True else EXCLUSIVE
        except BaseException as error:
            if not survivable(error):
                raise
            return EXCLUSIVE

    def begin(
        self,
        call: ToolExecutionInput,
        signal: AbortSignal,
        *,
        arguments: Arguments | None = None,
        transport: Registration | None = None,
        refusal: HarnessError | None = None,
    ) -> PendingCall:
        """Capture the callbacks of *call*, snapshot its arguments and give it a token.

        *signal* is the caller's as the call sees it. *arguments* replace those of *call* where
        they are a snapshot already; *refusal* fails the call before any policy.
        """
        fault: ToolExecutionResult | None = None
        if arguments is None:
            try:
                arguments = snapshot_of(call.arguments)
            except NotJsonError as error:
                fault = failure(f"the arguments are not lossless JSON: {message_of(error)}")
                arguments = Arguments(None)
        execution = new_execution(call, signal, arguments.tree)
        pending = PendingCall(execution, arguments, transport)
        found = pending.found = self._registration(pending)
        if found is not None:
            pending.project = found.definition.project_content
            pending.finalize = found.definition.finalize_content
        if fault is not None:
            pending.fail(fault)
        elif signal.aborted:
            pending.fail(aborted(started=False))
        elif refusal is not None:
            pending.fail(failure_of(refusal))
        return pending

    async def gate(self, pending: PendingCall) -> None:
        """Pre-execute policy, approval and guards; leaves an outcome unless the call may run."""
        if pending.outcome is not None:
            return
        execution = pending.execution
        pending.found = None
        try:
            pending.outcome = await self._refused(execution)
        except BaseException as error:
            if not survivable(error):
                raise
            pending.fail(failure_of(error))
            return
        if pending.outcome is None and execution.signal.aborted:
            pending.outcome = aborted(started=False)

    async def _refused(self, execution: ToolExecution) -> ToolExecutionFailure | None:
        hooks = self._registry._hooks(execution.agent)
        if hooks.pre_execute:
            waterfall = Waterfall(hooks.pre_execute, (execution,), _allow, PRE_DECISIONS)
            refused = await self._decided(execution, await waterfall.run())
            if refused is not None:
                return refused
            hooks = self._registry._hooks(execution.agent)
        denial = first_denial(hooks.guards, execution)
        return None if denial is None else failure(denial.reason, denial.info)

    async def _decided(
        self, execution: ToolExecution, decision: PreToolDecision
    ) -> ToolExecutionFailure | None:
        match decision:
            case Allow():
                return None
            case Deny():
                return failure(decision.reason, decision.info)
            case Cancel():
                return aborted(started=False)
            case Ask():
                return await ungranted(self._registry.approval, execution, decision)

    async def dispatch(self, pending: PendingCall) -> None:
        """Around-dispatch wrappers and the body; leaves the normalised outcome."""
        if pending.outcome is not None:
            return
        execution = pending.execution
        outcome: ToolExecutionResult
        wrappers = self._registry._hooks(execution.agent).execute
        try:
            if execution.signal.aborted:
                outcome = aborted(started=False)
            elif wrappers:
                outcome = await self._wrapped(pending, wrappers)
            else:
                outcome = await run_body(pending, self._registration(pending), execution.signal)
        except BaseException as error:
            if not survivable(error):
                raise
            pending.fail(stopped(error, execution.signal, pending.started))
            return
        if not outcome.is_error and execution.signal.aborted:
            outcome = aborted(pending.started, outcome.additional_contexts)
        deferred = () if pending.run is None else pending.run._contexts
        if deferred:
            outcome = with_contexts(outcome, (*deferred, *outcome.additional_contexts))
        pending.outcome = outcome

    async def _wrapped(
        self, pending: PendingCall, wrappers: tuple[Listener, ...]
    ) -> ToolExecutionResult:
        view = ToolDispatchExecution(pending.execution)
        caller = view.signal
        pending.found = None

        async def innermost() -> ToolExecutionResult:
            signal = caller if view.signal is caller else AbortSignal.any(caller, view.signal)
            if signal.aborted:
                return aborted(started=False)
            return await run_body(pending, self._registration(pending), signal)

        waterfall = Waterfall(wrappers, (view,), innermost, RESULTS, view)
        return self._canonical(pending, await waterfall.run())

    def _canonical(self, pending: PendingCall, outcome: ToolExecutionResult) -> ToolExecutionResult:
        """*outcome* as this call's own: a success by anybody else is checked and rendered anew."""
        if pending.made is not None and outcome is pending.made.result:
            return outcome
        if isinstance(outcome, ToolExecutionFailure):
            return outcome
        concludes = outcome.concludes_turn or (pending.run is not None and pending.run._concluded)
        return self._replaced(pending, outcome.value, Rest(concludes, outcome.additional_contexts))

    async def settle(self, pending: PendingCall) -> ToolExecutionResult:
        """Post-execute policy, materialisation, the final content; the result observers see."""
        outcome = pending.outcome
        assert outcome is not None, "gate and dispatch come first"
        execution = pending.execution
        pending.found = None
        hooks = self._registry._hooks(execution.agent)
        if not pending.final and (hooks.post_execute or pending.project is not None):
            try:
                outcome = await self._reviewed(pending, outcome, hooks.post_execute)
            except BaseException as error:
                if not survivable(error):
                    raise
                outcome = failure_of(error)
            hooks = self._registry._hooks(execution.agent)
        made = pending.made
        if made is None or outcome is not made.result or not made.frozen:
            outcome = materialise(outcome)
        if pending.finalize is not None:
            outcome = self._finalized(pending, outcome)
        for observer in hooks.result:
            notify(observer, execution, outcome)
        return outcome

    async def _reviewed(
        self,
        pending: PendingCall,
        outcome: ToolExecutionResult,
        listeners: tuple[Listener, ...],
    ) -> ToolExecutionResult:
        execution = pending.execution
        if pending.project is not None:
            content = pending.project(execution, outcome)
            outcome = outcome if content is None else with_content(outcome, content)
        if listeners:
            waterfall = Waterfall(listeners, (execution, outcome), _accept, POST_DECISIONS)
            outcome = self._judged(pending, outcome, await waterfall.run())
        if not outcome.is_error and execution.signal.aborted:
            return aborted(pending.started, outcome.additional_contexts)
        return outcome

    def _judged(
        self, pending: PendingCall, outcome: ToolExecutionResult, decision: PostToolDecision
    ) -> ToolExecutionResult:
        if isinstance(decision, Block):
            error = ToolFailure(feedback_text(decision.feedback), info=decision.info)
            return ToolExecutionFailure(
                error, decision.feedback, additional_contexts=decision.additional_contexts
            )
        return self._accepted(pending, outcome, decision)

    def _accepted(
        self, pending: PendingCall, outcome: ToolExecutionResult, decision: Accept
    ) -> ToolExecutionResult:
        contexts = (*outcome.additional_contexts, *decision.additional_contexts)
        if decision.value is not UNSET:
            if decision.content is not None:
                raise ValueError("post-execute policy replaces content or value, not both")
            if outcome.is_error:
                raise ValueError("post-execute policy cannot give a failed result a value")
            return self._replaced(pending, decision.value, Rest(outcome.concludes_turn, contexts))
        if decision.content is not None:
            outcome = with_content(outcome, decision.content)
        return with_contexts(outcome, contexts) if decision.additional_contexts else outcome

    def _replaced(self, pending: PendingCall, value: object, rest: Rest) -> ToolExecutionResult:
        found = self._registration(pending)
        if found is None:
            raise ToolNotFoundError(pending.execution.name)
        execution = pending.execution
        pending.made = success_of_json(found, pending.arguments, execution, value, rest)
        return pending.made.result

    def _finalized(self, pending: PendingCall, outcome: ToolExecutionResult) -> ToolExecutionResult:
        assert pending.finalize is not None
        try:
            content = pending.finalize(pending.execution, outcome)
        except BaseException as error:
            if not survivable(error):
                raise
            return materialise(failure_of(error))
        return outcome if content is None else materialise(with_content(outcome, content))

    def _registration(self, pending: PendingCall) -> Registration | None:
        if pending.transport is not None:
            return pending.transport
        if pending.found is not None:
            return pending.found
        execution = pending.execution
        return self._registry._executable(execution.name, execution.agent, execution.tool_set)
