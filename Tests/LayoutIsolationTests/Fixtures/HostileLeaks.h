// SPDX-License-Identifier: Apache-2.0
//
// Information about other processes, the machine and its owner, and objects that all processes of a user share.
#ifndef HOSTILE_LEAKS_H
#define HOSTILE_LEAKS_H

#include <dlfcn.h>
#include <sys/auxv.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <time.h>

/// The clock of the processor time of any process, as the kernel numbers it.
#define CLOCK_OF(process) ((clockid_t)((~(unsigned int)(process)) << 3 | 2))

DO(timesHost) {
  struct timespec used;
  tried(deed, clock_gettime(CLOCK_OF(getppid()), &used));
}
DO(timesInit) {
  struct timespec used;
  tried(deed, clock_gettime(CLOCK_OF(1), &used));
}
DO(waitsOnHostClock) {
  struct timespec past = {0, 1};
  tried(deed, clock_nanosleep(CLOCK_OF(getppid()), TIMER_ABSTIME, &past, NULL) == 0 ? 0 : -1);
}
DO(readsHostLimits) {
  struct rlimit limit;
  tried(deed, prlimit(getppid(), RLIMIT_NOFILE, NULL, &limit));
}
DO(readsHostProcessors) {
  cpu_set_t processors;
  tried(deed, sched_getaffinity(getppid(), sizeof processors, &processors));
}
DO(readsHostName) {
  struct utsname names;
  tried(deed, uname(&names));
}
DO(readsUptime) {
  struct sysinfo about;
  tried(deed, sysinfo(&about));
}
DO(locksMapping) { take(deed, 16384, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_LOCKED); }
DO(renamesItself) { tried(deed, prctl(PR_SET_NAME, "init")); }
DO(joinsBarriers) { tried(deed, syscall(SYS_membarrier, 4 /* REGISTER_GLOBAL_EXPEDITED */, 0, 0)); }
/// A lock that a thread of the host holds according to its word: a thread that waits for it lends that thread its
/// priority.
DO(lendsPriority) {
  static uint32_t word;
  word = (uint32_t)getppid();
  struct timespec past = {1, 0};
  long result = syscall(SYS_futex, &word, 6 /* FUTEX_LOCK_PI */, 0, &past, NULL, 0);
  tried(deed, result < 0 && errno == ETIMEDOUT ? 0 : -1);
}
DO(opensPath) { tried(deed, open("/etc/passwd", O_PATH)); }
DO(readsBesideLibraries) { tried(deed, open("/usr/lib/os-release", O_RDONLY)); }
DO(readsOwnPath) {
  Dl_info about = {0};
  dladdr((void *)&deed_readsOwnPath, &about);
  const char *program = (const char *)getauxval(AT_EXECFN);
  int is_told = (about.dli_fname && strstr(about.dli_fname, "/images/")) ||
                (program && strchr(program, '/')) || strchr(program_invocation_name, '/');
  tried(deed, is_told ? 0 : -1);
}
DO(queuesSignals) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  tried(deed, syscall(SYS_tgkill, getpid(), gettid(), SIGRTMIN + 5));
}
DO(queuesWithValue) {
  siginfo_t about = {.si_signo = SIGUSR1, .si_code = SI_QUEUE};
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  tried(deed, syscall(SYS_rt_tgsigqueueinfo, getpid(), gettid(), SIGUSR1, &about));
}
DO(findsQueues) {
  static const int queues[] = {RLIMIT_MEMLOCK, RLIMIT_MSGQUEUE, RLIMIT_SIGPENDING,
                               RLIMIT_NPROC,   RLIMIT_NICE,     RLIMIT_RTPRIO};
  struct rlimit limit;
  int most = -1;
  for (size_t index = 0; index < sizeof queues / sizeof *queues; index++) {
    if (getrlimit(queues[index], &limit) == 0 && limit.rlim_max > 0) most = 0;
  }
  tried(deed, most);
}

#endif  // HOSTILE_LEAKS_H
