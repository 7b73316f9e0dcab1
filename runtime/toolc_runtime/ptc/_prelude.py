"""What a program finds around itself: the Python that runs in the sandbox before it."""

from __future__ import annotations

from typing import Final

HOST: Final = "call_tool"
"""The one function of the host: it takes a tool's name and its arguments as JSON text."""

CATCHABLE: Final = "binascii.Incomplete"
"""The built-in class that `ToolCallError` is a name of: the sandbox knows no classes of ours.

Nothing else raises it, so `except ToolCallError` catches failures of tools and nothing more.
"""

SHOWN: Final = "ToolCallError"

PRELUDE: Final = """\
import binascii, json

ToolCallError = binascii.Incomplete

def _tool(name):
    async def call(arguments, /):
        return await _call_tool(name, _dumps(arguments))
    return call

class _Tools:
    def __init__(self, names):
        self._tools = {name: _tool(name) for name in names}
        for name in names:
            if name.isidentifier() and not name.startswith("_"):
                setattr(self, name, self._tools[name])

    def __getitem__(self, name):
        return self._tools[name]

def failed_tool(error):
    text = str(error)
    for name in _longest_first:
        if text.startswith(name + ": "):
            return name, text[len(name) + 2:]
    return "", text

def _encoded():
    try:
        return _dumps(result)
    except NameError:
        return None

_dumps = json.dumps
_longest_first = sorted(_names, key=len, reverse=True)
tools = _Tools(_names)
"""
"""Runs as text that the type checker does not see: to it, all this is as the SDK declares it.

Arguments and the result cross as JSON text, because values that cross as such lose what JSON has no
word for without a complaint: functions become strings, cycles are cut.
"""

START: Final = "exec(_prelude)"
END: Final = "_encoded()"
