// SPDX-License-Identifier: Apache-2.0
//
// The environment of a starting program: the words of the command line from the kernel (Swift reads
// /proc for them, and silently replaces invalid UTF-8), and its standard streams.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>

#include "CLayoutSystem.h"

static int argument_count;
static char **argument_values;

/// glibc passes constructors the arguments of `main`.
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
  argument_count = count;
  argument_values = values;
}

int layout_sys_argument_count(void) { return argument_count; }

const char *layout_sys_argument(int index) {
  return index >= 0 && index < argument_count ? argument_values[index] : 0;
}

void layout_sys_hold_standard_streams(void) {
  int saved = errno;
  for (int stream = 0; stream <= 2; stream++) {
    // A file that can neither be read nor written gets the lowest free number.
    if (fcntl(stream, F_GETFD) < 0 && errno == EBADF) open("/", O_PATH | O_CLOEXEC);
  }
  errno = saved;
}
