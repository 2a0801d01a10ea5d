"""What an object is by what it says and not by where it lies: a hash of the text of its class and of its attributes.

Text is taken method by method, because notebooks and `exec` have the text of methods where they have none of classes. What a
method refers to by a name of its module counts too: numbers, tables, functions and classes of the user's own. Python's library
and installed packages count by their names alone.
"""

from __future__ import annotations

import copyreg
import dis
import functools
import hashlib
import inspect
import sys
import sysconfig
import textwrap
import types
from collections.abc import Iterable, Iterator
from typing import Any

#: Where modules lie that are not the user's own.
_INSTALLED = tuple({sysconfig.get_path(key) for key in ("stdlib", "platstdlib", "purelib", "platlib")})
#: What every class has without saying anything, or what differs between two runs.
_SKIPPED = {"__dict__", "__weakref__", "__module__", "__doc__", "__firstlineno__", "__static_attributes__", "__qualname__",
            "__annotations__", "__annotate__", "__annotate_func__", "__annotations_cache__", "__abstractmethods__", "_abc_impl", "__slotnames__"}


def content(rules: object, *, exactly: bool = False) -> str:
    """The hash, in hexadecimal digits. By text it is the same in every version of Python; `exactly` goes by the compiled code, as
    the text of a file may have changed since it was read.

    Raises a TypeError where something has no content to be told, such as a lock or an open file.
    """
    found = _Content(exactly)
    found.add_class(type(rules))
    own = getattr(rules, "_agon_content", None)
    found.add(rules if own is None else own())
    return found.digest.hexdigest()


class _Content:
    def __init__(self, exactly: bool) -> None:
        self.digest = hashlib.sha256()
        self._exactly = exactly
        # By identity: what was met, in order. It is kept, so that no other object takes the place of one that is gone.
        self._met: dict[int, int] = {}
        self._kept: list[object] = []

    def _say(self, *words: object) -> None:
        for word in words:
            data = word if isinstance(word, bytes) else str(word).encode("utf-8", "surrogatepass")
            self.digest.update(b"%d:" % len(data) + data)

    def _is_met(self, value: object) -> bool:
        number = self._met.setdefault(id(value), len(self._met))
        if number < len(self._kept):
            self._say("met", number)
            return True
        self._kept.append(value)
        return False

    def add(self, value: Any) -> None:
        if value is None or value is Ellipsis or type(value) in (bool, int, float, complex, str, bytes):
            self._say(type(value).__name__, repr(value))
        elif type(value) in (set, frozenset):
            self._say("set", *sorted(self._alone(member) for member in value))
        elif isinstance(value, types.ModuleType):
            self._say("module", value.__name__)
        elif type(value) is tuple:
            # Compilers make one of equal constants, or they do not.
            self._say("tuple", len(value))
            self._add_all(value)
        elif isinstance(value, type):
            self.add_class(value)
        elif self._is_met(value):
            pass
        elif type(value) is list:
            self._say("list", len(value))
            self._add_all(value)
        elif type(value) is dict:
            self._say("dict", len(value))
            self._add_all(part for pair in value.items() for part in pair)
        elif isinstance(value, types.MappingProxyType):
            self._say("proxy")
            self.add(dict(value))
        elif isinstance(value, types.FunctionType):
            self._add_function(value)
        elif isinstance(value, types.CodeType):
            self._add_code(value)
        elif isinstance(value, property):
            self._say("property")
            self._add_all([value.fget, value.fset, value.fdel])
        elif isinstance(value, types.MethodType):
            self._say("method")
            self._add_all([value.__func__, value.__self__])
        elif isinstance(value, functools.cached_property):
            self._say("cached property")
            self.add(value.func)
        elif callable(getattr(value, "__wrapped__", None)):
            # A static or a class method, or what functools has wrapped.
            self._say("wrapped", type(value).__name__)
            self.add(value.__wrapped__)
        elif isinstance(value, (types.BuiltinFunctionType, types.MethodDescriptorType, types.WrapperDescriptorType)):
            self._say("builtin", getattr(value, "__module__", None), value.__qualname__)
        elif isinstance(value, (types.MemberDescriptorType, types.GetSetDescriptorType)):
            self._say("slot", value.__name__)
        else:
            # As a copy would be made; what cannot be copied raises a TypeError.
            reduce = copyreg.dispatch_table.get(type(value))
            made = reduce(value) if reduce else value.__reduce_ex__(2)
            self._say("object")
            self.add_class(type(value))
            self.add(made if isinstance(made, str) else [_listed(part) for part in made])

    def _add_all(self, values: Iterable[Any]) -> None:
        for value in values:
            self.add(value)

    def _alone(self, value: object) -> str:
        """The hash of one member of a set, which has no order."""
        alone = _Content(self._exactly)
        alone.add(value)
        return alone.digest.hexdigest()

    def add_class(self, kind: type) -> None:
        if not _is_own(kind.__module__):
            self._say("class", kind.__module__, kind.__qualname__)
            return
        # A class is the same in a notebook and in a module.
        self._say("class", kind.__name__)
        if self._is_met(kind):
            return
        self._add_all(kind.__bases__)
        for name, value in vars(kind).items():
            if name not in _SKIPPED:
                self._say(name)
                self.add(value)

    def _add_function(self, function: types.FunctionType) -> None:
        self._say("function", function.__name__)
        if not _is_own(function.__module__):
            self._say(function.__module__)
            return
        code = function.__code__
        text = None if self._exactly else _text(function)
        if text is None:
            self._add_code(code)
        else:
            self._say(text)
        self._add_all([function.__defaults__, function.__kwdefaults__, vars(function)])
        for cell in function.__closure__ or ():
            try:
                self.add(cell.cell_contents)
            except ValueError:
                self._say("empty")
        for name in sorted(_globals(code) & function.__globals__.keys()):
            value = function.__globals__[name]
            self._say(name)
            self.add(value)
            if isinstance(value, types.ModuleType) and _is_own(value.__name__):
                for inner in sorted(_names(code) & vars(value).keys()):
                    self._say(inner)
                    self.add(vars(value)[inner])

    def _add_code(self, code: types.CodeType) -> None:
        self._say("code", code.co_code, code.co_flags, code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount)
        self._add_all([code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars])
        for constant in code.co_consts:
            self.add(constant)


def _listed(part: Any) -> Any:
    return list(part) if hasattr(part, "__next__") else part


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """That of a function, and those of the functions inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _codes(constant)


def _globals(code: types.CodeType) -> set[str]:
    """The names of its module that a function looks up; attributes have other instructions."""
    steps = (step for part in _codes(code) for step in dis.get_instructions(part))
    return {str(step.argval) for step in steps if step.opname in ("LOAD_GLOBAL", "LOAD_NAME")}


def _names(code: types.CodeType) -> set[str]:
    """The same, and the names of attributes."""
    return {name for part in _codes(code) for name in part.co_names}


def _text(function: types.FunctionType) -> str | None:
    # Several functions without a name may stand on one line.
    if function.__name__ == "<lambda>":
        return None
    try:
        return textwrap.dedent(inspect.getsource(function))
    except (OSError, TypeError, SyntaxError):
        return None


@functools.lru_cache(maxsize=1024)
def _is_own(module: str | None) -> bool:
    """Whether a module is the user's: neither Python's, nor installed, nor ours."""
    if module is None or module == "__main__":
        return True
    first = module.partition(".")[0]
    if first in sys.stdlib_module_names or first == __name__.partition(".")[0]:
        return False
    file = getattr(sys.modules.get(module), "__file__", None)
    return file is None or not (file.startswith(_INSTALLED) or "-packages" in file)
