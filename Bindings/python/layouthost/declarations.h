/* SPDX-License-Identifier: Apache-2.0 */
/* Made by Tools/python-declarations from layouthost.h; do not edit. */
#define LH_VERSION_MAJOR 0
#define LH_VERSION_MINOR 1
uint32_t lh_version(void);
typedef struct lh_view lh_view;
typedef struct lh_layout lh_layout;
typedef struct lh_loading lh_loading;
typedef struct lh_cell lh_cell;
typedef struct lh_batch lh_batch;
typedef struct lh_snapshot lh_snapshot;
typedef struct lh_library lh_library;
typedef struct lh_error lh_error;
lh_error *lh_error_new(const char *code, const char *message);
void lh_error_free(lh_error *error);
const char *lh_error_code(const lh_error *error);
const char *lh_error_message(const lh_error *error);
const char *lh_error_remedy(const lh_error *error);
const char *lh_error_plugin(const lh_error *error);
const char *lh_error_call(const lh_error *error);
void lh_free(void *memory);
typedef struct lh_point {
  double x;
  double y;
} lh_point;
typedef struct lh_size {
  double width;
  double height;
} lh_size;
typedef struct lh_rect {
  double x;
  double y;
  double width;
  double height;
} lh_rect;
typedef struct lh_insets {
  double top;
  double left;
  double bottom;
  double right;
} lh_insets;
typedef struct lh_path {
  uint32_t section;
  uint32_t item;
} lh_path;
#define LH_TYPE_NONE 0
#define LH_TYPE_BOOL 1
#define LH_TYPE_INTEGER 2
#define LH_TYPE_NUMBER 3
#define LH_TYPE_ENUM 4
#define LH_TYPE_POINT 5
#define LH_TYPE_SIZE 6
#define LH_TYPE_INSETS 7
#define LH_TYPE_TEXT 8
#define LH_TYPE_ARRAY 9
#define LH_TYPE_INDEX 10
typedef struct lh_array {
  const double *values;
  size_t count;
} lh_array;
typedef union lh_value_content {
  int64_t integer;   
  double number;     
  lh_point point;    
  lh_size size;      
  lh_insets insets;  
  const char *text;  
  lh_array array;    
} lh_value_content;
typedef struct lh_value {
  uint32_t type;  
  uint32_t reserved;
  lh_value_content as;
} lh_value;
typedef struct lh_animation {
  uint32_t struct_size;
  uint32_t course;     
  double duration;     
  double damping;      
  double response;     
  void *data;          
  void (*completed)(void *data, bool finished);
} lh_animation;
#define LH_COURSE_STANDARD 0
#define LH_COURSE_LINEAR 1
#define LH_COURSE_EASE_IN 2
#define LH_COURSE_EASE_OUT 3
#define LH_COURSE_EASE_IN_OUT 4
#define LH_COURSE_SPRING 5
#define LH_COURSE_NONE 6
#define LH_TIER_AUTO 0
#define LH_TIER_IN_PROCESS 1
#define LH_TIER_WORKER 2
#define LH_TIER_SANDBOXED 3
typedef struct lh_limits {
  uint32_t struct_size;
  uint32_t reserved;
  uint64_t elements;           
  double area_per_element;     
  uint64_t most_elements;      
  uint64_t words_per_element;  
  uint64_t text_bytes;         
  uint64_t log_lines;          
  uint64_t log_bytes;          
  uint64_t name_bytes;         
  uint64_t events;             
  uint64_t event_bytes;        
  uint64_t marked_elements;    
} lh_limits;
typedef struct lh_layout_options {
  uint32_t struct_size;
  uint32_t tier;                   
  uint32_t flags;                  
  uint32_t directory_count;
  const char *const *directories;  
  const char *worker;              
  uint64_t memory_limit;           
  double deadline;
  const lh_limits *limits;
  void *data;
  void (*release)(void *data);
  void (*crashed)(void *data, const lh_error *why, const char *record);
} lh_layout_options;
#define LH_LAYOUT_TRUST_ONCE 1
#define LH_LAYOUT_SUPERVISED 2
lh_layout *lh_layout_new(const char *name, const lh_layout_options *options,
                                lh_error **error);
lh_loading *lh_layout_begin(const char *name, const lh_layout_options *options,
                                   lh_error **error);
bool lh_loading_poll(lh_loading *loading, lh_layout **layout, lh_error **error);
void lh_loading_free(lh_loading *loading);
void lh_layout_free(lh_layout *layout);
const char *lh_layout_id(lh_layout *layout);
const char *lh_layout_name(lh_layout *layout);
const char *lh_layout_help(lh_layout *layout);
const char *lh_layout_file(lh_layout *layout);
typedef struct lh_property {
  uint32_t struct_size;
  uint32_t type;           
  const char *name;
  const char *help;        
  const char *unit;        
  lh_value default_value;  
  double minimum;          
  double maximum;
  const char *const *cases;
  uint32_t case_count;
  uint32_t is_optional;    
} lh_property;
typedef struct lh_query {
  uint32_t struct_size;
  uint32_t type;            
  const char *name;
  const char *help;
  uint32_t is_for_section;  
  uint32_t argument_count;
  const uint32_t *argument_types;
} lh_query;
typedef struct lh_signature {
  uint32_t struct_size;
  uint32_t type;  
  const char *name;
  const char *help;
  uint32_t argument_count;
  uint32_t reserved;
  const uint32_t *argument_types;
  const char *const *argument_names;
} lh_signature;
#define LH_CELL 0
#define LH_SUPPLEMENTARY 1
#define LH_DECORATION 2
typedef struct lh_kind {
  uint32_t struct_size;
  uint32_t category;  
  const char *name;   
} lh_kind;
uint32_t lh_layout_property_count(lh_layout *layout);
uint32_t lh_layout_query_count(lh_layout *layout);
uint32_t lh_layout_action_count(lh_layout *layout);
uint32_t lh_layout_event_count(lh_layout *layout);
uint32_t lh_layout_kind_count(lh_layout *layout);
bool lh_layout_get_property(lh_layout *layout, uint32_t index, lh_property *out,
                                   lh_error **error);
bool lh_layout_get_query(lh_layout *layout, uint32_t index, lh_query *out,
                                lh_error **error);
bool lh_layout_get_action(lh_layout *layout, uint32_t index, lh_signature *out,
                                 lh_error **error);
bool lh_layout_get_event(lh_layout *layout, uint32_t index, lh_signature *out,
                                lh_error **error);
bool lh_layout_get_kind(lh_layout *layout, uint32_t index, lh_kind *out, lh_error **error);
bool lh_layout_set(lh_layout *layout, const char *name, const lh_value *value,
                          lh_error **error);
bool lh_layout_set_bool(lh_layout *layout, const char *name, bool value, lh_error **error);
bool lh_layout_set_integer(lh_layout *layout, const char *name, int64_t value,
                                  lh_error **error);
bool lh_layout_set_number(lh_layout *layout, const char *name, double value,
                                 lh_error **error);
bool lh_layout_set_size(lh_layout *layout, const char *name, double width, double height,
                               lh_error **error);
bool lh_layout_set_text(lh_layout *layout, const char *name, const char *value,
                               lh_error **error);
bool lh_layout_set_json(lh_layout *layout, const char *name, const char *json,
                               lh_error **error);
bool lh_layout_get(lh_layout *layout, const char *name, lh_value *out, lh_error **error);
typedef struct lh_answer {
  uint32_t struct_size;
  uint32_t reserved;
  void *data;
  void (*release)(void *data);
  int32_t (*many)(void *data, uint32_t section, uint32_t first, uint32_t count, void *out,
                  lh_error **error);
  int32_t (*one)(void *data, lh_path path, const lh_value *arguments, uint32_t argument_count,
                 lh_value *out, lh_error **error);
} lh_answer;
#define LH_ANSWER_FAILED -1
#define LH_ANSWER_NONE 0
#define LH_ANSWER_ALL 1
#define LH_ANSWER_UNIFORM 2
bool lh_layout_answer(lh_layout *layout, const char *query, const lh_answer *answer,
                             lh_error **error);
bool lh_layout_unanswer(lh_layout *layout, const char *query, lh_error **error);
bool lh_layout_call(lh_layout *layout, const char *action, const lh_value *arguments,
                           uint32_t argument_count, lh_value *result, lh_error **error);
bool lh_layout_invalidate(lh_layout *layout, lh_error **error);
bool lh_layout_invalidate_items(lh_layout *layout, const lh_path *paths, size_t count,
                                       lh_error **error);
bool lh_layout_restart(lh_layout *layout, lh_error **error);
typedef struct lh_plugin {
  uint32_t struct_size;
  uint32_t trust;       
  const char *layout;   
  const char *plugin;   
  const char *version;
  const char *path;
  const char *refusal;  
} lh_plugin;
#define LH_TRUST_USER 0
#define LH_TRUST_SYSTEM 1
#define LH_TRUST_TRUSTED 2
#define LH_TRUST_BUNDLED 3
lh_library *lh_library_new(const char *const *directories, uint32_t count,
                                  lh_error **error);
void lh_library_free(lh_library *library);
uint32_t lh_library_count(const lh_library *library);
bool lh_library_get(const lh_library *library, uint32_t index, lh_plugin *out,
                           lh_error **error);
const char *lh_library_places(const lh_library *library);
typedef struct lh_element {
  uint32_t struct_size;
  uint32_t category;        
  uint32_t kind;            
  uint32_t flags;           
  lh_path path;             
  uint64_t id;              
  lh_rect frame;            
  lh_rect pixels;           
  lh_size resting_size;     
  double alpha;             
  int64_t z_index;          
  const double *transform;  
  lh_cell *cell;
  void *object;             
} lh_element;
#define LH_ELEMENT_HIDDEN 1
#define LH_ELEMENT_LEAVING 2
#define LH_ELEMENT_SELECTED 4
#define LH_ELEMENT_HIGHLIGHTED 8
#define LH_ELEMENT_FOCUSED 16
typedef struct lh_cell_class {
  uint32_t struct_size;
  uint32_t reserved;
  void *data;
  void (*release)(void *data);
  void *(*make)(void *data, lh_cell *cell);
  void (*place)(void *data, lh_cell *cell, void *object, const lh_element *element);
  void (*restyle)(void *data, lh_cell *cell, void *object);
  void (*recycle)(void *data, lh_cell *cell, void *object);
  void (*drop)(void *data, lh_cell *cell, void *object);
  bool (*preferred_size)(void *data, lh_cell *cell, void *object, lh_size *size,
                         lh_error **error);
} lh_cell_class;
bool lh_view_register(lh_view *view, uint32_t category, const char *kind,
                             const char *identifier, const lh_cell_class *cell_class,
                             lh_error **error);
lh_view *lh_cell_view(lh_cell *cell);
void *lh_cell_object(lh_cell *cell);
uint64_t lh_cell_id(lh_cell *cell);
uint32_t lh_cell_category(lh_cell *cell);
const char *lh_cell_kind(lh_cell *cell);
const char *lh_cell_identifier(lh_cell *cell);
bool lh_cell_get_path(lh_cell *cell, lh_path *path);
bool lh_cell_is_selected(lh_cell *cell);
bool lh_cell_is_highlighted(lh_cell *cell);
uint64_t lh_cell_binding(lh_cell *cell);
bool lh_cell_get_field(lh_cell *cell, const char *name, lh_value *out, lh_error **error);
bool lh_cell_clear(lh_cell *cell, lh_error **error);
bool lh_cell_set_text(lh_cell *cell, const char *text, lh_error **error);
bool lh_cell_set_glyph(lh_cell *cell, uint32_t code_point, const char *caption,
                              lh_error **error);
bool lh_cell_set_card(lh_cell *cell, const char *title, const char *body, lh_error **error);
bool lh_cell_set_picture(lh_cell *cell, const char *path, const char *caption,
                                lh_error **error);
bool lh_cell_set_heading(lh_cell *cell, const char *title, const char *detail,
                                lh_error **error);
bool lh_cell_set_shape(lh_cell *cell, uint32_t fill, uint32_t stroke, double stroke_width,
                              double corner_radius, lh_error **error);
bool lh_cell_set_hue(lh_cell *cell, uint32_t hue, lh_error **error);
bool lh_cell_set_label(lh_cell *cell, const char *label, lh_error **error);
typedef struct lh_data_source {
  uint32_t struct_size;
  uint32_t reserved;
  void *data;
  void (*release)(void *data);
  int64_t (*section_count)(void *data);
  int64_t (*item_count)(void *data, uint32_t section);
  bool (*bind)(void *data, lh_cell *cell, lh_path path, lh_error **error);
  bool (*bind_supplementary)(void *data, lh_cell *cell, const char *kind, lh_path path,
                             lh_error **error);
  const char *(*identifier)(void *data, const char *kind, lh_path path);
  bool (*can_move)(void *data, lh_path path);
  bool (*move)(void *data, lh_path path, lh_path target, lh_error **error);
  void (*prefetch)(void *data, const lh_path *paths, size_t count);
  void (*cancel_prefetch)(void *data, const lh_path *paths, size_t count);
} lh_data_source;
bool lh_view_set_data_source(lh_view *view, const lh_data_source *source,
                                    lh_error **error);
bool lh_view_reload(lh_view *view, lh_error **error);
bool lh_view_reconfigure(lh_view *view, const lh_path *paths, size_t count,
                                lh_error **error);
uint32_t lh_view_section_count(lh_view *view);
uint32_t lh_view_item_count(lh_view *view, uint32_t section);
lh_batch *lh_batch_new(void);
void lh_batch_free(lh_batch *batch);
bool lh_batch_insert_items(lh_batch *batch, const lh_path *paths, size_t count,
                                  lh_error **error);
bool lh_batch_delete_items(lh_batch *batch, const lh_path *paths, size_t count,
                                  lh_error **error);
bool lh_batch_reload_items(lh_batch *batch, const lh_path *paths, size_t count,
                                  lh_error **error);
bool lh_batch_move_item(lh_batch *batch, lh_path path, lh_path target, lh_error **error);
bool lh_batch_insert_sections(lh_batch *batch, const uint32_t *sections, size_t count,
                                     lh_error **error);
bool lh_batch_delete_sections(lh_batch *batch, const uint32_t *sections, size_t count,
                                     lh_error **error);
bool lh_batch_reload_sections(lh_batch *batch, const uint32_t *sections, size_t count,
                                     lh_error **error);
bool lh_batch_move_section(lh_batch *batch, uint32_t section, uint32_t target,
                                  lh_error **error);
bool lh_view_perform(lh_view *view, const lh_batch *batch,
                            bool (*change)(void *data, lh_error **error), void *data,
                            const lh_animation *animation, lh_error **error);
typedef uint64_t lh_id;
lh_snapshot *lh_snapshot_new(void);
lh_snapshot *lh_snapshot_copy(const lh_snapshot *snapshot);
void lh_snapshot_free(lh_snapshot *snapshot);
bool lh_snapshot_append_sections(lh_snapshot *snapshot, const lh_id *sections, size_t count,
                                        lh_error **error);
bool lh_snapshot_insert_sections(lh_snapshot *snapshot, const lh_id *sections, size_t count,
                                        lh_id neighbour, bool before, lh_error **error);
bool lh_snapshot_append(lh_snapshot *snapshot, const lh_id *items, size_t count,
                               lh_error **error);
bool lh_snapshot_append_items(lh_snapshot *snapshot, lh_id section, const lh_id *items,
                                     size_t count, lh_error **error);
bool lh_snapshot_insert_items(lh_snapshot *snapshot, const lh_id *items, size_t count,
                                     lh_id neighbour, bool before, lh_error **error);
bool lh_snapshot_delete_items(lh_snapshot *snapshot, const lh_id *items, size_t count,
                                     lh_error **error);
bool lh_snapshot_delete_sections(lh_snapshot *snapshot, const lh_id *sections, size_t count,
                                        lh_error **error);
bool lh_snapshot_move_item(lh_snapshot *snapshot, lh_id item, lh_id neighbour, bool before,
                                  lh_error **error);
bool lh_snapshot_move_section(lh_snapshot *snapshot, lh_id section, lh_id neighbour,
                                     bool before, lh_error **error);
bool lh_snapshot_reload_items(lh_snapshot *snapshot, const lh_id *items, size_t count,
                                     lh_error **error);
bool lh_snapshot_reconfigure_items(lh_snapshot *snapshot, const lh_id *items, size_t count,
                                          lh_error **error);
size_t lh_snapshot_section_count(const lh_snapshot *snapshot);
size_t lh_snapshot_item_count(const lh_snapshot *snapshot);
bool lh_view_apply(lh_view *view, const lh_snapshot *snapshot,
                          const lh_animation *animation, lh_error **error);
lh_snapshot *lh_view_snapshot(lh_view *view, lh_error **error);
bool lh_view_get_id(lh_view *view, lh_path path, lh_id *id);
bool lh_view_get_path(lh_view *view, lh_id id, lh_path *path);
lh_view *lh_view_new(lh_layout *layout, double width, double height, lh_error **error);
void lh_view_free(lh_view *view);
void lh_view_set_user(lh_view *view, void *user);
void *lh_view_user(lh_view *view);
lh_size lh_view_size(lh_view *view);
bool lh_view_resize(lh_view *view, double width, double height,
                           const lh_animation *animation, lh_error **error);
bool lh_view_set_scale(lh_view *view, double scale, lh_error **error);
double lh_view_scale(lh_view *view);
bool lh_view_set_inset(lh_view *view, lh_insets inset, lh_error **error);
lh_insets lh_view_inset(lh_view *view);
bool lh_view_set_right_to_left(lh_view *view, bool is_right_to_left, lh_error **error);
bool lh_view_is_right_to_left(lh_view *view);
bool lh_view_advance(lh_view *view, double time, lh_error **error);
bool lh_view_update(lh_view *view, lh_error **error);
double lh_view_time(lh_view *view);
bool lh_view_needs_frame(lh_view *view);
bool lh_view_is_moving(lh_view *view);
bool lh_view_is_swapping(lh_view *view);
bool lh_view_set_needs_frame(lh_view *view, lh_error **error);
bool lh_view_set_animations(lh_view *view, bool are_enabled, lh_error **error);
typedef struct lh_element_list {
  uint32_t struct_size;
  uint32_t stride;
  const lh_element *first;
  size_t count;
} lh_element_list;
bool lh_view_get_elements(lh_view *view, lh_element_list *out, lh_error **error);
lh_cell *lh_view_cell(lh_view *view, lh_path path);
lh_cell *lh_view_supplementary_cell(lh_view *view, const char *kind, lh_path path);
bool lh_view_get_item_frame(lh_view *view, lh_path path, lh_rect *frame, lh_error **error);
bool lh_view_get_item_at(lh_view *view, double x, double y, lh_path *path);
bool lh_view_set_layout(lh_view *view, lh_layout *layout, const lh_animation *animation,
                               lh_error **error);
lh_layout *lh_view_layout(lh_view *view);
bool lh_view_begin_transition(lh_view *view, lh_layout *layout, lh_error **error);
bool lh_view_set_transition(lh_view *view, double progress, lh_error **error);
bool lh_view_end_transition(lh_view *view, bool finish, const lh_animation *animation,
                                   lh_error **error);
typedef struct lh_delegate {
  uint32_t struct_size;
  uint32_t reserved;
  void *data;
  void (*release)(void *data);
  void (*will_display)(void *data, lh_cell *cell);
  void (*did_end_display)(void *data, lh_cell *cell);
  void (*did_scroll)(void *data);
  void (*did_scroll_section)(void *data, uint32_t section, double offset);
  void (*event)(void *data, const char *name, const lh_value *arguments, uint32_t count);
  bool (*should_highlight)(void *data, lh_path path);
  bool (*should_select)(void *data, lh_path path);
  bool (*should_deselect)(void *data, lh_path path);
  void (*did_highlight)(void *data, lh_path path);
  void (*did_unhighlight)(void *data, lh_path path);
  void (*did_select)(void *data, lh_path path);
  void (*did_deselect)(void *data, lh_path path);
  bool (*should_show_menu)(void *data, lh_path path);
  bool (*can_perform)(void *data, const char *action, lh_path path);
  void (*perform)(void *data, const char *action, lh_path path);
  lh_path (*move_target)(void *data, lh_path source, lh_path proposed);
  void (*swapped)(void *data, const char *path);
  void (*layout_failed)(void *data, const char *path, const char *stage, const lh_error *why);
  void (*will_swap)(void *data, lh_layout *layout);
  void (*did_change_phase)(void *data, uint32_t phase);
} lh_delegate;
bool lh_view_set_delegate(lh_view *view, const lh_delegate *delegate, lh_error **error);
typedef struct lh_scroll {
  uint32_t struct_size;
  uint32_t phase;         
  lh_point offset;        
  lh_size content_size;
  lh_size viewport;
  lh_point minimum;       
  lh_point maximum;
} lh_scroll;
#define LH_SCROLL_IDLE 0
#define LH_SCROLL_DRAGGING 1
#define LH_SCROLL_MOVING 2
bool lh_view_get_scroll(lh_view *view, lh_scroll *out, lh_error **error);
bool lh_view_set_offset(lh_view *view, double x, double y, bool animated, lh_error **error);
bool lh_view_drag(lh_view *view, double dx, double dy, const lh_point *place,
                         lh_error **error);
bool lh_view_release(lh_view *view, double velocity_x, double velocity_y, lh_point *target,
                            lh_error **error);
bool lh_view_wheel(lh_view *view, double dx, double dy, const lh_point *place,
                          lh_error **error);
#define LH_POSITION_NEAREST 0
#define LH_POSITION_TOP 1
#define LH_POSITION_CENTER_VERTICAL 2
#define LH_POSITION_BOTTOM 4
#define LH_POSITION_LEFT 8
#define LH_POSITION_CENTER_HORIZONTAL 16
#define LH_POSITION_RIGHT 32
bool lh_view_scroll_to(lh_view *view, lh_path path, uint32_t position, bool animated,
                              lh_error **error);
typedef struct lh_scroll_options {
  uint32_t struct_size;
  uint32_t flags;            
  double deceleration_rate;  
  double arrow_step;         
  double points_per_inch;    
} lh_scroll_options;
#define LH_SCROLL_BOUNCES 1
#define LH_SCROLL_BOUNCES_ALWAYS_X 2
#define LH_SCROLL_BOUNCES_ALWAYS_Y 4
#define LH_SCROLL_PAGING 8
#define LH_SCROLL_DIRECTIONAL_LOCK 16
#define LH_SCROLL_ANCHORS_END 32
bool lh_view_set_scroll_options(lh_view *view, const lh_scroll_options *options,
                                       lh_error **error);
double lh_view_section_offset(lh_view *view, uint32_t section);
bool lh_view_set_section_offset(lh_view *view, uint32_t section, double offset,
                                       bool animated, lh_error **error);
#define LH_SELECTION_NONE 0
#define LH_SELECTION_SINGLE 1
#define LH_SELECTION_MULTIPLE 2
bool lh_view_set_selection_mode(lh_view *view, uint32_t mode, lh_error **error);
uint32_t lh_view_selection_mode(lh_view *view);
bool lh_view_select(lh_view *view, lh_path path, lh_error **error);
bool lh_view_deselect(lh_view *view, lh_path path, lh_error **error);
bool lh_view_select_all(lh_view *view, lh_error **error);
bool lh_view_deselect_all(lh_view *view, lh_error **error);
bool lh_view_is_selected(lh_view *view, lh_path path);
size_t lh_view_selected_count(lh_view *view);
size_t lh_view_get_selected(lh_view *view, lh_path *paths, size_t capacity);
bool lh_view_get_focus(lh_view *view, lh_path *path);
bool lh_view_set_focus(lh_view *view, lh_path path, lh_error **error);
#define LH_TOUCH_BEGAN 0
#define LH_TOUCH_ENDED 1
#define LH_TOUCH_CANCELLED 2
#define LH_TOUCH_HELD 3
bool lh_view_touch(lh_view *view, uint32_t phase, double x, double y, lh_path *path,
                          bool *hit, lh_error **error);
bool lh_view_touch_item(lh_view *view, uint32_t phase, lh_path path, lh_error **error);
#define LH_KEY_UP 0
#define LH_KEY_DOWN 1
#define LH_KEY_LEFT 2
#define LH_KEY_RIGHT 3
#define LH_KEY_PAGE_UP 4
#define LH_KEY_PAGE_DOWN 5
#define LH_KEY_HOME 6
#define LH_KEY_END 7
#define LH_KEY_SPACE 8
#define LH_KEY_A 9
#define LH_KEY_ESCAPE 10
#define LH_MODIFIER_SHIFT 1
#define LH_MODIFIER_CONTROL 2
#define LH_MODIFIER_ALT 4
#define LH_MODIFIER_COMMAND 8
bool lh_view_press(lh_view *view, uint32_t key, uint32_t modifiers, bool animated,
                          lh_error **error);
bool lh_view_begin_move(lh_view *view, lh_path path, const lh_point *pointer, bool *is_held,
                               lh_error **error);
bool lh_view_update_move(lh_view *view, double x, double y, lh_error **error);
bool lh_view_end_move(lh_view *view, lh_error **error);
bool lh_view_cancel_move(lh_view *view, lh_error **error);
bool lh_view_get_move(lh_view *view, lh_path *source, lh_path *target);
bool lh_view_open_menu(lh_view *view, lh_path path, bool *is_open, lh_error **error);
uint32_t lh_view_menu_count(lh_view *view);
const char *lh_view_menu_action(lh_view *view, uint32_t index);
bool lh_view_perform_action(lh_view *view, const char *action, lh_error **error);
bool lh_view_close_menu(lh_view *view, lh_error **error);
bool lh_view_set_menu_actions(lh_view *view, const char *const *actions, uint32_t count,
                                     lh_error **error);
bool lh_view_swap(lh_view *view, const char *path, const lh_layout_options *options,
                         const lh_animation *animation, lh_error **error);
bool lh_view_follow_directory(lh_view *view, const char *directory,
                                     const lh_layout_options *options, lh_error **error);
const char *lh_view_followed_directory(lh_view *view);
int lh_view_descriptor(lh_view *view, lh_error **error);
bool lh_view_process(lh_view *view, lh_error **error);
bool lh_view_post(lh_view *view, void (*run)(lh_view *view, void *data), void *data,
                         lh_error **error);
typedef struct lh_picture_options {
  uint32_t struct_size;
  uint32_t flags;  
  double scale;    
} lh_picture_options;
#define LH_PICTURE_DARK 1
#define LH_PICTURE_OUTLINE 2
bool lh_view_write_picture(lh_view *view, const char *path,
                                  const lh_picture_options *options, lh_error **error);
bool lh_view_draw_picture(lh_view *view, const char *format,
                                 const lh_picture_options *options, uint8_t **bytes, size_t *count,
                                 lh_error **error);
bool lh_view_start_recording(lh_view *view, lh_error **error);
char *lh_view_recording(lh_view *view, lh_error **error);
bool lh_view_stop_recording(lh_view *view, lh_error **error);
typedef struct lh_counters {
  uint32_t struct_size;
  uint32_t reserved;
  uint64_t frames;        
  uint64_t plugin_calls;  
  uint64_t exchanges;     
  uint64_t prepares;      
  uint64_t made;          
  uint64_t binds;         
  uint64_t places;        
  uint64_t recycles;
  uint64_t drops;
} lh_counters;
bool lh_view_get_counters(lh_view *view, lh_counters *out, lh_error **error);
