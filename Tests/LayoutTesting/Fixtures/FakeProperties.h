// SPDX-License-Identifier: Apache-2.0
//
// The properties of the fake layout: the chosen mistake, and values that it only keeps.
#ifndef FAKE_PROPERTIES_H
#define FAKE_PROPERTIES_H

#include <string.h>

#include "FakeMistakes.h"
#include "FakeTables.h"

static layout_status set_property(void *context, uint32_t index, const layout_value *value) {
  fake *self = context;
#ifdef IN_SET
  IN_SET;
#endif
  layout_status status = misbehave(self, CALL_setProperty);
  // The mistake can always be turned off again.
  if (status != LAYOUT_OK && index > PROPERTY_CALL) return status;
  switch (index) {
    case PROPERTY_BEHAVIOUR:
      self->behaviour = value->as.integer;
      return LAYOUT_OK;
    case PROPERTY_CALL:
      self->call = value->as.integer;
      return LAYOUT_OK;
    case PROPERTY_SPACING:
      self->spacing = value->as.number;
      return LAYOUT_OK;
    case PROPERTY_TITLE:
      if (value->as.text.count > sizeof self->title ||
          (value->as.text.count == 6 && !memcmp(value->as.text.bytes, "refuse", 6))) {
        self->host->set_error(self->host->context, text("this title is refused"));
        return LAYOUT_ERROR_ARGUMENT;
      }
      self->title_count = value->as.text.count;
      if (self->title_count) memcpy(self->title, value->as.text.bytes, self->title_count);
      return LAYOUT_OK;
    case PROPERTY_STOPS:
      self->stop_count = value->type == LAYOUT_TYPE_NONE ? UINT32_MAX : value->as.array.count;
      if (self->stop_count == UINT32_MAX) return LAYOUT_OK;
      if (self->stop_count > 4) return LAYOUT_ERROR_ARGUMENT;
      memcpy(self->stops, value->as.array.values, self->stop_count * sizeof(double));
      return LAYOUT_OK;
    default:
      return LAYOUT_ERROR_ARGUMENT;
  }
}

static layout_status get_property(void *context, uint32_t index, layout_value *out) {
  fake *self = context;
  layout_status status = misbehave(self, CALL_getProperty);
  if (status != LAYOUT_OK) return status;
  *out = (layout_value){.type = index < 5 ? properties[index]->type : LAYOUT_TYPE_NONE};
  switch (index) {
    case PROPERTY_BEHAVIOUR:
      out->as.integer = self->behaviour;
      return LAYOUT_OK;
    case PROPERTY_CALL:
      out->as.integer = self->call;
      return LAYOUT_OK;
    case PROPERTY_SPACING:
      out->as.number = self->spacing;
      return LAYOUT_OK;
    case PROPERTY_TITLE:
      out->as.text = (layout_text){self->title, self->title_count, 0};
      return LAYOUT_OK;
    case PROPERTY_STOPS:
      if (self->stop_count == UINT32_MAX) {
        out->type = LAYOUT_TYPE_NONE;
      } else {
        out->as.array = (layout_array){self->stops, self->stop_count, 0};
      }
      return LAYOUT_OK;
    default:
      return LAYOUT_ERROR_ARGUMENT;
  }
}

#endif  // FAKE_PROPERTIES_H
