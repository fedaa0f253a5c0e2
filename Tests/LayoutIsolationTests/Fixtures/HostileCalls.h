// SPDX-License-Identifier: Apache-2.0
//
// The system calls that no layout needs, except those of HostileDeeds.h.
#ifndef HOSTILE_CALLS_H
#define HOSTILE_CALLS_H

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/personality.h>
#include <sys/time.h>

DO(opensItself) { tried(deed, prctl(PR_SET_DUMPABLE, 1)); }
DO(changesPersonality) { tried(deed, personality(ADDR_NO_RANDOMIZE) < 0 ? -1 : 0); }
DO(changesScheduling) {
  struct sched_param none = {0};
  tried(deed, sched_setscheduler(0, SCHED_IDLE, &none));
}
DO(pinsItself) {
  cpu_set_t all;
  memset(&all, 0xFF, sizeof all);
  tried(deed, sched_setaffinity(0, sizeof all, &all));
}
DO(locksMemory) { tried(deed, mlockall(1 /* MCL_CURRENT */)); }
DO(setsTimer) {
  struct itimerval soon = {{0, 0}, {3600, 0}};
  tried(deed, setitimer(ITIMER_REAL, &soon, NULL));
}
DO(signalsThread) { tried(deed, syscall(SYS_tgkill, getppid(), getppid(), 0)); }
DO(holdsHost) { tried(deed, syscall(SYS_pidfd_open, getppid(), 0)); }
DO(filtersItself) {
  struct sock_filter all = {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW};
  struct sock_fprog program = {1, &all};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  tried(deed, prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program));
}
DO(handlesFaults) { tried(deed, syscall(SYS_userfaultfd, 1 /* UFFD_USER_MODE_ONLY */)); }
DO(queuesCalls) {
  char parameters[120] = {0};
  tried(deed, syscall(SYS_io_uring_setup, 4, parameters));
}
DO(takesKeys) { tried(deed, syscall(SYS_keyctl, 0 /* KEYCTL_GET_KEYRING_ID */, -3, 1)); }
DO(measuresOthers) { tried(deed, syscall(SYS_perf_event_open, NULL, -1, 0, -1, 0)); }
DO(loadsProgram) { syscall(SYS_bpf, 0, NULL, 0); }
DO(writesIntoHost) {
  char here[8] = {0};
  struct iovec mine = {here, 8}, theirs = {(void *)8, 8};
  process_vm_writev(getppid(), &mine, 1, &theirs, 1, 0);
}
DO(typesAtTerminal) { tried(deed, ioctl(1, TIOCSTI, "x")); }
/// Makes a system call of another architecture, which the filter refuses whatever its number is.
DO(callsForeign) {
#ifdef __x86_64__
  long result = 20;  // getpid of 32 bits
  __asm__ volatile("int $0x80" : "+a"(result) : : "memory");
#else
  syscall(SYS_bpf, 0, NULL, 0);
#endif
}
DO(callsWithBit) {
#ifdef __x86_64__
  syscall(0x40000000 + SYS_getpid);
#else
  syscall(SYS_bpf, 0, NULL, 0);
#endif
}

// MARK: Odd, and its own affair

DO(freesTwice) {
  char *volatile memory = malloc(64);
  free(memory);
  free(memory);
}
__attribute__((unused)) static void never(void) {
  for (;;) sleep(1000);
}
DO(staysAtExit) { atexit(never); }
DO(mapsForEver) {
  for (int count = 0; count < 1 << 17; count++) {
    // Each second page is of another kind, so that no two become one mapping.
    int protection = count % 2 ? PROT_READ : PROT_NONE;
    if (mmap(NULL, PAGE, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED) break;
  }
}
__attribute__((unused)) static void ask_again(int signal) {
  (void)signal;
}
DO(blocksSignals) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  for (int number = 1; number < 32; number++) signal(number, ask_again);
}

#endif  // HOSTILE_CALLS_H
