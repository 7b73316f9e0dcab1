"""The runtime that generated tool packages plug into.

Every public name is loaded from its module when it is first used.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._activation import ModelSelection as ModelSelection
    from ._activation import ResolvedToolSet as ResolvedToolSet
    from ._activation import ToolActivationContext as ToolActivationContext
    from ._aliases import AnyDefinition as AnyDefinition
    from ._aliases import ChangeObserver as ChangeObserver
    from ._aliases import ExecuteWrapper as ExecuteWrapper
    from ._aliases import PostExecuteListener as PostExecuteListener
    from ._aliases import PreExecuteListener as PreExecuteListener
    from ._aliases import PtcDispatchLogListener as PtcDispatchLogListener
    from ._aliases import ResultObserver as ResultObserver
    from ._aliases import ScopeKey as ScopeKey
    from ._aliases import ToolGuard as ToolGuard
    from ._approval import ApprovalOutcome as ApprovalOutcome
    from ._approval import ApprovalRequest as ApprovalRequest
    from ._approval import ApprovalService as ApprovalService
    from ._approval import ScriptedApprovals as ScriptedApprovals
    from ._approval_terminal import TerminalApprovals as TerminalApprovals
    from ._authoring import (
        parameter_schema_spec_to_json_schema as parameter_schema_spec_to_json_schema,
    )
    from ._authoring import value_schema_spec_to_json_schema as value_schema_spec_to_json_schema
    from ._card_parts import parts_of as parts_of
    from ._content import ContentBlock as ContentBlock
    from ._content import ImageBlock as ImageBlock
    from ._content import ResourceBlock as ResourceBlock
    from ._content import TextBlock as TextBlock
    from ._content import ToolSchema as ToolSchema
    from ._content import UserMessage as UserMessage
    from ._content import text_block as text_block
    from ._content import user_message as user_message
    from ._decisions import Accept as Accept
    from ._decisions import Allow as Allow
    from ._decisions import Ask as Ask
    from ._decisions import Block as Block
    from ._decisions import Cancel as Cancel
    from ._decisions import Deny as Deny
    from ._decisions import PostToolDecision as PostToolDecision
    from ._decisions import PreToolDecision as PreToolDecision
    from ._decisions import ToolGuardDenial as ToolGuardDenial
    from ._define import define_tool as define_tool
    from ._definition import ToolCodec as ToolCodec
    from ._definition import ToolDefinition as ToolDefinition
    from ._definition import ToolOutputDefinition as ToolOutputDefinition
    from ._errors import AbortError as AbortError
    from ._errors import ExecutorUnavailableError as ExecutorUnavailableError
    from ._errors import HarnessError as HarnessError
    from ._errors import ListenerError as ListenerError
    from ._errors import ToolArgsError as ToolArgsError
    from ._errors import ToolBatchExecutionError as ToolBatchExecutionError
    from ._errors import ToolCallError as ToolCallError
    from ._errors import ToolContextUnavailableError as ToolContextUnavailableError
    from ._errors import ToolNotFoundError as ToolNotFoundError
    from ._errors import ToolOutputError as ToolOutputError
    from ._errors import ToolRegistrationError as ToolRegistrationError
    from ._errors import ToolTimeoutError as ToolTimeoutError
    from ._execution import ToolDispatchExecution as ToolDispatchExecution
    from ._execution import ToolExecution as ToolExecution
    from ._execution import ToolExecutionInput as ToolExecutionInput
    from ._execution import ToolExecutionToken as ToolExecutionToken
    from ._execution import ToolRunContext as ToolRunContext
    from ._executor import ToolBatchInput as ToolBatchInput
    from ._executor import ToolBatchLog as ToolBatchLog
    from ._executor import ToolBatchResult as ToolBatchResult
    from ._executor import ToolExecutor as ToolExecutor
    from ._executor import ToolModelInput as ToolModelInput
    from ._executor import ToolPromptSection as ToolPromptSection
    from ._interpreter import Validator as Validator
    from ._interpreter import compile_schema as compile_schema
    from ._interpreter import validate_json_schema_value as validate_json_schema_value
    from ._json import FrozenDict as FrozenDict
    from ._json import JsonTextError as JsonTextError
    from ._json import JsonValue as JsonValue
    from ._json import NotJsonError as NotJsonError
    from ._json import decode_json as decode_json
    from ._json import freeze as freeze
    from ._json import json_equal as json_equal
    from ._json import snapshot as snapshot
    from ._json import thaw as thaw
    from ._listeners import Listeners as Listeners
    from ._native import NativeToolExecutor as NativeToolExecutor
    from ._otel import otel_policy as otel_policy
    from ._pending import PendingCall as PendingCall
    from ._pipeline import ToolExecutionPipeline as ToolExecutionPipeline
    from ._presentation import DiffCallView as DiffCallView
    from ._presentation import DiffResultView as DiffResultView
    from ._presentation import FileDiff as FileDiff
    from ._presentation import FileLocation as FileLocation
    from ._presentation import GenericCallView as GenericCallView
    from ._presentation import GenericResultView as GenericResultView
    from ._presentation import ReadFileLine as ReadFileLine
    from ._presentation import ReadResultView as ReadResultView
    from ._presentation import SearchFileMatches as SearchFileMatches
    from ._presentation import SearchLineMatch as SearchLineMatch
    from ._presentation import SearchMatchesResultView as SearchMatchesResultView
    from ._presentation import SearchPathsResultView as SearchPathsResultView
    from ._presentation import TerminalCallView as TerminalCallView
    from ._presentation import TerminalResultView as TerminalResultView
    from ._presentation import ToolCallKind as ToolCallKind
    from ._presentation import ToolCallView as ToolCallView
    from ._presentation import ToolResultView as ToolResultView
    from ._presentation import WebFetchResultView as WebFetchResultView
    from ._presentation import WebSearchResultView as WebSearchResultView
    from ._presentation import WebSource as WebSource
    from ._presentation import to_wire as to_wire
    from ._presenters import present_call as present_call
    from ._presenters import present_result as present_result
    from ._ptc_log import PtcDispatchLog as PtcDispatchLog
    from ._ptc_log import logged_content as logged_content
    from ._registry import ToolRegistry as ToolRegistry
    from ._registry import ToolScope as ToolScope
    from ._retry import retry_policy as retry_policy
    from ._schema import JsonSchemaError as JsonSchemaError
    from ._schema import assert_object_json_schema as assert_object_json_schema
    from ._schema import assert_supported_json_schema as assert_supported_json_schema
    from ._schema import schema_violations as schema_violations
    from ._scope import Disposer as Disposer
    from ._scope import ToolRestriction as ToolRestriction
    from ._session import MemorySessionLog as MemorySessionLog
    from ._session import Session as Session
    from ._session import SessionEvent as SessionEvent
    from ._session import SessionLog as SessionLog
    from ._session_sqlite import SqliteSessionLog as SqliteSessionLog
    from ._signal import AbortController as AbortController
    from ._signal import AbortSignal as AbortSignal
    from ._stub import ToolStub as ToolStub
    from ._timeout import timeout_policy as timeout_policy
    from ._types import Exclusive as Exclusive
    from ._types import Parallel as Parallel
    from ._types import ToolCallBlock as ToolCallBlock
    from ._types import ToolCallResult as ToolCallResult
    from ._types import ToolErrorInfo as ToolErrorInfo
    from ._types import ToolExecutionFailure as ToolExecutionFailure
    from ._types import ToolExecutionMode as ToolExecutionMode
    from ._types import ToolExecutionResult as ToolExecutionResult
    from ._types import ToolExecutionSuccess as ToolExecutionSuccess
    from ._types import ToolFailure as ToolFailure
    from ._types import ToolHints as ToolHints
    from ._types import ToolResult as ToolResult
    from ._unset import UNSET as UNSET
    from ._unset import Unset as Unset
    from ._violation import Violation as Violation
    from ._waterfall import Next as Next

_EXPORTS = {
    "AbortController": "_signal",
    "AbortError": "_errors",
    "AbortSignal": "_signal",
    "Accept": "_decisions",
    "Allow": "_decisions",
    "AnyDefinition": "_aliases",
    "ApprovalOutcome": "_approval",
    "ApprovalRequest": "_approval",
    "ApprovalService": "_approval",
    "Ask": "_decisions",
    "Block": "_decisions",
    "Cancel": "_decisions",
    "ChangeObserver": "_aliases",
    "ContentBlock": "_content",
    "Deny": "_decisions",
    "DiffCallView": "_presentation",
    "DiffResultView": "_presentation",
    "Disposer": "_scope",
    "Exclusive": "_types",
    "ExecuteWrapper": "_aliases",
    "ExecutorUnavailableError": "_errors",
    "FileDiff": "_presentation",
    "FileLocation": "_presentation",
    "FrozenDict": "_json",
    "GenericCallView": "_presentation",
    "GenericResultView": "_presentation",
    "HarnessError": "_errors",
    "ImageBlock": "_content",
    "JsonSchemaError": "_schema",
    "JsonTextError": "_json",
    "JsonValue": "_json",
    "ListenerError": "_errors",
    "Listeners": "_listeners",
    "MemorySessionLog": "_session",
    "ModelSelection": "_activation",
    "NativeToolExecutor": "_native",
    "Next": "_waterfall",
    "NotJsonError": "_json",
    "Parallel": "_types",
    "PendingCall": "_pending",
    "PostExecuteListener": "_aliases",
    "PostToolDecision": "_decisions",
    "PreExecuteListener": "_aliases",
    "PreToolDecision": "_decisions",
    "PtcDispatchLog": "_ptc_log",
    "PtcDispatchLogListener": "_aliases",
    "ReadFileLine": "_presentation",
    "ReadResultView": "_presentation",
    "ResolvedToolSet": "_activation",
    "ResourceBlock": "_content",
    "ResultObserver": "_aliases",
    "ScopeKey": "_aliases",
    "ScriptedApprovals": "_approval",
    "SearchFileMatches": "_presentation",
    "SearchLineMatch": "_presentation",
    "SearchMatchesResultView": "_presentation",
    "SearchPathsResultView": "_presentation",
    "Session": "_session",
    "SessionEvent": "_session",
    "SessionLog": "_session",
    "SqliteSessionLog": "_session_sqlite",
    "TerminalApprovals": "_approval_terminal",
    "TerminalCallView": "_presentation",
    "TerminalResultView": "_presentation",
    "TextBlock": "_content",
    "ToolActivationContext": "_activation",
    "ToolArgsError": "_errors",
    "ToolBatchExecutionError": "_errors",
    "ToolBatchInput": "_executor",
    "ToolBatchLog": "_executor",
    "ToolBatchResult": "_executor",
    "ToolCallBlock": "_types",
    "ToolCallError": "_errors",
    "ToolCallKind": "_presentation",
    "ToolCallResult": "_types",
    "ToolCallView": "_presentation",
    "ToolCodec": "_definition",
    "ToolContextUnavailableError": "_errors",
    "ToolDefinition": "_definition",
    "ToolDispatchExecution": "_execution",
    "ToolErrorInfo": "_types",
    "ToolExecution": "_execution",
    "ToolExecutionFailure": "_types",
    "ToolExecutionInput": "_execution",
    "ToolExecutionMode": "_types",
    "ToolExecutionPipeline": "_pipeline",
    "ToolExecutionResult": "_types",
    "ToolExecutionSuccess": "_types",
    "ToolExecutionToken": "_execution",
    "ToolExecutor": "_executor",
    "ToolFailure": "_types",
    "ToolGuard": "_aliases",
    "ToolGuardDenial": "_decisions",
    "ToolHints": "_types",
    "ToolModelInput": "_executor",
    "ToolNotFoundError": "_errors",
    "ToolOutputDefinition": "_definition",
    "ToolOutputError": "_errors",
    "ToolPromptSection": "_executor",
    "ToolRegistrationError": "_errors",
    "ToolRegistry": "_registry",
    "ToolRestriction": "_scope",
    "ToolResult": "_types",
    "ToolResultView": "_presentation",
    "ToolRunContext": "_execution",
    "ToolSchema": "_content",
    "ToolScope": "_registry",
    "ToolStub": "_stub",
    "ToolTimeoutError": "_errors",
    "UNSET": "_unset",
    "Unset": "_unset",
    "UserMessage": "_content",
    "Validator": "_interpreter",
    "Violation": "_violation",
    "WebFetchResultView": "_presentation",
    "WebSearchResultView": "_presentation",
    "WebSource": "_presentation",
    "assert_object_json_schema": "_schema",
    "assert_supported_json_schema": "_schema",
    "compile_schema": "_interpreter",
    "decode_json": "_json",
    "define_tool": "_define",
    "freeze": "_json",
    "json_equal": "_json",
    "logged_content": "_ptc_log",
    "otel_policy": "_otel",
    "parameter_schema_spec_to_json_schema": "_authoring",
    "parts_of": "_card_parts",
    "present_call": "_presenters",
    "present_result": "_presenters",
    "retry_policy": "_retry",
    "schema_violations": "_schema",
    "snapshot": "_json",
    "text_block": "_content",
    "thaw": "_json",
    "timeout_policy": "_timeout",
    "to_wire": "_presentation",
    "user_message": "_content",
    "validate_json_schema_value": "_interpreter",
    "value_schema_spec_to_json_schema": "_authoring",
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
