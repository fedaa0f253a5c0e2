# SPDX-License-Identifier: Apache-2.0
"""Errors on their way in and out."""

import threading
import traceback

from .library import ffi, lib, text


class LayoutError(Exception):
    """An error of the library: a code, a message and a remedy."""

    def __init__(self, code, message, remedy="", plugin=None, call=None):
        super().__init__(f"{message} [{code}]")
        self.code, self.message, self.remedy = code, message, remedy
        self.plugin, self.call = plugin, call

    @classmethod
    def borrowed(cls, error):
        """The error behind a pointer that stays the library's."""
        return cls(
            text(lib.lh_error_code(error)), text(lib.lh_error_message(error)),
            text(lib.lh_error_remedy(error)), text(lib.lh_error_plugin(error)),
            text(lib.lh_error_call(error)))


class _Call(threading.local):
    """The innermost call of a thread: the exception that one of its callbacks raised last."""
    raised = None


_call = _Call()
#: The codes of an error that a callback caused: of a view's own, and of an answer to a query.
_CODES = ("callback-failed", "query-failed")


def checked(function, *arguments):
    """Calls a function that can fail, with a place for its error behind the arguments.

    The exception of a callback that failed is the cause of the error. One that ends a program, such as
    KeyboardInterrupt, is raised itself, also when the call succeeds."""
    place = ffi.new("lh_error **")
    # A callback may call too: what it raised belongs to the call that runs it.
    outer, _call.raised = _call.raised, None
    try:
        result = function(*arguments, place)
        raised = _call.raised
    finally:
        _call.raised = outer
    error = None
    if place[0] != ffi.NULL:
        error = LayoutError.borrowed(place[0])
        lib.lh_error_free(place[0])
    if _ends(raised):
        raise raised
    if error is not None:
        raise error from raised if error.code in _CODES else None
    return result


def _ends(exception):
    """True for an exception that ends a program, or a test, and is no failure of a callback."""
    return exception is not None and not isinstance(exception, Exception)


def refuse(place, exception):
    """Gives a Python exception to the library as the error of a callback."""
    if not _ends(_call.raised):
        _call.raised = exception
    if place != ffi.NULL:
        words = f"{type(exception).__name__}: {exception}"
        place[0] = lib.lh_error_new(b"callback-failed", words.encode("utf-8", "replace"))


def unheard(exception_type, exception, trace):
    """Prints an exception of a callback that cannot fail; one that ends a program is left to the call."""
    if _ends(exception):
        _call.raised = exception
    else:
        traceback.print_exception(exception_type, exception, trace)
