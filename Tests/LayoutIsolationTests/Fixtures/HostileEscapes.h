// SPDX-License-Identifier: Apache-2.0
//
// Ways out of a call, and into a process, that plain C does not have: exceptions, jumps, the end of a thread, code
// that the loader runs, and thread-local storage.
#ifndef HOSTILE_ESCAPES_H
#define HOSTILE_ESCAPES_H

#include <assert.h>
#include <fenv.h>
#include <poll.h>
#include <setjmp.h>
#include <spawn.h>
#include <sys/inotify.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>

// MARK: Exceptions of C++, by the functions that its compilers call

extern void *__cxa_allocate_exception(size_t size) __attribute__((weak));
extern void __cxa_throw(void *thrown, void *type, void (*destroy)(void *)) __attribute__((weak));
extern char _ZTIi[] __attribute__((weak));  // The type int.
extern void _ZSt9terminatev(void) __attribute__((weak));

DO(throws) {
  int *thrown = __cxa_allocate_exception(sizeof *thrown);
  *thrown = 7;
  __cxa_throw(thrown, _ZTIi, NULL);
}
DO(terminates) { _ZSt9terminatev(); }
DO(throwsWithoutType) { __cxa_throw(__cxa_allocate_exception(64), (void *)64, NULL); }

// MARK: Jumps

__attribute__((unused)) static sigjmp_buf way_back;
__attribute__((unused)) static void jump_back(int signal) {
  (void)signal;
  siglongjmp(way_back, 1);
}
DO(survivesItsCrash) {
  signal(SIGSEGV, jump_back);
  if (sigsetjmp(way_back, 1) == 0) *(volatile int *)8 = 1;
}
DO(jumpsToGarbage) {
  jmp_buf garbage;
  memset(garbage, 0x5A, sizeof garbage);
  longjmp(garbage, 1);
}
DO(jumpsIntoData) {
  static unsigned char code[64] = {0xC3};
  ((void (*)(void))(uintptr_t)code)();
}
DO(jumpsOntoHeap) {
  unsigned char *code = malloc(64);
  memset(code, 0xC3, 64);
  ((void (*)(void))(uintptr_t)code)();
}
__attribute__((unused)) static void nothing_more(void) {}
DO(leavesItsStack) {
  static ucontext_t here, there;
  static char stack[65536];
  getcontext(&there);
  there.uc_stack.ss_sp = stack;
  there.uc_stack.ss_size = sizeof stack;
  there.uc_link = NULL;  // The end of it ends the thread.
  makecontext(&there, nothing_more, 0);
  swapcontext(&here, &there);
}
DO(endsItsThread) { pthread_exit(NULL); }
DO(cancelsItself) {
  pthread_cancel(pthread_self());
  pthread_testcancel();
}
DO(quits) { quick_exit(9); }

// MARK: Damage that is found later

DO(smashesStack) {
  extern void __stack_chk_fail(void) __attribute__((noreturn));
  __stack_chk_fail();
}
DO(fails) { __assert_fail("it is right", "hostile.c", 1, "layout"); }
DO(freesStack) {
  char room[64];
  char *volatile address = room + 16;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wfree-nonheap-object"
  free(address);
#pragma GCC diagnostic pop
}
DO(spoilsHeap) {
  char *volatile memory = malloc(2000);
  for (int place = 1; place <= 16; place++) *(volatile char *)(memory - place) = -1;
  free(memory);
}
DO(writesConstants) { *(volatile char *)(uintptr_t)"constant" = 'C'; }
DO(readsKernel) { deed->outcome = *(volatile int *)0x7FFFFFFFF000 == 1 ? 1 : -1; }
DO(breaks) {
#ifdef __x86_64__
  __asm__ volatile("int3");
#else
  __asm__ volatile("brk #0");
#endif
}
DO(halts) {
#ifdef __x86_64__
  __asm__ volatile("hlt");
#else
  *(volatile int *)8 = 1;
#endif
}
DO(trapsOnRounding) {
  // A floating-point division by zero, which raises a signal here.
  feenableexcept(FE_ALL_EXCEPT);
  volatile double one = 1, zero = 0;
  volatile double result = one / zero;
  (void)result;
}
DO(roundsUp) {
  fesetround(FE_UPWARD);
}
DO(recursesForLong) {
  // As deep as the stack allows.
  struct rlimit limit;
  getrlimit(RLIMIT_STACK, &limit);
  volatile char *room = __builtin_alloca(limit.rlim_cur > 4 << 20 ? 3 << 20 : limit.rlim_cur / 2);
  room[0] = 1;
}
DO(movesStackAway) {
  volatile char *room = __builtin_alloca((size_t)1 << 40);
  room[0] = 1;
}

// MARK: Code that the loader runs, and storage that it allocates

#ifdef WITH_RESOLVER
__attribute__((unused)) static int resolved(void) { return 1; }
typedef int resolved_function(void);
__attribute__((unused)) static resolved_function *resolve(void) {
  resolved_function *result = resolved;
  WITH_RESOLVER;
  return result;
}
__attribute__((visibility("hidden"))) int indirect(void) __attribute__((ifunc("resolve")));
DO(callsResolved) { deed->outcome = indirect() == 1 ? 0 : -1; }
#endif

#ifdef WITH_STORAGE
/// Thread-local storage of WITH_STORAGE bytes.
static __thread volatile char storage[WITH_STORAGE] STORAGE_MODEL;
DO(usesStorage) {
  for (size_t place = 0; place < sizeof storage; place += 4096) storage[place] = 1;
}
#endif
__attribute__((unused)) static void end_late(void *none) {
  (void)none;
  __builtin_trap();
}
DO(trapsAtThreadEnd) {
  pthread_key_t key;
  pthread_key_create(&key, end_late);
  pthread_setspecific(key, "some");
}
DO(takesAllKeys) {
  pthread_key_t key;
  while (pthread_key_create(&key, NULL) == 0) continue;
}
#ifdef WITH_DESTRUCTOR
__attribute__((destructor)) static void destructor(void) { WITH_DESTRUCTOR; }
#endif

// MARK: More ways to wait

DO(pauses) {
  for (;;) pause();
}
DO(pollsNothing) { poll(NULL, 0, -1); }
DO(selectsNothing) { select(0, NULL, NULL, NULL, NULL); }
DO(yields) {
  for (volatile int forever = 1; forever;) sched_yield();
}
DO(readsForEver) {
  char byte;
  deed->outcome = read(0, &byte, 1) >= 0 ? 1 : -1;
}
DO(waitsOnBarrier) {
  pthread_barrier_t barrier;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_barrier_wait(&barrier);
}
DO(joinsItself) {
  pthread_t me = pthread_self();
  deed->outcome = pthread_join(me, NULL) == 0 ? 1 : -1;
}
DO(waitsForChild) { tried(deed, waitpid(-1, NULL, 0)); }
DO(suspendsItself) {
  sigset_t none;
  sigfillset(&none);
  sigsuspend(&none);
}

// MARK: More that no layout needs

DO(spawns) {
  pid_t child;
  char *words[] = {"true", NULL};
  tried(deed, posix_spawn(&child, "/bin/true", NULL, NULL, words, NULL) == 0 ? 0 : -1);
}
DO(makesPipe) {
  int ends[2];
  tried(deed, pipe(ends));
}
DO(makesSocketPair) {
  int ends[2];
  tried(deed, socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
}
DO(changesRoot) { tried(deed, chroot("/")); }
DO(changesDirectory) { tried(deed, chdir("/tmp")); }
DO(readsLink) {
  char path[256];
  tried(deed, readlink("/proc/self/exe", path, sizeof path));
}
DO(looksAtFile) {
  struct stat about;
  tried(deed, stat("/etc/shadow", &about));
}
DO(renamesFile) { tried(deed, rename("/tmp/layouthost-hostile", "/tmp/layouthost-hostile.2")); }
DO(linksFile) { tried(deed, symlink("/etc/passwd", "/tmp/layouthost-hostile.3")); }
DO(makesDirectory) { tried(deed, mkdir("/tmp/layouthost-hostile.4", 0700)); }
DO(changesMode) { tried(deed, chmod("/tmp/layouthost-hostile", 0777)); }
DO(watchesFiles) { tried(deed, inotify_init1(0)); }
DO(makesTimer) {
  timer_t timer;
  struct sigevent how = {.sigev_notify = SIGEV_NONE};
  tried(deed, timer_create(CLOCK_MONOTONIC, &how, &timer));
}
DO(losesPriority) { tried(deed, setpriority(PRIO_PROCESS, 0, 19)); }
DO(becomesAnother) { tried(deed, setuid(getuid())); }
DO(leavesNamespace) { tried(deed, unshare(CLONE_NEWUSER)); }

#endif  // HOSTILE_ESCAPES_H
