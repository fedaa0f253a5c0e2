// SPDX-License-Identifier: Apache-2.0
//
// A worker that sends invalid messages: answers its first message with one that is wrong in the way that the number
// at the end of its own name gives.
#include <linux/futex.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { GREETING = 48, MESSAGE = 4096, HEAD = MESSAGE + 64, DONE = 32, FAILED = 33, ASK_MANY = 34 };

typedef struct header {
  uint32_t magic;
  uint16_t version, kind;
  uint64_t sequence, epoch;
  uint32_t head_length, reserved;
  uint64_t bulk_length;
} header;

static volatile uint32_t *requests, *replies;

static void publish(const header *reply, const void *head) {
  memcpy((char *)replies + HEAD, head, reply->head_length < 256 ? reply->head_length : 256);
  memcpy((char *)replies + MESSAGE, reply, sizeof *reply);
  __atomic_add_fetch(replies, 1, __ATOMIC_SEQ_CST);
  syscall(SYS_futex, replies, FUTEX_WAKE, 1, NULL, NULL, 0);
}

int main(int argc, char **argv) {
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  uint64_t size = 0;
  uint32_t version = 0;
  for (int index = 1; index < argc; index++) {
    sscanf(argv[index], "--area=%lu", &size);
    sscanf(argv[index], "--wire=%u", &version);
  }
  requests = mmap(NULL, size, PROT_READ, MAP_SHARED, 3, 0);
  replies = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, 4, 0);
  if (requests == MAP_FAILED || replies == MAP_FAILED) return 9;
  // The host's area is mapped read-only, and neither area can be shortened.
  if (mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, 3, 0) != MAP_FAILED) return 10;
  if (ftruncate(3, 0) == 0 || ftruncate(4, 0) == 0) return 11;
  const char *dash = strrchr(argv[0], '-');
  int lie = dash ? atoi(dash + 1) : -1;
  if (lie == 16) version++;                   // Another version.
  __atomic_store_n(replies + GREETING, version, __ATOMIC_SEQ_CST);
  syscall(SYS_futex, replies + GREETING, FUTEX_WAKE, 1, NULL, NULL, 0);
  while (*requests == 0) usleep(1000);

  header reply = *(const header *)((char *)requests + MESSAGE);
  uint8_t head[256] = {0};
  reply.kind = DONE;
  reply.head_length = 64;
  reply.bulk_length = 0;
  switch (lie) {
    case 0: reply.magic = 0; break;
    case 1: reply.version++; break;
    case 2: reply.sequence--; break;
    case 3: reply.sequence++; break;
    case 4: reply.epoch++; break;
    case 5: reply.kind = 4711; break;
    case 6: reply.kind = 5; break;            // A request.
    case 7: reply.head_length = UINT32_MAX; break;
    case 8: reply.bulk_length = UINT64_MAX - 64; break;
    case 9: memset(head, 0xFF, sizeof head); break;
    case 10: reply.head_length = 0; break;
    case 11: reply.kind = ASK_MANY; break;    // Queries outside of a call.
    case 12: reply.kind = FAILED; memset(head, 0xFF, sizeof head); break;
    case 13:                                  // Reports its end, but runs on.
      __atomic_store_n(replies, UINT32_MAX, __ATOMIC_SEQ_CST);
      syscall(SYS_futex, replies, FUTEX_WAKE, 1, NULL, NULL, 0);
      pause();
      return 0;
    case 14: return 7;                        // Exits.
    case 15: reply.reserved = 1; break;
    case 17: reply.bulk_length = 64; break;   // No answer to a start has bulk data.
  }
  publish(&reply, head);
  pause();
  return 0;
}
