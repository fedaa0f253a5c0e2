// SPDX-License-Identifier: Apache-2.0
//
// Raw messages of an exploited plugin: it finds the memory that is shared with the host, and writes messages there in
// place of its worker. A plugin does not get the address of that memory.
//
// A fixture with TAKEN_KIND, the number of a kind of request, answers the first such request itself, as TAKEN_FORM
// says.
#ifndef TAKEN_OVER_H
#define TAKEN_OVER_H

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/// The worker's view of the exchange: the layout of ``WireHeader``, and of the page before it.
typedef struct area {
  volatile uint32_t *words;  ///< 0 turn, 1 processor, 16 sleeping, 32 slot, 48 greeting.
  struct {
    uint32_t magic;
    uint16_t version, kind;
    uint64_t sequence, epoch;
    uint32_t head_length, reserved;
    uint64_t bulk_length;
  } *header;
} area;

enum { PAGE = 4096, AREA_BYTES = 256 << 20, FIRST_REPLY = 32 };

/// Returns true if the page is mapped and in memory, so that reading it allocates none.
static int is_resident(uintptr_t page) {
  unsigned char resident = 0;
  return mincore((void *)page, PAGE, &resident) == 0 && resident & 1;
}

/// Finds the area whose message is a reply, or the one whose message is a request. The first time takes some tenths
/// of a second.
__attribute__((unused)) static int find_area(area *out, int of_replies) {
  static area known[2];
  if (known[of_replies].words) return *out = known[of_replies], 1;
  const uintptr_t here = (uintptr_t)&is_resident & ~(uintptr_t)(PAGE - 1), reach = (uintptr_t)3 << 29;
  for (uintptr_t page = here - reach; page < here + reach; page += PAGE) {
    if (!is_resident(page + PAGE) || !is_resident(page)) continue;
    out->words = (volatile uint32_t *)page;
    out->header = (void *)(page + PAGE);
    if (out->header->magic != 0x4B57484C) continue;
    if ((out->header->kind >= FIRST_REPLY) == of_replies) return known[of_replies] = *out, 1;
  }
  return 0;
}

/// Publishes the content of the area of replies, as the worker does.
__attribute__((unused)) static void publish(area *replies, uint32_t turn) {
  __atomic_store_n(replies->words, turn, __ATOMIC_SEQ_CST);
  syscall(SYS_futex, replies->words, 1 /* FUTEX_WAKE */, 1, NULL, NULL, 0);
}

/// Finds the area of replies before there is a reply in it: by the greeting, and by the word with the current call of
/// the worker: 1 for loading, 2 for `create`.
__attribute__((unused)) static int find_first_replies(area *out, const area *requests,
                                                      uint32_t call) {
  const uintptr_t here = (uintptr_t)&is_resident & ~(uintptr_t)(PAGE - 1), reach = (uintptr_t)3 << 29;
  for (uintptr_t page = here - reach; page < here + reach; page += PAGE) {
    if (!is_resident(page)) continue;
    out->words = (volatile uint32_t *)page;
    out->header = (void *)(page + PAGE);
    if (out->words[0] == 0 && out->words[32] == call &&
        out->words[48] == requests->header->version) {
      return 1;
    }
  }
  return 0;
}

/// Appends to the head of a reply.
__attribute__((unused)) static void put(area *replies, const void *bytes, size_t count) {
  memcpy((char *)replies->header + 64 + replies->header->head_length, bytes, count);
  replies->header->head_length += (uint32_t)count;
}
__attribute__((unused)) static void put_number(area *replies, uint32_t number) {
  put(replies, &number, sizeof number);
}
__attribute__((unused)) static void put_text(area *replies, const char *text) {
  put_number(replies, (uint32_t)strlen(text));
  put(replies, text, strlen(text));
}
/// Appends a text of so many letters.
__attribute__((unused)) static void put_letters(area *replies, uint32_t count) {
  put_number(replies, count);
  memset((char *)replies->header + 64 + replies->header->head_length, 'x', count);
  replies->header->head_length += count;
}

#ifdef TAKEN_KIND

/// The form of the answer to the request.
enum {
  FORM_NOTHING,   ///< Without a byte.
  FORM_ONES,      ///< 15 MiB of the byte 1: lists that are long, truth values that are right.
  FORM_FAILS,     ///< A failure with a text of 15 MiB.
  FORM_CARRIES,   ///< Two bytes, and 200 MiB of bulk data.
  FORM_ASKS,      ///< A question that makes no sense.
  FORM_MAGIC,     ///< A header with another mark,
  FORM_VERSION,   ///< of another version,
  FORM_KIND,      ///< of no kind,
  FORM_REQUEST,   ///< of the kind that was asked,
  FORM_SEQUENCE,  ///< of a request long ago,
  FORM_EPOCH,     ///< of other data,
  FORM_RESERVED,  ///< with bits that mean nothing,
  FORM_HEAD,      ///< with a head of 4 GiB,
  FORM_BULK,      ///< with 2^63 bytes of bulk data.
};
#define BIG_HEAD ((uint32_t)15 << 20)

static area taken_requests, taken_replies;

/// Finds both areas while the layout is loaded (1) or made (2), if there is time.
static void prepare_take_over(uint32_t call) {
  if (!find_area(&taken_requests, 0)) return;
  if (!find_first_replies(&taken_replies, &taken_requests, call)) return;
  // Touches the pages, so that the kernel has them later, when a frame waits.
  memset((char *)taken_replies.header + 64, 1, BIG_HEAD);
}

/// Writes the bytes of the form after the header.
static void forge(void) {
  area *replies = &taken_replies;
  switch (TAKEN_FORM) {
    case FORM_ONES:
      memset((char *)replies->header + 64, 1, BIG_HEAD);
      replies->header->head_length = BIG_HEAD;
      break;
    case FORM_FAILS:
      replies->header->kind = FIRST_REPLY + 1;
      put_text(replies, "layout-failed");
      put_letters(replies, BIG_HEAD);
      put(replies, "\0\0", 3);
      break;
    case FORM_CARRIES:
      put(replies, "\1", 2);
      replies->header->bulk_length = 200 << 20;
      break;
    case FORM_ASKS:
      replies->header->kind = FIRST_REPLY + 2;
      for (int number = 0; number < 5; number++) put_number(replies, UINT32_MAX);
      break;
    case FORM_MAGIC: replies->header->magic ^= 1; break;
    case FORM_VERSION: replies->header->version++; break;
    case FORM_KIND: replies->header->kind = 999; break;
    case FORM_REQUEST: replies->header->kind = TAKEN_KIND; break;
    case FORM_SEQUENCE: replies->header->sequence -= 1; break;
    case FORM_EPOCH: replies->header->epoch += 77; break;
    case FORM_RESERVED: replies->header->reserved = 1; break;
    case FORM_HEAD: replies->header->head_length = UINT32_MAX; break;
    case FORM_BULK: replies->header->bulk_length = (uint64_t)1 << 63; break;
    default: break;
  }
}

/// Answers the running request in place of its worker, if it is of the kind, and never returns then.
static void take_over(void) {
  if (!taken_replies.words || taken_requests.header->kind != TAKEN_KIND) return;
  memcpy(taken_replies.header, taken_requests.header, sizeof *taken_replies.header);
  taken_replies.header->kind = FIRST_REPLY;
  taken_replies.header->head_length = 0;
  taken_replies.header->bulk_length = 0;
  forge();
  publish(&taken_replies, taken_replies.words[0] + 1);
  for (;;) sleep(1000);
}

#if TAKEN_KIND <= 2
/// The first request is answered while the image is loaded.
__attribute__((constructor)) static void take_over_at_once(void) {
  prepare_take_over(1);
  take_over();
}
#endif

#endif  // TAKEN_KIND

#endif  // TAKEN_OVER_H
