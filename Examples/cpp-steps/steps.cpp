// SPDX-License-Identifier: Apache-2.0
//
// steps.cpp: a layout plugin in C++, with nothing but the contract's header. Each section is a
// flight of steps: every item a step's height below the last and a little further in, to and fro.
//
//   g++ -std=c++20 -O2 -shared -fPIC -fvisibility=hidden -fno-gnu-unique -I… steps.cpp
#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>
#include <utility>
#include <vector>

#include "layout/layout.h"

LAYOUT_NOTE({
  "id": "org.example.steps", "name": "Steps", "version": "1.0.0", "abi": 1, "runtime": "none",
  "requires": [], "uses": [], "layouts": ["steps"]
});

namespace {

enum { kStepHeight, kPropertyCount };

constexpr double kGap = 8;  // Between steps, points.

bool isEmpty(const layout_rect &r) { return r.width <= 0 || r.height <= 0; }

bool holds(const layout_rect &r, double x, double y) {
  return x >= r.x && x < r.x + r.width && y >= r.y && y < r.y + r.height;
}

// Two rectangles meet when they overlap by more than an edge; an empty one is judged by its origin.
bool meet(const layout_rect &a, const layout_rect &b) {
  if (isEmpty(a)) return isEmpty(b) ? a.x == b.x && a.y == b.y : holds(b, a.x, a.y);
  if (isEmpty(b)) return holds(a, b.x, b.y);
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

// Counts elements, and writes them as long as there is room.
class Writer {
 public:
  explicit Writer(layout_answer &answer) : answer_(answer) {}

  void add(uint32_t section, uint32_t item, const layout_rect &frame) {
    if (count_ < answer_.record_capacity) {
      layout_attributes record{};
      record.frame = frame;
      record.section = section;
      record.item = item;
      record.alpha = 1;
      answer_.records[count_] = record;
    }
    count_++;
  }

  layout_status finish() {
    answer_.record_count = count_;
    answer_.transform_count = answer_.payload_count = 0;
    return count_ <= answer_.record_capacity ? LAYOUT_OK : LAYOUT_CAPACITY;
  }

 private:
  layout_answer &answer_;
  uint32_t count_ = 0;
};

// A live layout. What `wanted` says counts from the next prepare on.
class Flight {
 public:
  layout_instance table{};
  double wanted = 56;

  void prepare(const layout_snapshot &snapshot) {
    // Into a list of its own first: should there be no memory for it, the old one stays.
    std::vector<uint64_t> firsts{0};
    for (uint32_t section = 0; section < snapshot.section_count; section++) {
      firsts.push_back(firsts.back() + LAYOUT_ITEM_COUNT(&snapshot, section));
    }
    firsts_ = std::move(firsts);
    height_ = wanted;
    width_ = snapshot.bounds.width;
  }

  layout_size size() const { return {width_, double(firsts_.back()) * height_}; }
  uint32_t sectionCount() const { return uint32_t(firsts_.size() - 1); }
  uint64_t count(uint32_t section) const { return firsts_[section + 1] - firsts_[section]; }

  layout_rect frame(uint32_t section, uint64_t item) const {
    // There and back in sixteen steps.
    double turn = double(item % 16) / 8, along = turn < 1 ? turn : 2 - turn;
    double step = double(firsts_[section] + item);
    double length = width_ * 0.3;
    return {along * (width_ - length), step * height_ + kGap / 2, length, height_ - kGap};
  }

  // All steps are equally high, so the first and the last that meet the rectangle are known without
  // a search: a frame costs as much as it shows.
  void answer(const layout_rect &rect, Writer &to) const {
    uint64_t first = place(std::floor(rect.y / height_));
    uint64_t end = place(std::floor((rect.y + std::max(rect.height, 0.0)) / height_) + 1);
    auto after = std::upper_bound(firsts_.begin(), firsts_.end(), first);
    uint32_t section = after == firsts_.begin() ? 0 : uint32_t(after - firsts_.begin()) - 1;
    for (uint64_t step = first; step < end; step++) {
      while (step >= firsts_[section + 1]) section++;
      layout_rect own = frame(section, step - firsts_[section]);
      if (meet(own, rect)) to.add(section, uint32_t(step - firsts_[section]), own);
    }
  }

 private:
  uint64_t place(double step) const {
    double last = double(firsts_.back());
    return uint64_t(std::clamp(step, 0.0, last));
  }

  double height_ = 56, width_ = 0;
  std::vector<uint64_t> firsts_{0};  // Items before each section, and all of them.
};

Flight &at(void *context) { return *static_cast<Flight *>(context); }

// Tables. They are never written.

const layout_property stepHeight = {
    .struct_size = sizeof(layout_property),
    .type = LAYOUT_TYPE_F64,
    .name = LAYOUT_TEXT("stepHeight"),
    .help = LAYOUT_TEXT("Of one step."),
    .unit = LAYOUT_TEXT("pt"),
    .default_value = {LAYOUT_TYPE_F64, 0, {.number = 56}},
    .minimum = 16,
    .maximum = 1024,
    .cases = nullptr,
    .case_count = 0,
    .flags = 0,
};
const layout_property *const properties[kPropertyCount] = {&stepHeight};
const layout_kind cell = {sizeof(layout_kind), LAYOUT_CELL, LAYOUT_TEXT("cell"), nullptr, 0, 0};
const layout_kind *const kinds[] = {&cell};
const layout_descriptor descriptor = {
    .struct_size = sizeof(layout_descriptor),
    .flags = LAYOUT_DESCRIPTOR_HOST_MIRRORS,
    .id = LAYOUT_TEXT("steps"),
    .name = LAYOUT_TEXT("Steps"),
    .help = LAYOUT_TEXT("Items as steps, to and fro."),
    .properties = properties,
    .queries = nullptr,
    .actions = nullptr,
    .events = nullptr,
    .kinds = kinds,
    .property_count = kPropertyCount,
    .query_count = 0,
    .action_count = 0,
    .event_count = 0,
    .kind_count = 1,
    .state_version = 0,
    .state_schema = {nullptr, 0, 0},
};
const layout_descriptor *const layouts[] = {&descriptor};

// What the host calls. No exception may leave it.

layout_status setProperty(void *context, uint32_t index, const layout_value *value) {
  if (index != kStepHeight) return LAYOUT_ERROR_ARGUMENT;
  at(context).wanted = value->as.number;
  return LAYOUT_OK;
}

layout_status getProperty(void *context, uint32_t index, layout_value *out) {
  if (index != kStepHeight) return LAYOUT_ERROR_ARGUMENT;
  *out = {LAYOUT_TYPE_F64, 0, {.number = at(context).wanted}};
  return LAYOUT_OK;
}

layout_status shouldInvalidate(void *, const layout_bounds_change *change, uint32_t *marks) {
  bool isResize = change->old_bounds.width != change->new_bounds.width;
  *marks = isResize ? LAYOUT_MARK_BOUNDS : LAYOUT_MARK_NOTHING;
  return LAYOUT_OK;
}

layout_status prepare(void *context, const layout_snapshot *snapshot, const layout_invalidation *) {
  try {
    at(context).prepare(*snapshot);
    return LAYOUT_OK;
  } catch (const std::bad_alloc &) {
    return LAYOUT_ERROR_MEMORY;
  }
}

layout_status contentSize(void *context, layout_size *out) {
  *out = at(context).size();
  return LAYOUT_OK;
}

layout_status attributesInRect(void *context, layout_rect rect, layout_answer *answer) {
  Writer writer(*answer);
  at(context).answer(rect, writer);
  return writer.finish();
}

layout_status attributesFor(void *context, layout_element element, layout_answer *answer) {
  Writer writer(*answer);
  const Flight &flight = at(context);
  bool isCell = element.category == LAYOUT_CELL && element.kind == 0;
  if (isCell && element.section < flight.sectionCount() &&
      element.item < flight.count(element.section)) {
    writer.add(element.section, element.item, flight.frame(element.section, element.item));
  }
  return writer.finish();
}

void destroy(void *context) { delete static_cast<Flight *>(context); }

const void *extension(void *, layout_text) { return nullptr; }

layout_status create(const layout_host *, uint32_t index, const layout_instance **out) {
  if (index != 0) return LAYOUT_ERROR_ARGUMENT;
  try {
    Flight *flight = new Flight;
    flight->table = {
        sizeof(layout_instance), 0,       flight,      destroy,          setProperty,   getProperty,
        shouldInvalidate,        prepare, contentSize, attributesInRect, attributesFor, extension};
    *out = &flight->table;
    return LAYOUT_OK;
  } catch (const std::bad_alloc &) {
    return LAYOUT_ERROR_MEMORY;
  }
}

const layout_plugin plugin = {
    .struct_size = sizeof(layout_plugin),
    .abi = LAYOUT_ABI,
    .id = LAYOUT_TEXT("org.example.steps"),
    .name = LAYOUT_TEXT("Steps"),
    .version = LAYOUT_TEXT("1.0.0"),
    .layouts = layouts,
    .layout_count = 1,
    .reserved = 0,
    .create = create,
};

}  // namespace

LAYOUT_EXPORT const layout_plugin *layout_plugin_entry(uint32_t host_abi) {
  return host_abi >= 1 ? &plugin : nullptr;
}
