// SPDX-License-Identifier: Apache-2.0
//
// What Swift's Glibc module leaves out of questions about files.
#define _GNU_SOURCE
#include <errno.h>
#include <sys/types.h>
#include <sys/xattr.h>

#include "CLayoutSystem.h"

int layout_sys_has_access_list(const char *path) {
  int saved = errno;
  int answer = getxattr(path, "system.posix_acl_access", NULL, 0) > 0;
  errno = saved;
  return answer;
}
