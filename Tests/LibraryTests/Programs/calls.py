# SPDX-License-Identifier: Apache-2.0
"""Calls functions of the C library with wrong arguments: the result must be an error, never a trap.

    calls.py bad             each function with null, with freed objects, and with NaN
    calls.py random N SEED   N calls in a random order with random arguments, some of them good
"""

import math
import random
import re
import sys
import tempfile
from pathlib import Path

import layouthost as lh
from layouthost import ffi, lib
from layouthost.library import table

DECLARATIONS = (Path(lh.__file__).parent / "declarations.h").read_text()
NAMES = sorted(set(re.findall(r"\b(lh_[a-z_]+)\(", DECLARATIONS)))
FUNCTIONS = {name: ffi.typeof(getattr(lib, name)) for name in NAMES}
OBJECTS = ["view", "layout", "loading", "cell", "batch", "snapshot", "library", "error"]
NUMBERS = [math.nan, math.inf, -math.inf, -1.0, 0.0, 1e308, -1e308, 1e-308, 1e15, 0.5, 3.0, 200.0]
INTEGERS = [0, 1, 2, 3, 5, 7, 31, 99, 2**31, 2**32 - 1, 2**63 - 1, 2**64 - 1]


def name_of(kind):
    return kind.item.cname if kind.kind == "pointer" else kind.cname


def takes_error(kind):
    return bool(kind.args) and kind.args[-1].cname == "lh_error * *"


class Bad:
    """Arguments that are wrong in one way."""

    def __init__(self, number, pointer):
        self.number, self.pointer = number, pointer

    def make(self, kind):
        if kind.kind == "function":
            return ffi.NULL
        if kind.kind == "pointer":
            return ffi.cast(kind, self.pointer)
        if kind.kind == "struct":
            made = ffi.new(f"{kind.cname} *")
            for field, of in kind.fields:
                setattr(made, field, self.make(of.type))
            return made[0]
        if kind.cname in ("double", "float"):
            return self.number
        return True if kind.cname == "_Bool" else 2**31 - 1


def call_bad():
    """Every function with null objects and arguments, freed objects, and NaN."""
    dead = lh.Layout("flow")._layout
    lib.lh_layout_free(dead)
    silent = []
    for name, kind in FUNCTIONS.items():
        if name in ("lh_free",):
            continue
        for pointer in (0, int(ffi.cast("uintptr_t", dead)), 1 << 40 | 77):
            for number in (math.nan, math.inf, -1.0):
                bad = Bad(number, pointer)
                error = ffi.new("lh_error **")
                arguments = [bad.make(of) for of in kind.args]
                # A pointer that must be readable may be null or valid; the library cannot check a
                # wrong address.
                for index, of in enumerate(kind.args):
                    if of.kind == "pointer" and not is_object(of):
                        arguments[index] = ffi.NULL
                if takes_error(kind):
                    arguments[-1] = error
                result = getattr(lib, name)(*arguments)
                if takes_error(kind):
                    if error[0] == ffi.NULL:
                        silent.append(f"{name} with {number}, {pointer:#x} gave no error")
                    else:
                        failed = lh.LayoutError.borrowed(error[0])
                        assert failed.code and failed.message, name
                        lib.lh_error_free(error[0])
                        getattr(lib, name)(*arguments[:-1], ffi.NULL)
                if name in ("lh_error_new", "lh_batch_new", "lh_snapshot_new"):
                    getattr(lib, name.replace("_new", "_free"))(result)
    # These succeed without input: an empty list of directories is a list.
    allowed = ("lh_library_new",)
    silent = [line for line in silent if not line.startswith(allowed)]
    assert not silent, "\n".join(silent)
    print(f"{len(FUNCTIONS)} functions refuse what is wrong")


def is_object(kind):
    return kind.kind == "pointer" and name_of(kind).replace("lh_", "") in OBJECTS


def call_good_objects_with_bad_numbers():
    """Functions of a live view and layout with NaN and wrong numbers, and null for every pointer."""
    count = 0
    for name, kind in FUNCTIONS.items():
        has_number = any(of.cname in ("double", "lh_insets") for of in kind.args)
        if not has_number or not takes_error(kind):
            continue
        for number in (math.nan, math.inf, -math.inf):
            view = lh.View("flow", (300, 200), items=range(50))
            view.advance(0)
            cell, layout = lib.lh_view_cell(view._view, (0, 0)), view.layout
            good = {"lh_view": view._view, "lh_layout": layout._layout, "lh_cell": cell}
            bad = Bad(number, 0)
            arguments = [good.get(name_of(of)) if name_of(of) in good else bad.make(of) for of in kind.args]
            texts = {"const char *": b"itemSize", "char *": b"itemSize"}
            arguments = [
                ffi.new("char[]", b"itemSize") if of.cname in texts else argument
                for of, argument in zip(kind.args, arguments)]
            error = ffi.new("lh_error **")
            arguments[-1] = error
            getattr(lib, name)(*arguments)
            if error[0] == ffi.NULL and name not in ("lh_view_set_transition",):
                raise AssertionError(f"{name} took {number}")
            lib.lh_error_free(error[0])
            count += 1
    print(f"{count} calls with numbers that are none were refused")


class Player:
    """Plays random calls on a few views, layouts, batches and snapshots."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.pool = {name: [] for name in OBJECTS}
        self.scratch = tempfile.mkdtemp()
        self.kept = []
        self.tallies = [0, 0]
        self.depth = 0
        # Long, outside of the library, or covered elsewhere.
        self.without = {"lh_free", "lh_view_post", "lh_library_new"}
        self.names = [name for name in NAMES if name not in self.without]
        # Some views show the layout of one of these files, so some swaps are accepted.
        self.plugins = [one.path.encode() for one in lh.plugins() if one.layout in ("flow", "waterfall", "gallery")]

        @ffi.callback("int64_t(void *, uint32_t)", error=0)
        def count(_, section):
            self.maybe_call()
            return self.random.choice([0, 1, 7, 40, 40, 40, 300, -1 if self.random.random() < 0.02 else 12])

        @ffi.callback("bool(void *, lh_cell *, lh_path, lh_error **)", error=True)
        def bind(_, cell, path, error):
            self.pool["cell"] = self.pool["cell"][-50:] + [cell]
            self.maybe_call()
            return self.random.random() > 0.002

        @ffi.callback("void(void *)")
        def told(_):
            self.maybe_call()

        @ffi.callback("void(void *, uint32_t)")
        def phase(_, now):
            self.maybe_call()

        @ffi.callback("bool(void *, lh_path)", error=True)
        def consent(_, path):
            self.maybe_call()
            return self.random.random() < 0.8

        @ffi.callback("lh_path(void *, lh_path, lh_path)")
        def target(_, source, proposed):
            return self.value(ffi.typeof("lh_path"))

        self.count, self.bind, self.told, self.phase = count, bind, told, phase
        self.consent, self.target = consent, target

    def maybe_call(self):
        """Calls into the library from inside a callback, now and then."""
        if self.depth < 2 and self.random.random() < 0.02:
            self.depth += 1
            self.one(self.random.choice(self.names))
            self.depth -= 1

    def text(self):
        words = [b"flow", b"waterfall", b"carousel", b"nothing", b"itemSize", b"spacing", b"header", b"cell",
                 b"[40, 30]", b"12", b"{", b"\xff\xfe", b"", b"sizeForItem", b"copy", b"png",
                 b"scrollDirection", b"horizontal"]
        made = ffi.new("char[]", self.random.choice(words))
        self.kept.append(made)
        return made

    def value(self, kind):
        r = self.random
        cname = kind.cname
        if kind.kind == "struct" and cname == "lh_path":
            return ffi.new("lh_path *", (r.choice([0, 0, 0, 1, 2**32 - 1]), r.choice([0, 1, 5, 39, 300, 2**32 - 1])))[0]
        if kind.kind == "struct":
            made = ffi.new(f"{cname} *")
            for field, of in kind.fields:
                if of.type.kind in ("primitive",):
                    setattr(made, field, self.value(of.type))
            return made[0]
        if cname == "_Bool":
            return r.random() < 0.5
        if cname in ("double", "float"):
            return r.choice(NUMBERS) if r.random() < 0.15 else r.uniform(-300, 900)
        top = 2 ** (8 * ffi.sizeof(kind)) - 1
        signed = int(ffi.cast(kind, -1)) < 0
        chosen = r.choice(INTEGERS) if r.random() < 0.1 else r.randrange(12)
        return min(chosen, top >> 1 if signed else top)

    def pointer(self, kind):
        r = self.random
        name = name_of(kind)
        if is_object(kind):
            pool = self.pool[name.replace("lh_", "")]
            if pool and r.random() < 0.97:
                return r.choice(pool)
            return ffi.cast(kind, r.choice([0, 1, 1 << 32 | 3, 2**63 + 5]))
        if r.random() < 0.02:
            return ffi.NULL
        if name == "char":
            return self.text()
        if kind.item.kind == "struct":
            made = ffi.new(f"{name}[16]")
            if kind.item.fields and kind.item.fields[0][0] == "struct_size":
                made[0].struct_size = ffi.sizeof(name) if r.random() < 0.97 else r.choice([0, 3, 4, 2**32 - 1])
                self.dress(name, made[0])
            else:
                for index in range(16):
                    if name != "lh_value":
                        made[index] = self.value(kind.item)
                    else:
                        made[index].type = r.choice([0, 1, 2, 3, 4, 5, 6, 7, 10])
                        getattr(made[index], "as").integer = r.choice(INTEGERS[:8])
            self.kept.append(made)
            return made
        if kind.item.kind == "primitive":
            made = ffi.new(f"{name}[16]", [self.value(kind.item) for _ in range(16)])
            self.kept.append(made)
            return made
        return ffi.NULL

    def dress(self, name, made):
        """Fills a table with usual values."""
        if name == "lh_data_source":
            if self.random.random() < 0.7:
                made.item_count = self.count
            made.bind = self.bind
            made.can_move = self.consent
        elif name == "lh_delegate":
            made.did_scroll = self.told
            made.did_change_phase = self.phase
            made.should_select = made.should_highlight = made.should_show_menu = self.consent
            made.move_target = self.target
        elif name == "lh_animation":
            made.course, made.duration = self.random.randrange(8), self.value(ffi.typeof("double"))
            made.damping, made.response = 0.7, self.value(ffi.typeof("double"))
        elif name in ("lh_scroll_options",):
            made.flags = self.random.randrange(64)

    def one(self, name):
        kind = FUNCTIONS[name]
        r = self.random
        arguments = []
        for of in kind.args:
            if takes_error(kind) and of is kind.args[-1]:
                arguments.append(ffi.new("lh_error **"))
            elif of.kind == "function":
                arguments.append(ffi.NULL)
            elif of.kind == "pointer":
                arguments.append(self.pointer(of))
            else:
                arguments.append(self.value(of))
        # A count belongs to the list before it.
        for index, of in enumerate(kind.args[1:], 1):
            before = kind.args[index - 1]
            if of.cname in ("size_t", "unsigned long", "uint32_t", "unsigned int") and before.kind == "pointer" \
                    and not is_object(before) and name_of(before) not in ("char",):
                arguments[index] = r.randrange(4)
        if name == "lh_view_advance" and r.random() < 0.95:
            arguments[1] = lib.lh_view_time(arguments[0]) + r.choice([0, 1 / 60, 0.2])
        if name == "lh_view_write_picture":
            return
        if name in ("lh_view_draw_picture",) and r.random() < 0.95:
            return
        if name.endswith("_free") and r.random() < 0.8:
            return
        if name in ("lh_view_follow_directory",):
            if r.random() < 0.8:
                return
            arguments[1] = ffi.new("char[]", self.scratch.encode())
        if name == "lh_view_swap":
            if r.random() < 0.85:
                return
            arguments[1] = ffi.new("char[]", r.choice([*self.plugins, b"/nothing.so"]))
        if name in ("lh_layout_new", "lh_layout_begin", "lh_view_new") and len(self.pool["view"]) > 6:
            return
        if name == "lh_layout_begin":
            arguments[0] = ffi.new("char[]", r.choice([b"flow", b"waterfall", b"nothing"]))
            options = table("lh_layout_options")
            options.tier = r.choice([0, 0, 0, 0, 1, 3, 9])
            arguments[1] = r.choice([ffi.NULL, options])
        if name == "lh_loading_poll" and r.random() < 0.95:
            arguments[1] = ffi.new("lh_layout **")
        if name == "lh_layout_new":
            arguments[0] = ffi.new("char[]", r.choice([b"flow", b"waterfall", b"carousel", b"gallery"]))
            arguments[1] = ffi.NULL
        if name == "lh_view_new" and r.random() < 0.9:
            arguments[1:3] = 300.0, 200.0
        result = getattr(lib, name)(*arguments)
        self.tallies[1] += 1
        if takes_error(kind) and arguments[-1][0] != ffi.NULL:
            lib.lh_error_free(arguments[-1][0])
        else:
            self.tallies[0] += 1
        returned = kind.result
        if name == "lh_loading_poll" and result and arguments[1][0] != ffi.NULL:
            self.pool["layout"].append(arguments[1][0])
        if name == "lh_view_recording":
            lib.lh_free(result)
        if name == "lh_view_draw_picture" and result and arguments[3] != ffi.NULL:
            lib.lh_free(arguments[3][0])
        if returned.kind == "pointer" and is_object(returned) and result != ffi.NULL:
            pool = self.pool[name_of(returned).replace("lh_", "")]
            pool.append(result)
            if len(pool) > 12 and name_of(returned) != "lh_cell":
                gone = pool.pop(0)
                getattr(lib, name_of(returned) + "_free")(gone)

    def play(self, count):
        """Plays `count` calls."""
        for name in ("lh_layout_new", "lh_layout_new", "lh_view_new", "lh_batch_new", "lh_snapshot_new"):
            self.one(name)
        for _ in range(count):
            self.one(self.random.choice(self.names))
            if len(self.kept) > 400:
                del self.kept[:200]
        for view in self.pool["view"]:
            lib.lh_view_free(view)
        for layout in self.pool["layout"]:
            lib.lh_layout_free(layout)
        for loading in self.pool["loading"]:
            lib.lh_loading_free(loading)


if __name__ == "__main__":
    if sys.argv[1] == "bad":
        call_bad()
        call_good_objects_with_bad_numbers()
    else:
        wanted, seed = int(sys.argv[2]), int(sys.argv[3])
        good = total = 0
        while total < wanted:
            player = Player(seed)
            print(f"seed {seed}", flush=True)
            player.play(min(wanted - total, 5000))
            good, total, seed = good + player.tallies[0], total + max(player.tallies[1], 1), seed + 1
        print(f"{total} calls, {good} without an error")
