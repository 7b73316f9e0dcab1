"""Stage 3b: names for the definitions of a module, and the constants its functions share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .model import Definition, Key, Members
from .names import class_names, digest, snake
from .pycode import Code, identifier, joined, literal, py


@dataclass(slots=True)
class Names:
    """What one module calls its things, and which of the names from outside it uses."""

    classes: Mapping[Key, str]
    definitions: Mapping[Key, Definition]
    typing: set[str] = field(default_factory=set)
    types: set[str] = field(default_factory=set)
    constants: dict[str, tuple[Code, Code]] = field(default_factory=dict)

    def use(self, name: str) -> Code:
        """*name* of the runtime's `codegen1`."""
        return py("rt.{}", identifier(name))

    def standard(self, name: str) -> Code:
        """*name* of `typing` or `collections.abc`."""
        self.typing.add(name)
        return identifier(name)

    def class_(self, key: Key) -> Code:
        """The class or alias of *key*."""
        return self._local(key, self.classes[key])

    def function(self, verb: str, key: Key) -> Code:
        """The function that does *verb* (`parse`, `check`) for *key*."""
        return self._local(key, f"{verb}_{snake(self.classes[key])}")

    def twin(self, key: Key) -> Code:
        """The builder of the class of *key*."""
        return identifier(f"new_{snake(self.classes[key])}")

    def keys(self, key: Key) -> Code:
        """The set of property names of the class of *key*."""
        return identifier(f"{snake(self.classes[key])}_keys".upper())

    def _local(self, key: Key, name: str) -> Code:
        if key.shared:
            self.types.add(name)
        return identifier(name)

    def members(self, node: Members, hint: str) -> Code:
        """The constant that holds the values of *node*; one for each distinct list."""
        content = literal(list(node.values))
        if content not in self.constants:
            name = f"{snake(hint)}_values".upper()
            taken = {str(known) for known, _ in self.constants.values()}
            name = f"{name}_{digest(content).upper()}" if name in taken else name
            values = joined(", ", map(literal, node.values))
            made = py("{} = {}({})", identifier(name), self.use("members"), values)
            self.constants[content] = (identifier(name), made)
        return self.constants[content][0]


def name_definitions(
    definitions: Mapping[Key, Definition], shared: Mapping[Key, str]
) -> dict[Key, str]:
    """A class name for each of *definitions*; those of *shared* have theirs already."""
    own = [key for key in definitions if key not in shared]
    found = class_names((key.path for key in own), frozenset(shared.values()))
    return {key: found[key.path] for key in own} | dict(shared)
