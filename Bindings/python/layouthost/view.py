# SPDX-License-Identifier: Apache-2.0
"""A collection view."""

from collections import namedtuple

from .errors import LayoutError, checked, refuse, unheard
from .layout import Layout, drop_released, read_value
from .library import ffi, lib, table, text
from .snapshot import Identities, Snapshot

#: What is on screen: "cell", "supplementary" or "decoration", its kind's number, the path, the frame as
#: (x, y, width, height), opacity, order, the transform as 16 numbers or None, and what it is.
Element = namedtuple(
    "Element", "category kind path frame alpha z_index transform hidden leaving selected id")
_CATEGORIES = ["cell", "supplementary", "decoration"]
_COURSES = {"standard": 0, "linear": 1, "ease-in": 2, "ease-out": 3, "ease-in-out": 4, "spring": 5}
_KEYS = ["up", "down", "left", "right", "page-up", "page-down", "home", "end", "space", "a", "escape"]
_MODES = ["none", "single", "multiple"]
_PHASES = ["began", "ended", "cancelled", "held"]
_SCROLL_PHASES = ["idle", "dragging", "moving"]
#: The functions of a delegate, by the names that a program gives them.
_TOLD = {
    "on_scroll": ("did_scroll", "void(void *)"),
    "on_phase": ("did_change_phase", "void(void *, uint32_t)"),
    "on_select": ("did_select", "void(void *, lh_path)"),
    "on_deselect": ("did_deselect", "void(void *, lh_path)"),
    "on_event": ("event", "void(void *, const char *, const lh_value *, uint32_t)"),
    "on_swap": ("swapped", "void(void *, const char *)"),
    "on_layout_failed": (
        "layout_failed", "void(void *, const char *, const char *, const lh_error *)"),
}


def _plain(argument):
    """An argument of a callback as Python has it."""
    kind = ffi.typeof(argument) if isinstance(argument, ffi.CData) else None
    if kind is None:
        return argument
    if kind is ffi.typeof("lh_path"):
        return argument.section, argument.item
    if kind.cname == "char *":
        return text(argument)
    return LayoutError.borrowed(argument)


class Animation:
    """The course of a change: "standard", "linear", "ease-in", "ease-out", "ease-in-out" or "spring"."""

    def __init__(self, course="standard", duration=0.3, damping=0.8, response=0.4):
        self._table = table("lh_animation")
        self._table.course, self._table.duration = _COURSES[course], duration
        self._table.damping, self._table.response = damping, response


def _animation(how):
    """The table of an animation: of `True` the view's own, of `False` or `None` none."""
    if isinstance(how, Animation):
        return how._table
    return table("lh_animation") if how else ffi.NULL


class Cell:
    """A cell while `bind` fills it for an item. Keep nothing of it but its `id`."""

    def __init__(self, pointer):
        self._cell = pointer

    @property
    def id(self):
        """From 0, in the order in which the view made its cells."""
        return lib.lh_cell_id(self._cell)

    @property
    def binding(self):
        """A number that grows each time that the cell is filled."""
        return lib.lh_cell_binding(self._cell)

    def text(self, words):
        """Shows lines of text."""
        checked(lib.lh_cell_set_text, self._cell, str(words).encode())

    def card(self, title, body=""):
        """Shows a title over text."""
        checked(lib.lh_cell_set_card, self._cell, title.encode(), body.encode())

    def picture(self, path, caption=""):
        """Shows a picture file."""
        checked(lib.lh_cell_set_picture, self._cell, str(path).encode(), caption.encode())

    def heading(self, title, detail=""):
        """Shows a heading."""
        checked(lib.lh_cell_set_heading, self._cell, title.encode(), detail.encode())

    def glyph(self, character, caption=""):
        """Shows one character with a caption."""
        checked(lib.lh_cell_set_glyph, self._cell, ord(character), caption.encode())


class View:
    """Shows items as a layout places them.

    `items` is a list, or a list of lists for sections. `bind(cell, item)` fills a cell, with `str(item)`
    unless given; `heading(cell, kind, section)` fills a header or footer. Items that are hashable and
    different may be exchanged with `apply`, which animates what changed.
    """

    def __init__(self, layout, size, items=(), bind=None, heading=None, **told):
        self._view, self._kept = None, []
        layout = layout if isinstance(layout, Layout) else Layout(layout)
        self._bind = bind or (lambda cell, item: cell.text(item))
        self._heading = heading or (lambda cell, kind, section: cell.heading(f"{kind} {section}"))
        self._identities = Identities()
        self._view = checked(lib.lh_view_new, layout._layout, *map(float, size))
        # The answers of all layouts that it shows: one that it shows no more may still be leaving.
        self._answers = {}
        self._keep_answers(layout)
        self._give_source()
        self._give_delegate(told)
        self.apply(items, animated=False)

    def __del__(self):
        if getattr(self, "_view", None) is not None:
            lib.lh_view_free(self._view)

    def _give_source(self):
        @ffi.callback("bool(void *, lh_cell *, lh_path, lh_error **)", error=False, onerror=unheard)
        def bind(_, cell, path, error):
            try:
                self._bind(Cell(cell), self._item(path))
                return True
            except BaseException as exception:
                refuse(error, exception)
                return False

        @ffi.callback("bool(void *, lh_cell *, const char *, lh_path, lh_error **)", error=False,
                      onerror=unheard)
        def bind_supplementary(_, cell, kind, path, error):
            try:
                self._heading(Cell(cell), text(kind), path.section)
                return True
            except BaseException as exception:
                refuse(error, exception)
                return False

        source = table("lh_data_source")
        source.bind, source.bind_supplementary = bind, bind_supplementary
        self._kept += [bind, bind_supplementary]
        checked(lib.lh_view_set_data_source, self._view, source)

    def _item(self, path):
        """The item at a path of what the library shows now: inside a call of `apply` the old or the new."""
        number = ffi.new("lh_id *")
        if not lib.lh_view_get_id(self._view, path, number):
            raise LookupError(f"there is no item {path.section}, {path.item}")
        return self._identities.item(number[0])

    def _give_delegate(self, told):
        delegate = table("lh_delegate")
        for name, function in told.items():
            if name not in _TOLD:
                raise TypeError(f"a view tells nothing as {name}; it tells {', '.join(_TOLD)}")
            slot, signature = _TOLD[name]
            callback = ffi.callback(signature, self._teller(slot, function), onerror=unheard)
            setattr(delegate, slot, callback)
            self._kept.append(callback)
        checked(lib.lh_view_set_delegate, self._view, delegate)

    @staticmethod
    def _teller(slot, function):
        if slot == "event":
            return lambda _, name, values, count: function(
                text(name), *(read_value(values[index]) for index in range(count)))
        if slot == "did_change_phase":
            return lambda _, phase: function(_SCROLL_PHASES[phase])
        return lambda _, *arguments: function(*map(_plain, arguments))

    def apply(self, items, animated=True):
        """Shows other items, a list or a list of lists, or a `Snapshot`; finds out what changed."""
        if not isinstance(items, Snapshot):
            items = list(items)
            nested = bool(items) and all(isinstance(part, list) for part in items)
            items = Snapshot(items if nested else [items])
        made = items._make(self._identities)
        try:
            checked(lib.lh_view_apply, self._view, made, _animation(animated))
        finally:
            lib.lh_snapshot_free(made)

    # Time and frames.

    def advance(self, time):
        """Moves the clock on to a time in seconds and shows what is due."""
        checked(lib.lh_view_advance, self._view, time)

    @property
    def time(self):
        """The time of the last frame."""
        return lib.lh_view_time(self._view)

    @property
    def needs_frame(self):
        """True when the next `advance` has something to show."""
        return lib.lh_view_needs_frame(self._view)

    def settle(self, step=1 / 60, limit=10.0):
        """Advances until nothing moves any more, or for `limit` seconds."""
        end = self.time + limit
        while self.needs_frame and self.time < end:
            self.advance(self.time + step)

    def elements(self):
        """The elements on screen."""
        listed = table("lh_element_list")
        checked(lib.lh_view_get_elements, self._view, listed)
        first, found = ffi.cast("char *", listed.first), []
        for index in range(listed.count):
            one = ffi.cast("lh_element *", first + index * listed.stride)
            found.append(Element(
                _CATEGORIES[one.category], one.kind, (one.path.section, one.path.item),
                (one.frame.x, one.frame.y, one.frame.width, one.frame.height), one.alpha, one.z_index,
                None if one.transform == ffi.NULL else list(ffi.unpack(one.transform, 16)),
                bool(one.flags & lib.LH_ELEMENT_HIDDEN), bool(one.flags & lib.LH_ELEMENT_LEAVING),
                bool(one.flags & lib.LH_ELEMENT_SELECTED), one.id))
        return found

    # The viewport and the layout.

    def resize(self, width, height, animated=False):
        """Gives the view another size."""
        checked(lib.lh_view_resize, self._view, width, height, _animation(animated))

    @property
    def layout(self):
        """The layout on screen, also one that was swapped in. Each access gives another object."""
        return Layout._of(lib.lh_view_layout(self._view), self._answers)

    def set_layout(self, layout, animated=True):
        """Shows another layout, by its id or made before."""
        layout = layout if isinstance(layout, Layout) else Layout(layout)
        before = layout._answers
        # First: a layout may take over although its first frame fails.
        self._keep_answers(layout)
        try:
            checked(lib.lh_view_set_layout, self._view, layout._layout, _animation(animated))
        except LayoutError as error:
            if error.code == "layout-in-use":
                layout._answers = before
            raise

    def _keep_answers(self, layout):
        self._answers.update(layout._answers)
        layout._answers = self._answers
        drop_released(self._answers)

    def swap(self, path, animated=True):
        """Replaces the layout by another version of it, from a file, with its properties and answers."""
        checked(lib.lh_view_swap, self._view, str(path).encode(), ffi.NULL, _animation(animated))

    def follow(self, directory):
        """Swaps in what is saved in a directory; `on_swap` and `on_layout_failed` hear of it."""
        name = ffi.NULL if directory is None else str(directory).encode()
        checked(lib.lh_view_follow_directory, self._view, name, ffi.NULL)

    def fileno(self):
        """A descriptor that is readable when `process` has something to do."""
        return checked(lib.lh_view_descriptor, self._view)

    def process(self):
        """Takes what came from a followed directory."""
        checked(lib.lh_view_process, self._view)

    # Scrolling and input.

    @property
    def offset(self):
        """The viewport's corner in the content."""
        offset = self._scroll().offset
        return offset.x, offset.y

    @property
    def content_size(self):
        """The extent of the content."""
        size = self._scroll().content_size
        return size.width, size.height

    @property
    def phase(self):
        """The phase of scrolling, as `on_phase` tells it: "idle", "dragging" or "moving"."""
        return _SCROLL_PHASES[self._scroll().phase]

    def _scroll(self):
        out = table("lh_scroll")
        checked(lib.lh_view_get_scroll, self._view, out)
        return out

    def set_offset(self, x, y, animated=False):
        """Sets the content offset."""
        checked(lib.lh_view_set_offset, self._view, x, y, animated)

    def scroll_to(self, section, item, position=0, animated=False):
        """Scrolls to an item; positions are `lib.LH_POSITION_…`."""
        checked(lib.lh_view_scroll_to, self._view, (section, item), position, animated)

    def drag(self, dx, dy, place=None):
        """A finger moves by (dx, dy)."""
        at = ffi.NULL if place is None else ffi.new("lh_point *", place)
        checked(lib.lh_view_drag, self._view, dx, dy, at)

    def release(self, velocity_x=0.0, velocity_y=0.0):
        """The finger lifts; returns where the content will rest."""
        target = ffi.new("lh_point *")
        checked(lib.lh_view_release, self._view, velocity_x, velocity_y, target)
        return target.x, target.y

    def wheel(self, dx, dy):
        """A wheel turns."""
        checked(lib.lh_view_wheel, self._view, dx, dy, ffi.NULL)

    def touch(self, phase, x, y):
        """A finger at a place: "began", "ended", "cancelled" or "held". Returns the item there, or None."""
        path, hit = ffi.new("lh_path *"), ffi.new("bool *")
        checked(lib.lh_view_touch, self._view, _PHASES.index(phase), x, y, path, hit)
        return (path.section, path.item) if hit[0] else None

    def press(self, key, modifiers=0, animated=False):
        """A key is pressed, such as "down" or "page-up"."""
        checked(lib.lh_view_press, self._view, _KEYS.index(key), modifiers, animated)

    # The selection.

    @property
    def selection(self):
        """The selected paths."""
        room = ffi.new("lh_path[]", max(1, lib.lh_view_selected_count(self._view)))
        count = lib.lh_view_get_selected(self._view, room, len(room))
        return [(room[index].section, room[index].item) for index in range(count)]

    def set_selection_mode(self, mode):
        """"none", "single" or "multiple"."""
        checked(lib.lh_view_set_selection_mode, self._view, _MODES.index(mode))

    def select(self, section, item):
        """Selects an item."""
        checked(lib.lh_view_select, self._view, (section, item))

    # Pictures and recordings.

    def write_picture(self, path, scale=2.0, dark=False, outline=False):
        """Draws the view into a file: PNG, SVG or PDF."""
        checked(lib.lh_view_write_picture, self._view, str(path).encode(), self._look(scale, dark, outline))

    def picture(self, format="png", scale=2.0, dark=False, outline=False):
        """The bytes of a picture of the view."""
        memory, count = ffi.new("uint8_t **"), ffi.new("size_t *")
        checked(lib.lh_view_draw_picture, self._view, format.encode(), self._look(scale, dark, outline),
                memory, count)
        made = bytes(ffi.buffer(memory[0], count[0]))
        lib.lh_free(memory[0])
        return made

    @staticmethod
    def _look(scale, dark, outline):
        look = table("lh_picture_options")
        look.scale = scale
        look.flags = dark * lib.LH_PICTURE_DARK | outline * lib.LH_PICTURE_OUTLINE
        return look

    def record(self):
        """Begins to write the session down."""
        checked(lib.lh_view_start_recording, self._view)

    def recording(self):
        """The session so far, as the text of a scenario."""
        memory = checked(lib.lh_view_recording, self._view)
        made = text(memory)
        lib.lh_free(memory)
        return made
