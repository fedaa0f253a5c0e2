// SPDX-License-Identifier: Apache-2.0
//
// The wrong things, one function each.
#ifndef HOSTILE_DEEDS_H
#define HOSTILE_DEEDS_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/// The input of a deed, and its result.
typedef struct deed {
  hostile *self;
  layout_answer *answer;  ///< Null where there is none.
  layout_size *size;      ///< Null where there is none.
  layout_status status;   ///< The result of the call.
  int outcome;            ///< 1 the attempt succeeded, -1 it failed, 0 neither.
} deed;

#define DO(name)         \
  __attribute__((unused)) \
  static void deed_##name(__attribute__((unused)) deed *deed)

/// Records if a system call succeeded.
__attribute__((unused)) static void tried(deed *deed, long result) {
  deed->outcome = result >= 0 ? 1 : -1;
}

DO(nothing) {}

// MARK: Ends its process

DO(trap) {
  __builtin_trap();
}
DO(nullPointer) {
  *(volatile int *)8 = 1;
}
DO(wildPointer) {
  *(volatile int *)0x7000dead0000 = 1;
}
DO(nullCall) {
  void (*volatile nowhere)(void) = NULL;
  nowhere();
}
DO(writesCode) {
  *(volatile unsigned char *)(void *)&getpid = 0;
}
__attribute__((unused, noinline)) static int deeper(volatile char *above) {
  volatile char room[4096];
  room[0] = *above;
  return room[0] == 77 ? 0 : deeper(room) + room[0];
}
DO(stackOverflow) {
  volatile char start = 0;
  deed->outcome = deeper(&start) == 77;
}
DO(divides) {
  volatile int one = 1, zero = 0;
  deed->outcome = one / zero;
}
DO(aborts) {
  abort();
}
DO(exits) {
  exit(0);
}
DO(leaves) {
  _exit(7);
}
DO(killsItself) {
  raise(SIGKILL);
}

// MARK: Never ends

DO(loops) {
  for (volatile int forever = 1; forever;) continue;
}
DO(sleeps) {
  for (;;) sleep(1000);
}
DO(stops) {
  raise(SIGSTOP);
}
DO(locks) {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock);
}
__attribute__((unused)) static void go_on(int signal) { (void)signal; }
DO(catchesSignals) {
  struct sigaction action = {.sa_handler = go_on, .sa_flags = SA_NODEFER};
  sigaction(SIGSEGV, &action, NULL);
  *(volatile int *)8 = 1;
}
DO(waitsForItself) {
  static volatile uint32_t word;
  for (;;) syscall(SYS_futex, &word, 0 /* FUTEX_WAIT */, 0, NULL, NULL, 0);
}

// MARK: Memory

DO(allocates) {
  for (size_t size = 1 << 24;;) {
    char *memory = malloc(size);
    if (!memory) break;
    for (size_t place = 0; place < size; place += 4096) memory[place] = 1;
  }
  deed->status = LAYOUT_ERROR_MEMORY;
}
DO(allocatesAndTraps) {
  deed_allocates(deed);
  *(volatile int *)8 = 1;
}
DO(writesPastRecords) {
  layout_answer *answer = deed->answer;
  memset(answer->records + answer->record_capacity, 7, 64);
}
DO(writesFarPast) {
  memset(deed->answer->records + deed->answer->record_capacity, 7, (size_t)1 << 36);
}
DO(writesExecutable) {
  void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS,
                      -1, 0);
  tried(deed, memory == MAP_FAILED ? -1 : 0);
}
DO(turnsDataIntoCode) {
  void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  tried(deed, mprotect(memory, 4096, PROT_READ | PROT_EXEC));
}
/// Takes memory of a kind. A plugin that can take a little can take all memory.
__attribute__((unused)) static void take(deed *deed, size_t size, int protection, int flags) {
  volatile char *memory = mmap(NULL, size, protection, MAP_ANONYMOUS | MAP_NORESERVE | flags, -1, 0);
  if (memory != MAP_FAILED && protection & PROT_WRITE) memory[0] = 1;
  tried(deed, memory == MAP_FAILED ? -1 : 0);
}
DO(takesShared) { take(deed, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED); }
DO(takesDownwards) { take(deed, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_GROWSDOWN); }
DO(takesAddresses) { take(deed, (size_t)1 << 45, PROT_READ, MAP_PRIVATE); }
DO(advises) {
  void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  tried(deed, madvise(memory, 4096, MADV_DONTFORK));
}
DO(makesOwnCodeWritable) {
  uintptr_t page = (uintptr_t)&deed_makesOwnCodeWritable & ~(uintptr_t)4095;
  tried(deed, mprotect((void *)page, 4096, PROT_READ | PROT_WRITE | PROT_EXEC));
}

// MARK: Lies

DO(nanFrame) { deed->answer->records[0].frame.width = NAN; }
DO(infiniteFrame) { deed->answer->records[0].frame.y = INFINITY; }
DO(negativeSize) { deed->answer->records[0].frame.height = -1; }
DO(unknownItem) { deed->answer->records[0].item = 1 << 30; }
DO(unknownKind) { deed->answer->records[0].kind = 77; }
DO(unknownFlags) { deed->answer->records[0].flags = 1u << 31; }
DO(badAlpha) { deed->answer->records[0].alpha = 2; }
DO(duplicates) { deed->answer->records[1] = deed->answer->records[0]; }
DO(missingTransform) { deed->answer->records[0].transform = 9; }
DO(missingPayload) { deed->answer->records[0].payload = 9; }
DO(claimsMore) { deed->answer->record_count = deed->answer->record_capacity + 1; }
DO(claimsAll) { deed->answer->record_count = UINT32_MAX; }
DO(wantsMore) {
  deed->self->frame_count--;  // Again in the next attempt.
  deed->answer->record_count = deed->answer->record_capacity + 1;
  deed->status = LAYOUT_CAPACITY;
}
DO(wantsAll) {
  deed->answer->record_count = UINT32_MAX;
  deed->status = LAYOUT_CAPACITY;
}
DO(unknownStatus) { deed->status = 4711; }
DO(nanContent) { deed->size->height = NAN; }
DO(hugeContent) { deed->size->height = INFINITY; }

// MARK: Reaches out

DO(readsFile) { tried(deed, open("/etc/passwd", O_RDONLY)); }
DO(readsHome) { tried(deed, open(getenv("HOME") ? getenv("HOME") : "/root", O_RDONLY)); }
DO(writesFile) { tried(deed, open("/tmp/layouthost-hostile", O_WRONLY | O_CREAT, 0600)); }
DO(listsDirectory) { tried(deed, opendir("/etc") ? 0 : -1); }
DO(removesFile) { tried(deed, unlink("/tmp/layouthost-hostile")); }
DO(readsEnvironment) { tried(deed, getenv("LAYOUTHOST_TEST_SECRET") ? 0 : -1); }
DO(readsHostMemory) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/mem", (int)getppid());
  tried(deed, open(path, O_RDONLY));
}
DO(looksIntoHost) {
  char here[8], there[8];
  struct iovec mine = {here, 8}, theirs = {there, 8};
  process_vm_readv(getppid(), &mine, 1, &theirs, 1, 0);
}
DO(opensSocket) { tried(deed, socket(AF_INET, SOCK_STREAM, 0)); }
DO(runsProgram) {
  execl("/bin/true", "true", NULL);
}
DO(traces) { tried(deed, ptrace(PTRACE_TRACEME, 0, 0, 0)); }
DO(signalsHost) { tried(deed, kill(getppid(), 0)); }
DO(outlivesHost) { tried(deed, prctl(PR_SET_PDEATHSIG, 0)); }
DO(leavesGroup) { tried(deed, setpgid(0, getpgid(getppid()))); }
DO(raisesLimits) {
  struct rlimit limit = {64, 64};
  tried(deed, setrlimit(RLIMIT_NOFILE, &limit));
}
DO(makesSharedFile) { tried(deed, syscall(SYS_memfd_create, "x", 0)); }
DO(shortensShared) {
  int worked = -1;
  for (int file = 3; file < 64; file++) {
    if (ftruncate(file, 0) == 0) worked = 0;
  }
  tried(deed, worked);
}
DO(forks) {
  pid_t child = fork();
  if (child == 0) {
    for (;;) pause();
  }
  tried(deed, child);
}
__attribute__((unused)) static void *wait_for_ever(void *none) {
  for (;;) sleep(1000);
  return none;
}
DO(leavesThread) {
  pthread_t thread;
  tried(deed, pthread_create(&thread, NULL, wait_for_ever, NULL) == 0 ? 0 : -1);
}
DO(closesEverything) {
  for (int file = 0; file < 1024; file++) close(file);
  deed->outcome = 1;
}
DO(asksOutside) {
  // A table that was lent for a call is used after it: the host does not answer.
  static const layout_host *kept;
  kept = deed->self->host;
  deed->outcome = kept->section_count(kept->context) == UINT32_MAX ? 1 : -1;
}
__attribute__((unused)) static void *ask(void *raw) {
  const layout_host *host = raw;
  return host->section_count(host->context) > 0 ? raw : NULL;
}
DO(asksFromThread) {
  pthread_t thread;
  void *answer = NULL;
  if (pthread_create(&thread, NULL, ask, (void *)deed->self->host) == 0) {
    pthread_join(thread, &answer);
  }
  tried(deed, answer ? 0 : -1);
}
DO(logsForEver) {
  char line[1024];
  memset(line, 'x', sizeof line);
  layout_text text = {line, sizeof line, 0};
  for (int count = 0; count < 100000; count++) {
    deed->self->host->log(deed->self->host->context, LAYOUT_LOG_INFO, text);
  }
}
DO(printsForEver) {
  for (int count = 0; count < 1000; count++) {
    if (write(1, "\033[2J", 4) < 0) break;
  }
}

#endif  // HOSTILE_DEEDS_H
