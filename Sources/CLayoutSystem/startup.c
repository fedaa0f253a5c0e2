// SPDX-License-Identifier: Apache-2.0
//
// What a program finds when it starts: the words of the command line as the kernel gave them (Swift reads
// /proc for them, and mends what is not UTF-8 without a word), and its standard streams.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>

#include "CLayoutSystem.h"

static int argument_count;
static char **argument_values;

/// glibc gives constructors what it gives `main`.
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
