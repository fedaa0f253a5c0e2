// SPDX-License-Identifier: Apache-2.0
//
// Wrong changes of the memory shared with the host, and of its words. A plugin does not get its address. It searches
// for it, as an exploited plugin would.
#ifndef HOSTILE_BORDER_H
#define HOSTILE_BORDER_H

#include "TakenOver.h"

/// Does a deed with the area of replies, and has no effect without one, as in the host's own
/// process.
#define DO_WITH_REPLIES(name)                                                            \
  static void border_##name(deed *deed, area *replies);                                  \
  DO(name) {                                                                             \
    area replies;                                                                        \
    if (find_area(&replies, 1)) border_##name(deed, &replies);                           \
  }                                                                                      \
  __attribute__((unused)) static void border_##name(__attribute__((unused)) deed *deed, \
                                                    __attribute__((unused)) area *replies)

DO_WITH_REPLIES(answersItself) {
  replies->header->head_length = 8;
  publish(replies, replies->words[0] + 1);
  for (;;) sleep(1000);
}
DO_WITH_REPLIES(saysItEnded) {
  publish(replies, UINT32_MAX);
  for (;;) sleep(1000);
}
DO_WITH_REPLIES(scribblesWords) {
  static const int free_words[] = {1, 16, 32, 48};
  for (int index = 0; index < 4; index++) replies->words[free_words[index]] = 0xABABABAB;
}
DO_WITH_REPLIES(unmapsShared) {
  munmap((void *)replies->words, AREA_BYTES);
}
DO_WITH_REPLIES(movesShared) {
  mremap((void *)replies->words, AREA_BYTES, AREA_BYTES, MREMAP_MAYMOVE | MREMAP_FIXED,
         (char *)replies->words - ((size_t)8 << 30));
}
DO(writesRequests) {
  area requests;
  if (!find_area(&requests, 0)) return;
  tried(deed, mprotect((void *)requests.words, AREA_BYTES, PROT_READ | PROT_WRITE));
}
DO_WITH_REPLIES(fillsShared) {
  for (size_t place = 2 * PAGE; place < AREA_BYTES; place += PAGE) {
    ((volatile char *)replies->words)[place] = 1;
  }
}
/// Answers with its last answer, as if the same request had come, and then computes for ever: the answer is correct,
/// so no further request comes.
DO_WITH_REPLIES(answersAndBurns) {
  area requests;
  if (!find_area(&requests, 0)) return;
  replies->header->sequence = requests.header->sequence;
  replies->header->epoch = requests.header->epoch;
  publish(replies, replies->words[0] + 1);
  for (volatile int forever = 1; forever;) continue;
}

#ifndef STARTED_ID
#define STARTED_ID "test.hostile"
#endif
#ifndef STARTED_RESULT
#define STARTED_RESULT LAYOUT_TYPE_NONE
#endif
#ifndef STARTED_CATEGORY
#define STARTED_CATEGORY LAYOUT_CELL
#endif

/// Answers the start in place of its worker: with a query whose answer has no type, and otherwise as the flags say.
DO(startsItself) {
  area requests, replies;
  if (!find_area(&requests, 0) || !find_first_replies(&replies, &requests, 2)) return;
  memcpy(replies.header, requests.header, sizeof *replies.header);
  replies.header->kind = FIRST_REPLY;
  replies.header->head_length = 0;
  put_text(&replies, STARTED_ID);
  for (int text = 0; text < 3; text++) put_text(&replies, "hostile");  // Its id, name and help.
  put_number(&replies, 0);                                             // Properties.
  put_number(&replies, 1);                                             // Queries.
  put_text(&replies, "sizeForItem");
  put_text(&replies, "");
  put_number(&replies, LAYOUT_SCOPE_ITEM);
  put_number(&replies, STARTED_RESULT);
  for (int list = 0; list < 4; list++) put_number(&replies, 0);  // Arguments, names; actions, events.
  put_number(&replies, 1);                                       // Kinds.
  put_text(&replies, "cell");
  put(&replies, &(uint16_t){STARTED_CATEGORY}, 2);
  for (int list = 0; list < 3; list++) put_number(&replies, 0);  // Its fields; the state.
  put(&replies, "", 1);                                          // The host does not mirror.
  put_number(&replies, 0);                                       // Extensions.
  put(&replies, "", 1);                                          // Nothing on the side.
  publish(&replies, 1);
  for (;;) sleep(1000);
}

#ifndef FAILS_AS
#define FAILS_AS "worker-hung"
#endif

/// Fails in place of its worker, with an error of another plugin.
DO_WITH_REPLIES(failsItself) {
  area requests;
  if (!find_area(&requests, 0)) return;
  memcpy(replies->header, requests.header, sizeof *replies->header);
  replies->header->kind = FIRST_REPLY + 1;
  replies->header->head_length = 0;
  replies->header->bulk_length = 0;
  put_text(replies, FAILS_AS);
  put_text(replies, "what it says");
  put(replies, "\1", 1);
  put_text(replies, "test.other");
  put(replies, "\1", 1);
  put_text(replies, "no\ncall");
  put(replies, "", 1);  // Nothing on the side.
  publish(replies, replies->words[0] + 1);
  for (;;) sleep(1000);
}

// MARK: More than the host accepts, in place of its worker

/// Begins an answer to the running frame: not prepared, no movement, `records` elements with any bytes.
__attribute__((unused)) static int begin_answer(area *replies, uint32_t records) {
  area requests;
  if (!find_area(&requests, 0)) return 0;
  memcpy(replies->header, requests.header, sizeof *replies->header);
  replies->header->kind = FIRST_REPLY;
  replies->header->head_length = 0;
  replies->header->bulk_length = (uint64_t)records * sizeof(layout_attributes);
  put(replies, (double[2]){200, 200}, 16);  // The content's size.
  put(replies, "\0", 2);
  put(replies, (uint32_t[3]){0}, 12);  // No calls.
  put_number(replies, records);
  put(replies, (uint32_t[3]){0}, 12);  // No transforms, no payload, nothing dropped.
  return 1;
}
__attribute__((unused)) static void end_answer(area *replies) {
  publish(replies, replies->words[0] + 1);
  for (;;) sleep(1000);
}

DO_WITH_REPLIES(answersMillions) {
  if (!begin_answer(replies, 3900000)) return;
  put(replies, "", 1);  // Nothing on the side.
  end_answer(replies);
}
DO_WITH_REPLIES(logsMillion) {
  if (!begin_answer(replies, 0)) return;
  put(replies, "\1", 1);
  for (int list = 0; list < 3; list++) put_number(replies, 0);  // Events, marks, elements.
  put_number(replies, 1000000);
  for (int line = 0; line < 1000000; line++) {
    put_number(replies, LAYOUT_LOG_INFO);
    put_text(replies, "x");
  }
  put(replies, "", 1);
  end_answer(replies);
}
DO_WITH_REPLIES(logsAtLength) {
  if (!begin_answer(replies, 0)) return;
  put(replies, "\1", 1);
  for (int list = 0; list < 3; list++) put_number(replies, 0);
  put_number(replies, 15);
  for (int line = 0; line < 15; line++) {
    put_number(replies, LAYOUT_LOG_INFO);
    put_letters(replies, 1 << 20);
  }
  put(replies, "", 1);
  end_answer(replies);
}
DO_WITH_REPLIES(postsMillion) {
  if (!begin_answer(replies, 0)) return;
  put(replies, "\1", 1);
  put_number(replies, 1000000);
  for (int event = 0; event < 1000000; event++) {
    put_text(replies, "x");
    put_number(replies, 0);
  }
  put(replies, (uint8_t[13]){0}, 13);
  end_answer(replies);
}
DO_WITH_REPLIES(marksMillion) {
  if (!begin_answer(replies, 0)) return;
  put(replies, "\1", 1);
  put_number(replies, 0);
  put_number(replies, LAYOUT_MARK_ITEMS);
  put_number(replies, 1000000);
  replies->header->head_length += 1000000 * sizeof(layout_element);
  put(replies, (uint8_t[5]){0}, 5);
  end_answer(replies);
}
DO_WITH_REPLIES(namesAtLength) {
  if (!begin_answer(replies, 0)) return;
  put(replies, "\1", 1);
  for (int list = 0; list < 4; list++) put_number(replies, 0);
  put(replies, "\1", 1);
  put_number(replies, 1);
  put(replies, "\1", 1);
  put_letters(replies, 8 << 20);
  end_answer(replies);
}
DO_WITH_REPLIES(namesMillions) {
  if (!begin_answer(replies, 0)) return;
  put(replies, "\1", 1);
  for (int list = 0; list < 4; list++) put_number(replies, 0);
  put(replies, "\1", 1);
  put_number(replies, 15 << 20);
  memset((char *)replies->header + 64 + replies->header->head_length, 0, 15 << 20);
  replies->header->head_length += 15 << 20;
  end_answer(replies);
}
DO_WITH_REPLIES(failsAtLength) {
  if (!begin_answer(replies, 0)) return;
  replies->header->kind = FIRST_REPLY + 1;
  replies->header->head_length = 0;
  put_text(replies, "layout-failed");
  put_letters(replies, 15 << 20);
  put(replies, "\0\0", 3);  // No plugin, no call, nothing on the side.
  end_answer(replies);
}

/// Makes the first number of each record alternate between NaN and its value, as fast as possible.
__attribute__((unused)) static void *race(void *none) {
  area replies;
  if (!find_area(&replies, 1)) return none;
  for (;;) {
    char *message = (char *)replies.header;
    size_t start = (64 + replies.header->head_length + 63) / 64 * 64;
    for (size_t record = 0; record < 16; record++) {
      volatile double *x = (volatile double *)(message + start + record * 64);
      *x = NAN;
      *x = 0;
    }
  }
}
DO(races) {
  pthread_t racer;
  tried(deed, pthread_create(&racer, NULL, race, NULL) == 0 ? 0 : -1);
}

// MARK: Texts that are not there

DO(logsFromNowhere) {
  layout_text text = {(const char *)8, 100, 0};
  deed->self->host->log(deed->self->host->context, LAYOUT_LOG_INFO, text);
}
DO(complainsForEver) {
  layout_text text = {"\033[2J\xE2\x80\xAE", UINT32_MAX, 0};
  deed->self->host->set_error(deed->self->host->context, text);
  deed->status = LAYOUT_ERROR_FAILED;
}
DO(complainsInColour) {
  static const char words[] = "\033[2J\xE2\x80\xAE" "right\0left\xFF\xC0";
  layout_text text = {words, sizeof words - 1, 0};
  deed->self->host->set_error(deed->self->host->context, text);
  deed->status = LAYOUT_ERROR_FAILED;
}

#endif  // HOSTILE_BORDER_H
