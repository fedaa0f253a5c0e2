// SPDX-License-Identifier: Apache-2.0
//
// The mistakes that the fake layout makes on demand.
#ifndef FAKE_MISTAKES_H
#define FAKE_MISTAKES_H

#include <stdlib.h>
#include <string.h>

#include "FakeTables.h"
#ifdef TAKEN_KIND
#include "TakenOver.h"
#endif

static layout_text text(const char *bytes) { return (layout_text){bytes, strlen(bytes), 0}; }

static int does(const fake *self, enum behaviour behaviour) {
  return self->behaviour == (int64_t)behaviour;
}

/// Makes a mistake that fits any call, only in the chosen one; returns LAYOUT_OK to continue.
static layout_status misbehave(fake *self, enum call call) {
#ifdef TAKEN_KIND
  take_over();
#endif
  if (self->call != (int64_t)call) return LAYOUT_OK;
  const layout_host *host = self->host;
  switch (self->behaviour) {
    case BEHAVIOUR_error:
      host->set_error(host->context, text("told to fail"));
      return LAYOUT_ERROR_FAILED;
    case BEHAVIOUR_errorWithoutText:
      return LAYOUT_ERROR_FAILED;
    case BEHAVIOUR_unknownStatus:
      return -77;
    case BEHAVIOUR_positiveStatus:
      return 77;
    case BEHAVIOUR_trap:
      __builtin_trap();
    case BEHAVIOUR_crash:
      *(volatile int *)8 = 1;
      break;
    case BEHAVIOUR_aborts:
      abort();
    case BEHAVIOUR_exits:
      exit(0);
    case BEHAVIOUR_loops:
      for (volatile int forever = 1; forever;) continue;
      break;
    case BEHAVIOUR_allocates:
      for (;;) {
        size_t size = 1 << 26;
        void *memory = malloc(size);
        if (!memory) return LAYOUT_ERROR_MEMORY;
        memset(memory, 1, size);
      }
    case BEHAVIOUR_asksUnknownQuery:
      return host->query(host->context, 99) ? LAYOUT_ERROR_FAILED : LAYOUT_OK;
    case BEHAVIOUR_postsUnknownEvent:
      return host->post_event(host->context, 99, NULL, 0);
    case BEHAVIOUR_postsWrongArguments: {
      layout_value values[2] = {{.type = LAYOUT_TYPE_F64}, {.type = LAYOUT_TYPE_U32}};
      return host->post_event(host->context, 0, values, 2);
    }
    case BEHAVIOUR_registersUnknownKind:
      return host->register_decoration(host->context, 99, text("nobody"));
    case BEHAVIOUR_logs:
      host->log(host->context, LAYOUT_LOG_WARNING, text("a word"));
      break;
    default:
      break;
  }
  return LAYOUT_OK;
}

/// Damages one element, or the counts, of a correct answer.
static void spoil(fake *self, layout_answer *answer) {
  if (answer->record_count == 0) return;
  layout_attributes *first = answer->records, *last = first + answer->record_count - 1;
  switch (self->behaviour) {
    case BEHAVIOUR_nanFrame:
      first->frame.width = NAN;
      break;
    case BEHAVIOUR_infiniteFrame:
      first->frame.x = INFINITY;
      break;
    case BEHAVIOUR_negativeWidth:
      first->frame.width = -1;
      break;
    case BEHAVIOUR_negativeHeight:
      first->frame.height = -0.5;
      break;
    case BEHAVIOUR_unknownSection:
      first->section = self->section_count;
      break;
    case BEHAVIOUR_unknownItem:
      first->item = self->item_counts[first->section];
      break;
    case BEHAVIOUR_unknownCategory:
      first->category = 3;
      break;
    case BEHAVIOUR_unknownKind:
      first->kind = 3;
      break;
    case BEHAVIOUR_wrongCategory:
      first->kind = KIND_HEADER;
      break;
    case BEHAVIOUR_unknownFlag:
      first->flags = 4;
      break;
    case BEHAVIOUR_nanAlpha:
      first->alpha = NAN;
      break;
    case BEHAVIOUR_alphaAboveOne:
      first->alpha = 1.5f;
      break;
    case BEHAVIOUR_alphaBelowZero:
      first->alpha = -0.5f;
      break;
    case BEHAVIOUR_duplicate:
      *last = *first;
      break;
    case BEHAVIOUR_badTransform:
      first->transform = answer->transform_count + 1;
      break;
    case BEHAVIOUR_nanTransform:
      if (answer->transform_count) answer->transforms[0].m[0] = NAN;
      break;
    case BEHAVIOUR_badPayload:
      first->payload = answer->payload_count;
      break;
    case BEHAVIOUR_claimsMoreRecords:
      answer->record_count = answer->record_capacity + 1;
      break;
    case BEHAVIOUR_claimsMoreTransforms:
      answer->transform_count = answer->transform_capacity + 1;
      break;
    case BEHAVIOUR_claimsMorePayload:
      answer->payload_count = answer->payload_capacity + 1;
      break;
    case BEHAVIOUR_writesPastRecords:
      answer->records[answer->record_capacity] = *first;
      break;
    case BEHAVIOUR_writesPastTransforms:
      memset(answer->transforms + answer->transform_capacity, 7, sizeof(layout_transform));
      break;
    case BEHAVIOUR_writesPastPayload:
      answer->payload[answer->payload_capacity] = 7;
      break;
    case BEHAVIOUR_movesPointer:
      answer->records++;
      break;
    case BEHAVIOUR_raisesCapacity:
      answer->record_capacity += 1000;
      break;
    case BEHAVIOUR_descending:
      for (; first < last; first++, last--) {
        layout_attributes other = *first;
        *first = *last;
        *last = other;
      }
      break;
    case BEHAVIOUR_otherElement:
      first->item ^= 1;
      break;
    default:
      break;
  }
}

/// Damages the answer about one element, only in the chosen call.
__attribute__((unused)) static void spoil_one(fake *self, enum call call, layout_answer *answer) {
  if (self->call != (int64_t)call) return;
  if (does(self, BEHAVIOUR_noAnswer)) answer->record_count = 0;
  if (does(self, BEHAVIOUR_twoAnswers) && answer->record_capacity > 1) {
    answer->records[1] = answer->records[0];
    answer->records[1].item ^= 1;
    answer->record_count = 2;
  }
  spoil(self, answer);
}

#endif  // FAKE_MISTAKES_H
