// SPDX-License-Identifier: Apache-2.0
//
// Files, their stand-ins, and queries about files that Swift's Glibc module does not have.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/types.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "CLayoutSystem.h"
#include "standin.h"

/// Returns the result of a call, or the negated `errno`, which is restored, when it failed.
static ssize_t answer(ssize_t result, int saved) {
  ssize_t code = result < 0 ? -errno : result;
  errno = saved;
  return code;
}

int layout_sys_file_open(const char *path, int flags, mode_t mode) {
  const layout_sys_stand_in *other = layout_sys_standing_in;
  if (other) return other->file_open(other->context, path, flags, mode);
  int saved = errno;
  return (int)answer(open(path, flags | O_CLOEXEC, mode), saved);
}

ssize_t layout_sys_file_read(int file, void *into, size_t count) {
  const layout_sys_stand_in *other = layout_sys_standing_in;
  if (other) return other->file_read(other->context, file, into, count);
  int saved = errno;
  return answer(read(file, into, count), saved);
}

ssize_t layout_sys_file_write(int file, const void *bytes, size_t count) {
  const layout_sys_stand_in *other = layout_sys_standing_in;
  if (other) return other->file_write(other->context, file, bytes, count);
  int saved = errno;
  return answer(write(file, bytes, count), saved);
}

int layout_sys_file_rename(const char *from, const char *to) {
  const layout_sys_stand_in *other = layout_sys_standing_in;
  if (other) return other->file_rename(other->context, from, to);
  int saved = errno;
  return (int)answer(rename(from, to), saved);
}

int layout_sys_has_access_list(const char *path) {
  int saved = errno;
  int answer = getxattr(path, "system.posix_acl_access", NULL, 0) > 0;
  errno = saved;
  return answer;
}
