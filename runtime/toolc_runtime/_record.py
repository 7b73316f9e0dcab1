"""The base of generated dataclasses: frozen, slotted, and made without the `dataclasses` machinery.

`@dataclass(frozen=True, slots=True)` takes about a millisecond a class; a catalogue has thousands.
So generated classes write out what differs (fields, constructor, writer) and inherit the rest.
`dataclasses.fields`, `replace` and `asdict` work: the field table is made when first asked for.
"""

from __future__ import annotations

from ._frozen import FrozenDict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from dataclasses import dataclass as dataclass  # noqa: PLC0414  # handed on
    from typing import Any, ClassVar, TypeVar

    from ._json import JsonValue

    T = TypeVar("T")
    R = TypeVar("R", bound="Record")
else:

    def dataclass(**_: object) -> object:
        """What type checkers read as `dataclasses.dataclass`; the class has all of it written out."""
        return lambda cls: cls


set_field = object.__setattr__
"""Stores one field of a frozen record; for constructors only."""

EXTRA = "extra_"
"""The field of an open object that holds the keys its schema does not declare."""

EMPTY: Mapping[str, Any] = FrozenDict()
"""No extras."""


class _DataclassTable:
    """Makes `__dataclass_fields__` and `__dataclass_params__` of a class when first read."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, instance: object, owner: type) -> object:
        if owner is Record:
            raise AttributeError(self._name)
        from dataclasses import dataclass as standard  # 26 ms that most programs never need

        twin: Any = type(owner.__name__, (), _twin_namespace(owner))
        standard(frozen=True, kw_only=True)(twin)
        for name in ("__dataclass_fields__", "__dataclass_params__"):
            setattr(owner, name, getattr(twin, name))
        return owner.__dict__[self._name]


def _twin_namespace(owner: type) -> dict[str, object]:
    """Annotations and defaults of *owner*, as `dataclasses` wants to find them."""
    annotations = owner.__dict__.get("__annotations__", {})  # noqa: RUF063  # inspect takes 20 ms
    namespace: dict[str, object] = {"__annotations__": annotations, "__module__": owner.__module__}
    return namespace | _defaults(owner)


def _defaults(owner: type) -> dict[str, object]:
    init: Any = owner.__init__  # type: ignore[misc]  # the class's own, which is what is wanted
    return init.__kwdefaults__ or {}


class Record:
    """A frozen value with named fields: what a JSON object with declared properties becomes."""

    __slots__ = ()

    if TYPE_CHECKING:
        __wire__: ClassVar[Mapping[str, str]]

        def __json__(self) -> dict[str, JsonValue]: ...
    else:
        __dataclass_fields__ = _DataclassTable("__dataclass_fields__")
        __dataclass_params__ = _DataclassTable("__dataclass_params__")
        __match_args__ = ()
        __wire__ = FrozenDict()

        def __setattr__(self, name: str, value: object) -> None:
            from dataclasses import FrozenInstanceError

            raise FrozenInstanceError(f"cannot assign to field {name!r}")

        def __delattr__(self, name: str) -> None:
            from dataclasses import FrozenInstanceError

            raise FrozenInstanceError(f"cannot delete field {name!r}")

        def __eq__(self, other: object) -> bool:
            if other.__class__ is not self.__class__:
                return NotImplemented
            return all(getattr(self, n) == getattr(other, n) for n in self.__slots__)

        def __hash__(self) -> int:
            return hash((self.__class__, *_values(self)))

        def __repr__(self) -> str:
            shown = _shown(self)
            return f"{type(self).__qualname__}({', '.join([f'{n}={v!r}' for n, v in shown])})"

        def __reduce__(self) -> tuple[object, ...]:
            return _rebuild, (self.__class__, dict(zip(self.__slots__, _values(self), strict=True)))

        def __copy__(self) -> Record:
            return self

        def __replace__(self, /, **changes: object) -> Record:
            fields = dict(zip(self.__slots__, _values(self), strict=True))
            return self.__class__(**(fields | changes))


def _items(record: Record) -> Iterator[tuple[str, Any]]:
    names: tuple[str, ...] = type(record).__slots__
    return ((name, getattr(record, name)) for name in names)


def _values(record: Record) -> Iterator[object]:
    return (value for _, value in _items(record))


def _shown(record: Record) -> Iterator[tuple[str, object]]:
    """The fields worth printing: an absent optional one and empty extras are not."""
    defaults = _defaults(type(record))
    for name, value in _items(record):
        if name not in defaults or value is not defaults[name]:
            yield name, value


def _rebuild(cls: type[Record], fields: dict[str, object]) -> Record:
    return cls(**fields)


def builder(cls: type) -> Any:
    """A mutable twin of *cls* with its layout; an instance becomes a `cls` by one `__class__` store.

    The constructor of a frozen class costs three times as much.
    """
    namespace = {
        "__slots__": (),
        "__init__": object.__init__,
        "__setattr__": object.__setattr__,
        "__delattr__": object.__delattr__,
    }
    return type(cls.__name__, (cls,), namespace)


def undeclared(extra: Mapping[str, T], declared: frozenset[str]) -> Mapping[str, T]:
    """*extra* as a frozen mapping; raise `ValueError` where it holds a *declared* key."""
    if not extra:
        return EMPTY
    clash = sorted(declared.intersection(extra))
    if clash:
        raise ValueError(f"declared properties cannot be extras: {', '.join(map(repr, clash))}")
    return FrozenDict(extra)


def frozen_mapping(mapping: Mapping[str, T]) -> Mapping[str, T]:
    """*mapping* as a frozen one."""
    return mapping if type(mapping) is FrozenDict else FrozenDict(mapping)


def rest(
    value: dict[str, Any], declared: frozenset[str], count: int, convert: Callable[[Any], T]
) -> Mapping[str, T]:
    """The undeclared entries of *value*, of whose keys *count* are declared and not null.

    Raise `TypeError` where the numbers do not add up: a declared key holds a null it may not hold.
    """
    extra = {key: convert(item) for key, item in value.items() if key not in declared}
    if len(extra) + count != len(value):
        raise TypeError("null for an optional property")
    for key in extra:
        if type(key) is not str:
            raise TypeError("a key that is no string")
    return FrozenDict(extra)


def to_json(value: Any) -> Any:
    """The plain JSON tree of a value in its typed form; what has no JSON form is left as it is."""
    kind = type(value)
    if kind is tuple or kind is list:
        return [to_json(item) for item in value]
    if kind is FrozenDict or kind is dict:
        return {key: to_json(item) for key, item in value.items()}
    return record_json(value) if isinstance(value, Record) else value


def record_json(record: Record) -> dict[str, Any]:
    """The plain JSON object of *record*, whatever its fields hold.

    The generated `__json__` is faster, and trusts that the fields hold what their types say.
    """
    names, defaults = type(record).__wire__, _defaults(type(record))
    tree: dict[str, Any] = {}
    for name, value in _items(record):
        if name == EXTRA:
            tree.update(to_json(value))
        elif not (name in defaults and value is defaults[name]):
            tree[names.get(name, name)] = to_json(value)
    return tree


def declared(cls: type[Record]) -> frozenset[str]:
    """The property names that *cls* declares, as the wire spells them."""
    names = cls.__wire__
    fields: tuple[str, ...] = cls.__slots__
    return frozenset([names.get(name, name) for name in fields if name != EXTRA])


def tupled(value: T) -> T:
    """*value* with a list or other iterable made a tuple, a mapping frozen; anything else as it is."""
    if value is None or isinstance(value, (str, int, float, tuple, Record, FrozenDict)):
        return value
    made: Any = value
    if isinstance(value, dict):
        made = FrozenDict(value)
    elif hasattr(value, "__iter__"):
        made = tuple(made)
    return made  # type: ignore[no-any-return]  # the frozen form of the same type


def add_extra(tree: dict[str, Any], extra: Mapping[str, Any]) -> None:
    """Write undeclared entries beside the declared ones."""
    if extra:
        tree.update(to_json(extra))
