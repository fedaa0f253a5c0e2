# SPDX-License-Identifier: Apache-2.0
"""Layouts: what there is, and what can be set on them."""

import json
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
_ANSWERS = {1: "uint8_t", 2: "int64_t", 3: "double", 4: "int64_t", 5: "lh_point", 6: "lh_size",
            7: "lh_insets", 10: "uint32_t"}


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


class Layout:
    """A live layout, by its id or the path of a plugin. Properties are read and set like a dictionary's:
    `layout["itemSize"] = (120, 60)`."""

    def __init__(self, name, **options):
        keep = []
        self._layout = checked(lib.lh_layout_new, str(name).encode(), layout_options(keep, **options))
        self._answers = {}

    @classmethod
    def _of(cls, pointer):
        self = cls.__new__(cls)
        self._layout, self._answers = pointer, {}
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
        the item to the layout's property."""
        asked = self._query(query)
        kind, of_section = asked.type, asked.is_for_section

        @ffi.callback("int32_t(void *, uint32_t, uint32_t, uint32_t, void *, lh_error **)",
                      error=lib.LH_ANSWER_FAILED, onerror=unheard)
        def many(_, section, first, count, out, error):
            try:
                place = ffi.cast(f"{_ANSWERS[kind]} *", out)
                for index in range(count):
                    path = (first + index, 0) if of_section else (section, first + index)
                    value = function(*path)
                    if value is None:
                        # A number that is none stands for "no answer"; other types have no such value.
                        value = float("nan") if kind == 3 else [float("nan")] * len(_FIELDS[kind])
                    place[index] = value
                return lib.LH_ANSWER_ALL
            except BaseException as exception:
                refuse(error, exception)
                return lib.LH_ANSWER_FAILED

        bound = table("lh_answer")
        bound.many = many
        checked(lib.lh_layout_answer, self._layout, query.encode(), bound)
        self._answers[query] = many

    def invalidate(self):
        """Forgets everything that the layout worked out."""
        checked(lib.lh_layout_invalidate, self._layout)

    def restart(self):
        """Makes a new instance after a crash, with the properties set so far."""
        checked(lib.lh_layout_restart, self._layout)
