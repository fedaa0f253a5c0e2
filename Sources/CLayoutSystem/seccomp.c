// SPDX-License-Identifier: Apache-2.0
//
// The system calls that a confined worker may make: the filter, written out.
//
// Not built with libseccomp: the table below is what a reader wants to see, the program made of it
// is a page, and every machine that builds a host would need one more library for it.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CLayoutSystem.h"

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
/// The bit of the x32 calls, which would go past a comparison of numbers.
#define FOREIGN_CALLS 0x40000000U
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE

/// Calls that are allowed whatever their arguments.
static const int allowed[] = {
    // The exchange with the host, and time. First: they are made in every frame.
    SYS_futex, SYS_clock_gettime, SYS_getcpu, SYS_clock_nanosleep, SYS_nanosleep, SYS_restart_syscall,
    SYS_gettimeofday, SYS_clock_getres, SYS_sched_yield,
    // Memory; what is executable or shared is below.
    SYS_munmap, SYS_mremap, SYS_brk, SYS_mincore,
    // Loading: files are Landlock's.
    SYS_close, SYS_fstat, SYS_newfstatat, SYS_lseek,
    // Signals of its own, and what the C library asks about its one thread.
    SYS_set_robust_list, SYS_rseq, SYS_rt_sigprocmask, SYS_rt_sigaction, SYS_rt_sigreturn,
    SYS_sigaltstack, SYS_exit, SYS_exit_group, SYS_gettid, SYS_getpid, SYS_getppid,
    SYS_sched_getaffinity, SYS_set_tid_address, SYS_membarrier,
    // Who it is, and chance.
    SYS_getrandom, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_getrusage, SYS_times,
    SYS_uname, SYS_sysinfo};

/// Calls after which the process is ended at once: nothing that lays out elements makes them.
static const int deadly[] = {
    SYS_execve, SYS_execveat, SYS_ptrace, SYS_socket, SYS_socketpair, SYS_connect,
    SYS_process_vm_readv, SYS_process_vm_writev, SYS_pidfd_getfd, SYS_bpf, SYS_init_module,
    SYS_finit_module, SYS_kexec_load, SYS_reboot, SYS_mount, SYS_unshare, SYS_setns};

/// A program under construction.
struct program {
  struct sock_filter code[256];
  unsigned short count;
};

static void add(struct program *out, unsigned short code, uint32_t k, uint8_t yes, uint8_t no) {
  if (out->count < sizeof out->code / sizeof *out->code) {
    out->code[out->count] = (struct sock_filter){code, yes, no, k};
  }
  out->count++;
}

static void answer_with(struct program *out, uint32_t what) {
  add(out, BPF_RET | BPF_K, what, 0, 0);
}

static void load(struct program *out, size_t offset) {
  add(out, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

/// The low half of an argument; the machines are little-endian.
static size_t argument(int index) {
  return offsetof(struct seccomp_data, args) + (size_t)index * 8;
}

static const uint32_t refused = SECCOMP_RET_ERRNO | EPERM;

/// Goes on only for `call`, with `length` instructions about it.
static void only_for(struct program *out, int call, uint8_t length) {
  add(out, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, length);
}

/// `call` with one of two values of its argument.
static void allow_values(struct program *out, int call, int index, uint32_t a, uint32_t b) {
  only_for(out, call, 5);
  load(out, argument(index));
  add(out, BPF_JMP | BPF_JEQ | BPF_K, a, 2, 0);
  add(out, BPF_JMP | BPF_JEQ | BPF_K, b, 1, 0);
  answer_with(out, refused);
  answer_with(out, SECCOMP_RET_ALLOW);
}

/// `call` unless its argument has one of `bits`.
static void allow_without(struct program *out, int call, int index, uint32_t bits) {
  only_for(out, call, 4);
  load(out, argument(index));
  add(out, BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1);
  answer_with(out, refused);
  answer_with(out, SECCOMP_RET_ALLOW);
}

/// Reading, from what it opened itself: not from the standard streams.
static void allow_above(struct program *out, int call, uint32_t last) {
  only_for(out, call, 4);
  load(out, argument(0));
  add(out, BPF_JMP | BPF_JGT | BPF_K, last, 1, 0);
  answer_with(out, refused);
  answer_with(out, SECCOMP_RET_ALLOW);
}

/// Memory that the limit of written memory does not count: shared, growing downwards, huge pages.
static const uint32_t uncounted = MAP_SHARED | MAP_GROWSDOWN | MAP_HUGETLB;

/// Memory is private; executable memory comes from a file, and cannot be written.
static void allow_mmap(struct program *out) {
  only_for(out, SYS_mmap, 10);
  load(out, argument(3));
  add(out, BPF_JMP | BPF_JSET | BPF_K, uncounted, 5, 0);
  load(out, argument(2));
  add(out, BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 5);
  add(out, BPF_JMP | BPF_JSET | BPF_K, PROT_WRITE, 2, 0);
  load(out, argument(3));
  add(out, BPF_JMP | BPF_JSET | BPF_K, MAP_ANONYMOUS, 0, 1);
  answer_with(out, refused);
  answer_with(out, SECCOMP_RET_ALLOW);
  answer_with(out, SECCOMP_RET_ALLOW);
}

/// What an allocator says about its memory, and what gives the pages of a long answer back. Other advice
/// reaches further than this process: one kind takes pages away from the machine.
static void allow_advice(struct program *out) {
  static const uint8_t kinds[] = {MADV_FREE,       MADV_REMOVE,   MADV_HUGEPAGE,
                                  MADV_NOHUGEPAGE, MADV_DONTDUMP, MADV_DODUMP};
  const uint8_t count = sizeof kinds;
  only_for(out, SYS_madvise, count + 4);
  load(out, argument(2));
  add(out, BPF_JMP | BPF_JGT | BPF_K, MADV_DONTNEED, 0, count + 1);
  for (uint8_t index = 0; index < count; index++) {
    add(out, BPF_JMP | BPF_JEQ | BPF_K, kinds[index], count - index, 0);
  }
  answer_with(out, refused);
  answer_with(out, SECCOMP_RET_ALLOW);
}

/// Signals to itself. Those that no process can catch end it as the others of `deadly` do, so that
/// its end tells whose doing it was.
static void allow_own_signals(struct program *out) {
  only_for(out, SYS_tgkill, 9);
  load(out, argument(2));
  add(out, BPF_JMP | BPF_JEQ | BPF_K, SIGKILL, 2, 0);
  add(out, BPF_JMP | BPF_JGE | BPF_K, SIGSTOP, 0, 2);
  add(out, BPF_JMP | BPF_JGT | BPF_K, SIGTTOU, 1, 0);
  answer_with(out, SECCOMP_RET_KILL_PROCESS);
  load(out, argument(0));
  add(out, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)getpid(), 1, 0);
  answer_with(out, refused);
  answer_with(out, SECCOMP_RET_ALLOW);
}

/// Reading its own limits: the pointer to new ones is null, in both halves.
static void allow_reading_limits(struct program *out) {
  only_for(out, SYS_prlimit64, 6);
  load(out, argument(2));
  add(out, BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 2);
  load(out, argument(2) + 4);
  add(out, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
  answer_with(out, refused);
  answer_with(out, SECCOMP_RET_ALLOW);
}

static void write_program(struct program *out) {
  load(out, offsetof(struct seccomp_data, arch));
  add(out, BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
  answer_with(out, SECCOMP_RET_KILL_PROCESS);
  load(out, offsetof(struct seccomp_data, nr));
#ifdef FOREIGN_CALLS
  add(out, BPF_JMP | BPF_JGE | BPF_K, FOREIGN_CALLS, 0, 1);
  answer_with(out, SECCOMP_RET_KILL_PROCESS);
#endif
  for (size_t index = 0; index < sizeof allowed / sizeof *allowed; index++) {
    only_for(out, allowed[index], 1);
    answer_with(out, SECCOMP_RET_ALLOW);
  }
  allow_advice(out);
  allow_mmap(out);
  allow_without(out, SYS_mprotect, 2, PROT_EXEC);
  allow_without(out, SYS_openat, 2, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC);
  allow_above(out, SYS_read, STDERR_FILENO);
  allow_above(out, SYS_pread64, STDERR_FILENO);
  allow_values(out, SYS_write, 0, STDOUT_FILENO, STDERR_FILENO);
  allow_values(out, SYS_writev, 0, STDOUT_FILENO, STDERR_FILENO);
  allow_own_signals(out);
  allow_values(out, SYS_prctl, 0, PR_SET_NAME, PR_GET_NAME);
  allow_reading_limits(out);
  for (size_t index = 0; index < sizeof deadly / sizeof *deadly; index++) {
    only_for(out, deadly[index], 1);
    answer_with(out, SECCOMP_RET_KILL_PROCESS);
  }
  answer_with(out, refused);
}

int layout_sys_seccomp_version(void) {
  int saved = errno;
  uint32_t action = SECCOMP_RET_KILL_PROCESS;
  long result = syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action);
  int code = result < 0 ? -errno : 1;
  errno = saved;
  return code;
}

int layout_sys_seccomp_confine(void) {
  struct program program = {.count = 0};
  write_program(&program);
  if (program.count > sizeof program.code / sizeof *program.code) return -E2BIG;
  int saved = errno;
  struct sock_fprog filter = {program.count, program.code};
  long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter);
  int code = result < 0 ? -errno : 0;
  errno = saved;
  return code;
}

#else

int layout_sys_seccomp_version(void) { return -ENOSYS; }

int layout_sys_seccomp_confine(void) { return -ENOSYS; }

#endif
