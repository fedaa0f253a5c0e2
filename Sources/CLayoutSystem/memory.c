// SPDX-License-Identifier: Apache-2.0
//
// Memory that may be refused, anonymous files for memory that two processes share, the seals that
// protect one from the other, and a check whether a file system allows code to be mapped.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "CLayoutSystem.h"
#include "standin.h"

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U
#endif

_Static_assert(LAYOUT_SYS_SEAL_SEAL == F_SEAL_SEAL, "the kernel's value");
_Static_assert(LAYOUT_SYS_SEAL_SHRINK == F_SEAL_SHRINK, "the kernel's value");
_Static_assert(LAYOUT_SYS_SEAL_GROW == F_SEAL_GROW, "the kernel's value");
_Static_assert(LAYOUT_SYS_SEAL_FUTURE_WRITE == F_SEAL_FUTURE_WRITE, "the kernel's value");

void *layout_sys_allocate(size_t count) {
  const layout_sys_stand_in *other = layout_sys_standing_in;
  return other ? other->allocate(other->context, count) : malloc(count);
}

int layout_sys_memfd_create(const char *name) {
  const layout_sys_stand_in *other = layout_sys_standing_in;
  if (other) return other->memfd_create(other->context, name);
  int saved = errno;
  int descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_NOEXEC_SEAL);
  // Before Linux 6.3 the flag is unknown, and every such file may be executed.
  if (descriptor < 0 && errno == EINVAL) {
    descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  }
  int answer = descriptor < 0 ? -errno : descriptor;
  errno = saved;
  return answer;
}

int layout_sys_seal(int descriptor, uint32_t seals) {
  int saved = errno;
  int answer = fcntl(descriptor, F_ADD_SEALS, seals) < 0 ? -errno : 0;
  errno = saved;
  return answer;
}

int layout_sys_is_noexec(const char *path) {
  int saved = errno;
  struct statvfs about;
  int answer = statvfs(path, &about) < 0 ? -errno : (about.f_flag & ST_NOEXEC) != 0;
  errno = saved;
  return answer;
}
