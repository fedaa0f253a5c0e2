# SPDX-License-Identifier: Apache-2.0
"""Layouts: what there is, and what can be set on them."""

import itertools
import json
import weakref
from collections import namedtuple

from .errors import LayoutError, checked, refuse, unheard
from .library import ffi, lib, table, text

#: A setting of a layout: its name, type, help, unit, default, least and most number, and cases.
Property = namedtuple("Property", "name type help unit default minimum maximum cases")
#: A layout of a plugin file: its id, the plugin's id and version, the path, and why it is refused, or None.
Plugin = namedtuple("Plugin", "layout plugin version path refusal")

_TIERS = {"auto": 0, "in-process": 1, "worker": 2, "sandboxed": 3}
_TYPES = ["none", "bool", "integer", "number", "case", "point", "size", "insets", "text", "array", "index"]
_ENUMERATION = _TYPES.index("case")
_FIELDS = {5: ("x", "y"), 6: ("width", "height"), 7: ("top", "left", "bottom", "right")}
#: The member that holds an answer, by its type.
_MEMBERS = {1: "integer", 2: "integer", 3: "number", 4: "integer", 5: "point", 6: "size", 7: "insets",
            10: "integer"}
#: The answers to many items, by type: in memory, and as NaN, which stands for "no answer".
_NAN = float("nan")
_MANY = {3: ("double", _NAN), 5: ("lh_point", (_NAN,) * 2), 6: ("lh_size", (_NAN,) * 2),
         7: ("lh_insets", (_NAN,) * 4)}


def read_value(value, cases=()):
    """A value of the library as Python has it: sizes and their kin are tuples, one of `cases` is its name."""
    kind, held = value.type, getattr(value, "as")
    if kind == _ENUMERATION and held.integer < len(cases):
        return cases[held.integer]
    if kind in _FIELDS:
        held = (held.point, held.size, held.insets)[kind - 5]
        return tuple(getattr(held, field) for field in _FIELDS[kind])
    if kind == 9:
        return [held.array.values[index] for index in range(held.array.count)]
    return {0: lambda: None, 1: lambda: bool(held.integer), 3: lambda: held.number,
            8: lambda: text(held.text)}.get(kind, lambda: held.integer)()


def plugins(directories=()):
    """Every layout that can be found, refused ones included; nothing of them is run."""
    names = [ffi.new("char[]", str(name).encode()) for name in directories]
    library = checked(lib.lh_library_new, ffi.new("char *[]", names), len(names))
    found, out = [], table("lh_plugin")
    for index in range(lib.lh_library_count(library)):
        checked(lib.lh_library_get, library, index, out)
        found.append(Plugin(*(text(getattr(out, name)) for name in Plugin._fields)))
    lib.lh_library_free(library)
    return found


def layout_options(keep, tier="auto", trust_once=False, supervised=False, directories=(), memory_limit=0,
                   deadline=0.0):
    """The options of layouts as a table; `keep` receives what has to outlive the call."""
    options = table("lh_layout_options")
    if tier not in _TIERS:
        raise LayoutError("invalid-argument", f"there is no tier {tier}; use one of {', '.join(_TIERS)}")
    options.tier = _TIERS[tier]
    options.flags = trust_once * lib.LH_LAYOUT_TRUST_ONCE | supervised * lib.LH_LAYOUT_SUPERVISED
    names = [ffi.new("char[]", str(name).encode()) for name in directories]
    listed = ffi.new("char *[]", names)
    keep.extend([names, listed])
    options.directories, options.directory_count = listed, len(names)
    options.memory_limit, options.deadline = memory_limit, deadline
    return options


class _Answer:
    """A function that answers a query of this type."""

    def __init__(self, function, asked):
        self.function, self.kind, self.of_section = function, asked.type, asked.is_for_section


# A version that is swapped in asks the answers of its predecessor, which takes over again if the new one
# fails. So the library tells when an answer is asked no more, and it has a number in place of an address: one
# that is gone is no answer. Layouts and views keep the answers, and this module does not: a function may know
# its view, and both are then collected together.
_asked = weakref.WeakValueDictionary()
_numbers = itertools.count(1)


def _number(data):
    return int(ffi.cast("uintptr_t", data))


@ffi.callback("void(void *)", onerror=unheard)
def _release(data):
    _asked.pop(_number(data), None)


def drop_released(answers):
    """Drops the answers that no layout asks any more."""
    for number in [one for one in list(answers) if one not in _asked]:
        answers.pop(number, None)


@ffi.callback("int32_t(void *, uint32_t, uint32_t, uint32_t, void *, lh_error **)",
              error=lib.LH_ANSWER_FAILED, onerror=unheard)
def _many(data, section, first, count, out, error):
    try:
        answer = _asked.get(_number(data))
        if answer is None:
            return lib.LH_ANSWER_NONE
        name, none = _MANY[answer.kind]
        place = ffi.cast(f"{name} *", out)
        for index in range(count):
            path = (first + index, 0) if answer.of_section else (section, first + index)
            value = answer.function(*path)
            place[index] = none if value is None else value
        return lib.LH_ANSWER_ALL
    except BaseException as exception:
        refuse(error, exception)
        return lib.LH_ANSWER_FAILED


@ffi.callback("int32_t(void *, lh_path, const lh_value *, uint32_t, lh_value *, lh_error **)",
              error=lib.LH_ANSWER_FAILED, onerror=unheard)
def _one(data, path, arguments, count, out, error):
    try:
        answer = _asked.get(_number(data))
        value = answer and answer.function(
            path.section, path.item, *(read_value(arguments[index]) for index in range(count)))
        if value is None:
            return lib.LH_ANSWER_NONE
        out.type = answer.kind
        setattr(getattr(out, "as"), _MEMBERS[answer.kind], value)
        return lib.LH_ANSWER_ALL
    except BaseException as exception:
        refuse(error, exception)
        return lib.LH_ANSWER_FAILED


class Layout:
    """A live layout, by its id or the path of a plugin. Properties are read and set like a dictionary's:
    `layout["itemSize"] = (120, 60)`.

    `tier` is one of the names in `docs/security.md`, or "auto"; `trust_once` lets "auto" run any file in this
    process. `deadline` is the time in seconds that a worker may take for a call, `math.inf` for no limit. With 0
    each kind of call has limits of its own, and the layout is restarted automatically after it crashed or hung;
    `supervised` restarts one with a deadline too. `memory_limit` is the bytes that a worker may have, 0 for 2 GiB,
    and `directories` are searched for the plugin before the standard ones."""

    def __init__(self, name, **options):
        keep = []
        self._layout = checked(lib.lh_layout_new, str(name).encode(), layout_options(keep, **options))
        self._answers = {}

    @classmethod
    def _of(cls, pointer, answers):
        self = cls.__new__(cls)
        self._layout, self._answers = pointer, answers
        return self

    def __del__(self):
        if getattr(self, "_layout", None) is not None:
            lib.lh_layout_free(self._layout)

    @property
    def id(self):
        """The id, such as "flow"."""
        return text(lib.lh_layout_id(self._layout))

    @property
    def file(self):
        """The path of its plugin."""
        return text(lib.lh_layout_file(self._layout))

    def properties(self):
        """The properties, in the order declared."""
        out, found = table("lh_property"), []
        for index in range(lib.lh_layout_property_count(self._layout)):
            checked(lib.lh_layout_get_property, self._layout, index, out)
            cases = [text(out.cases[number]) for number in range(out.case_count)]
            found.append(Property(
                text(out.name), _TYPES[out.type], text(out.help), text(out.unit),
                read_value(out.default_value, cases), out.minimum, out.maximum, cases))
        return found

    def __getitem__(self, name):
        out = ffi.new("lh_value *")
        checked(lib.lh_layout_get, self._layout, name.encode(), out)
        if out.type != _ENUMERATION:
            return read_value(out[0])
        return read_value(out[0], next((one.cases for one in self.properties() if one.name == name), ()))

    def __setitem__(self, name, value):
        if value is None:
            return checked(lib.lh_layout_set, self._layout, name.encode(), ffi.new("lh_value *"))
        if isinstance(value, str):
            return checked(lib.lh_layout_set_text, self._layout, name.encode(), value.encode())
        checked(lib.lh_layout_set_json, self._layout, name.encode(),
                json.dumps(value, allow_nan=False).encode())

    def _query(self, name):
        out = table("lh_query")
        for index in range(lib.lh_layout_query_count(self._layout)):
            checked(lib.lh_layout_get_query, self._layout, index, out)
            if text(out.name) == name:
                return out
        raise LayoutError("unknown-query", f"{self.id} asks no query {name}")

    def answer(self, query, function):
        """Answers a query: `function(section, item)` returns a value, a tuple for sizes, or None to leave
        the item to the layout's property. Arguments of the query follow the item.

        A layout that asks for many items at once gets an integer, bool, case or index for all of them, or
        for none: these types have no value for "no answer", so a mixture fails with `query-failed`."""
        asked = self._query(query)
        if asked.type not in _MEMBERS:
            raise LayoutError("query-signature", f"{query} wants {_TYPES[asked.type]}; answer it in C")
        number, bound = next(_numbers), table("lh_answer")
        self._answers[number] = _asked[number] = _Answer(function, asked)
        bound.data, bound.release = ffi.cast("void *", number), _release
        if asked.type in _MANY and not asked.argument_count:
            bound.many = _many
        else:
            bound.one = _one
        try:
            checked(lib.lh_layout_answer, self._layout, query.encode(), bound)
        except LayoutError:
            _asked.pop(number)
            raise
        finally:
            drop_released(self._answers)

    def invalidate(self):
        """Forgets everything that the layout worked out."""
        checked(lib.lh_layout_invalidate, self._layout)

    def restart(self):
        """Makes a new instance after a crash, with the properties set so far."""
        checked(lib.lh_layout_restart, self._layout)
