// SPDX-License-Identifier: Apache-2.0
//
// Refused system calls of a child, reported by the kernel while the child waits.
#define _GNU_SOURCE
#include <errno.h>
#include <linux/seccomp.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "CLayoutSystem.h"

/// Returns the result of a call, or the negated `errno`, which is restored, when it failed.
static int answer(long result, int saved) {
  int code = result < 0 ? -errno : (int)result;
  errno = saved;
  return code;
}

int layout_sys_refusals_version(void) {
  int saved = errno;
  uint32_t action = SECCOMP_RET_USER_NOTIF;
  long result = syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action);
  return result < 0 ? answer(result, saved) : 1;
}

int layout_sys_take_descriptor(int pidfd, int descriptor) {
  int saved = errno;
  return answer(syscall(SYS_pidfd_getfd, pidfd, descriptor, 0), saved);
}

/// A record that may be longer in a newer kernel than in the headers.
union notice {
  struct seccomp_notif known;
  char room[1024];
};

int layout_sys_next_refusal(int listener, layout_sys_refusal *out) {
  int saved = errno;
  union notice notice;
  memset(&notice, 0, sizeof notice);
  int failure = answer(ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &notice), saved);
  if (failure < 0) return failure;
  *out = (layout_sys_refusal){.id = notice.known.id,
                              .process = (pid_t)notice.known.pid,
                              .call = notice.known.data.nr};
  for (int index = 0; index < 6; index++) out->arguments[index] = notice.known.data.args[index];
  return 0;
}

/// Answers a call: with an error, or with flags that continue it.
static int respond(int listener, const layout_sys_refusal *refusal, int error, uint32_t flags) {
  int saved = errno;
  union {
    struct seccomp_notif_resp known;
    char room[1024];
  } response;
  memset(&response, 0, sizeof response);
  response.known.id = refusal->id;
  response.known.error = -error;
  response.known.flags = flags;
  return answer(ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &response), saved);
}

int layout_sys_refuse(int listener, const layout_sys_refusal *refusal, int error) {
  return respond(listener, refusal, error, 0);
}

int layout_sys_let_go(int listener, const layout_sys_refusal *refusal) {
  return respond(listener, refusal, 0, SECCOMP_USER_NOTIF_FLAG_CONTINUE);
}

int64_t layout_sys_read_memory(pid_t process, uint64_t address, void *out, uint64_t count) {
  int saved = errno;
  struct iovec mine = {out, count}, theirs = {(void *)(uintptr_t)address, count};
  ssize_t read = process_vm_readv(process, &mine, 1, &theirs, 1, 0);
  int64_t result = read < 0 ? -errno : read;
  errno = saved;
  return result;
}
