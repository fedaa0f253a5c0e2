// SPDX-License-Identifier: Apache-2.0
//
// view-property-table.c: the properties of a view as GObject sets, gets and describes them.
#include "view-private.h"

enum {
  PROP_0, PROP_MODEL, PROP_FACTORY, PROP_HEADER_FACTORY, PROP_LAYOUT, PROP_TIER, PROP_RUBBERBAND,
  PROP_SINGLE_CLICK, PROP_REORDERABLE, PROP_TEXT_EXPRESSION, PROP_TEXT_PROPERTY, PROP_HADJUSTMENT,
  PROP_VADJUSTMENT, PROP_HPOLICY, PROP_VPOLICY
};

static void set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec) {
  LhCollectionView *self = LH_COLLECTION_VIEW(object);
  switch (id) {
    case PROP_MODEL: lh_collection_view_set_model(self, g_value_get_object(value)); break;
    case PROP_FACTORY: lh_collection_view_set_factory(self, g_value_get_object(value)); break;
    case PROP_HEADER_FACTORY:
      lh_collection_view_set_header_factory(self, g_value_get_object(value));
      break;
    case PROP_LAYOUT: lh_engine_show_named(self, g_value_get_string(value)); break;
    case PROP_TIER: lh_collection_view_set_tier(self, g_value_get_enum(value)); break;
    case PROP_RUBBERBAND:
      lh_collection_view_set_enable_rubberband(self, g_value_get_boolean(value));
      break;
    case PROP_SINGLE_CLICK:
      lh_collection_view_set_single_click_activate(self, g_value_get_boolean(value));
      break;
    case PROP_REORDERABLE:
      lh_collection_view_set_reorderable(self, g_value_get_boolean(value));
      break;
    case PROP_TEXT_EXPRESSION:
      lh_collection_view_set_text_expression(self, gtk_value_get_expression(value));
      break;
    case PROP_TEXT_PROPERTY:
      lh_collection_view_set_text_property(self, g_value_get_string(value));
      break;
    case PROP_HADJUSTMENT: case PROP_VADJUSTMENT:
      lh_scrolling_set_adjustment(
          self, id == PROP_HADJUSTMENT ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL,
          g_value_get_object(value));
      break;
    case PROP_HPOLICY: self->scroll.policy[0] = g_value_get_enum(value); break;
    case PROP_VPOLICY: self->scroll.policy[1] = g_value_get_enum(value); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
  }
}

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
  LhCollectionView *self = LH_COLLECTION_VIEW(object);
  switch (id) {
    case PROP_MODEL: g_value_set_object(value, self->model.model); break;
    case PROP_FACTORY: g_value_set_object(value, self->factory); break;
    case PROP_HEADER_FACTORY: g_value_set_object(value, self->header_factory); break;
    case PROP_LAYOUT: g_value_set_string(value, self->layout_name); break;
    case PROP_TIER: g_value_set_enum(value, self->tier); break;
    case PROP_RUBBERBAND: g_value_set_boolean(value, self->drag.enable_rubberband); break;
    case PROP_SINGLE_CLICK: g_value_set_boolean(value, self->select.single_click_activate); break;
    case PROP_REORDERABLE: g_value_set_boolean(value, self->drag.reorderable); break;
    case PROP_TEXT_EXPRESSION:
      gtk_value_set_expression(value, self->select.text_expression);
      break;
    case PROP_TEXT_PROPERTY: g_value_set_string(value, self->select.text_property); break;
    case PROP_HADJUSTMENT: g_value_set_object(value, self->scroll.adjustment[0]); break;
    case PROP_VADJUSTMENT: g_value_set_object(value, self->scroll.adjustment[1]); break;
    case PROP_HPOLICY: g_value_set_enum(value, self->scroll.policy[0]); break;
    case PROP_VPOLICY: g_value_set_enum(value, self->scroll.policy[1]); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
  }
}

#define LH_RW (G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY)

static void add_property(GObjectClass *class, guint id, GParamSpec *spec) {
  g_object_class_install_property(class, id, spec);
}

void lh_property_table_add(GObjectClass *class) {
  class->set_property = set_property;
  class->get_property = get_property;
  add_property(class, PROP_MODEL, g_param_spec_object("model", NULL, "The items.", G_TYPE_LIST_MODEL, LH_RW));
  add_property(class, PROP_FACTORY,
               g_param_spec_object("factory", NULL, "Fills cells.", LH_TYPE_CELL_FACTORY, LH_RW));
  add_property(class, PROP_HEADER_FACTORY,
               g_param_spec_object("header-factory", NULL, "Fills headers and footers.",
                                   LH_TYPE_CELL_FACTORY, LH_RW));
  add_property(class, PROP_LAYOUT,
               g_param_spec_string("layout", NULL, "The id of a layout, or the path of a plugin.", NULL,
                                   LH_RW));
  add_property(class, PROP_TIER,
               g_param_spec_enum("tier", NULL, "The process in which layouts run.", LH_TYPE_LAYOUT_TIER,
                                 LH_LAYOUT_TIER_AUTO, LH_RW));
  add_property(class, PROP_RUBBERBAND,
               g_param_spec_boolean("enable-rubberband", NULL, "True to select by dragging.", FALSE, LH_RW));
  add_property(class, PROP_SINGLE_CLICK,
               g_param_spec_boolean("single-click-activate", NULL, "True to activate by one click.",
                                    FALSE, LH_RW));
  add_property(class, PROP_REORDERABLE,
               g_param_spec_boolean("reorderable", NULL, "True to move items by dragging.", FALSE, LH_RW));
  add_property(class, PROP_TEXT_EXPRESSION,
               gtk_param_spec_expression("text-expression", NULL,
                                         "The text of an item, for type-ahead and screen readers.",
                                         LH_RW));
  add_property(class, PROP_TEXT_PROPERTY,
               g_param_spec_string("text-property", NULL,
                                   "The name of the property of items that is their text.", NULL,
                                   LH_RW));
  g_object_class_override_property(class, PROP_HADJUSTMENT, "hadjustment");
  g_object_class_override_property(class, PROP_VADJUSTMENT, "vadjustment");
  g_object_class_override_property(class, PROP_HPOLICY, "hscroll-policy");
  g_object_class_override_property(class, PROP_VPOLICY, "vscroll-policy");
}
