"""Programmatic tool calling: models write programs that call tools. Needs the extra `[ptc]`."""

from ._executor import PtcToolExecutor as PtcToolExecutor
from ._failure import CodeRunFailedError as CodeRunFailedError
from ._failure import FailureKind as FailureKind
from ._limits import ProgramLimits as ProgramLimits
from ._sdk import Sdk as Sdk
from ._sdk import sdk_of as sdk_of

__all__ = ["CodeRunFailedError", "FailureKind", "ProgramLimits", "PtcToolExecutor", "Sdk", "sdk_of"]
