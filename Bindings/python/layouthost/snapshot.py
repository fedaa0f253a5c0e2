# SPDX-License-Identifier: Apache-2.0
"""Data as identities: the view finds out what changed."""

from .errors import checked
from .library import ffi, lib


class Identities:
    """Numbers for items: equal items have one number for as long as it lives."""

    def __init__(self):
        self._numbers, self._items = {}, []

    def number(self, item):
        """The number of an item, which must be hashable."""
        number = self._numbers.setdefault(item, len(self._items))
        self._items[number:number + 1] = [item]
        return number

    def item(self, number):
        """The item of a number; of equal ones the last that was given."""
        return self._items[number]


class Snapshot:
    """Sections of items. Each item, any hashable value, may be in it once."""

    def __init__(self, sections=()):
        self.sections = [list(items) for items in sections]

    def append(self, items):
        """Adds items at the end of the last section."""
        if not self.sections:
            self.sections.append([])
        self.sections[-1].extend(items)

    def _make(self, identities):
        """The library's snapshot; the caller frees it."""
        made = lib.lh_snapshot_new()
        try:
            checked(lib.lh_snapshot_append_sections, made, list(range(len(self.sections))),
                    len(self.sections))
            for section, items in enumerate(self.sections):
                numbers = [identities.number(item) for item in items]
                checked(lib.lh_snapshot_append_items, made, section, ffi.new("lh_id[]", numbers),
                        len(numbers))
        except Exception:
            lib.lh_snapshot_free(made)
            raise
        return made
