// SPDX-License-Identifier: Apache-2.0
//
// layout/names.h: the standard names of properties, queries, fields and kinds, with type, range, unit
// and meaning.
//
// A layout may have any names. A host, an app and a source of data know what these mean: a name of this
// list with its type and inside its range is set, answered or drawn without a word from the app. A
// name with another type, other cases, another scope or a range that does not hold the value is left
// alone: it is the layout's own, and the host says so once in its log. A default is the layout's own
// too, and a property may be optional. A layout need not declare any of them. The list is open: later
// revisions add names, and give none another meaning. A name that comes after 1.0 counts only for a plugin
// whose note names, under `requires` or `uses`, the addition that the name came with; for every other
// plugin it is the layout's own.
//
// The first words of each comment, up to the colon, are the type, the range (for each number) and the unit;
// a query has its scope before them, a kind its category alone. They never change.
#ifndef LAYOUT_NAMES_H
#define LAYOUT_NAMES_H

/// enum (vertical, horizontal): the axis along which the content scrolls. More cases may follow.
#define LAYOUT_NAME_SCROLL_DIRECTION "scrollDirection"
/// i64, 1 to 1000, 1: columns side by side; rows where the content scrolls horizontally.
#define LAYOUT_NAME_COLUMN_COUNT "columnCount"
/// f64, 1 and more, pt: as many columns as fit of this width, instead of columnCount.
#define LAYOUT_NAME_COLUMN_WIDTH "columnWidth"
/// f64, 0 and more, pt: room between two columns.
#define LAYOUT_NAME_COLUMN_SPACING "columnSpacing"
/// f64, 0 and more, pt: room between two rows, or between two items of a column.
#define LAYOUT_NAME_ROW_SPACING "rowSpacing"
/// size, 0 and more, pt: size of an item that the app gives no size.
#define LAYOUT_NAME_ITEM_SIZE "itemSize"
/// f64, 0 and more, pt: height that rows come near; their width where the content scrolls horizontally.
#define LAYOUT_NAME_TARGET_HEIGHT "targetHeight"
/// insets, 0 and more, pt: room between a section's items and its header, footer and sides.
#define LAYOUT_NAME_SECTION_INSET "sectionInset"
/// insets, 0 and more, pt: room between the cells and the edges of a page, in a layout of pages.
#define LAYOUT_NAME_PAGE_INSET "pageInset"
/// size, 0 and more, pt: size of section headers, of which the length along the scroll axis counts.
#define LAYOUT_NAME_HEADER_REFERENCE_SIZE "headerReferenceSize"
/// size, 0 and more, pt: size of section footers, of which the length along the scroll axis counts.
#define LAYOUT_NAME_FOOTER_REFERENCE_SIZE "footerReferenceSize"
/// f64, 0 and more, pt: room between two lines.
#define LAYOUT_NAME_MINIMUM_LINE_SPACING "minimumLineSpacing"
/// f64, 0 and more, pt: least room between two items of a line.
#define LAYOUT_NAME_MINIMUM_INTERITEM_SPACING "minimumInteritemSpacing"
/// enum (leading): the way in which the items of a line are spread. More cases may be there.
#define LAYOUT_NAME_LINE_ALIGNMENT "lineAlignment"
/// text: the id of the layout inside of a layout that dresses others.
#define LAYOUT_NAME_BASE "base"

/// item, size, 0 and more, pt: the size of an item.
#define LAYOUT_QUERY_SIZE_FOR_ITEM "sizeForItem"
/// item, f64, above 0, 1: width divided by height of an item.
#define LAYOUT_QUERY_ASPECT_RATIO_FOR_ITEM "aspectRatioForItem"
/// item, i64, 1 and more, 1: neighbouring columns that an item takes.
#define LAYOUT_QUERY_COLUMN_SPAN "columnSpan"
/// section, insets, 0 and more, pt: room around a section's items, instead of sectionInset.
#define LAYOUT_QUERY_INSET_FOR_SECTION "insetForSection"
/// section, f64, 0 and more, pt: room between the lines of a section.
#define LAYOUT_QUERY_MINIMUM_LINE_SPACING "minimumLineSpacing"
/// section, f64, 0 and more, pt: least room between the items of a section's lines.
#define LAYOUT_QUERY_MINIMUM_INTERITEM_SPACING "minimumInteritemSpacing"
/// section, size, 0 and more, pt: size of a section's header, instead of headerReferenceSize.
#define LAYOUT_QUERY_HEADER_SIZE "headerSize"
/// section, size, 0 and more, pt: size of a section's footer, instead of footerReferenceSize.
#define LAYOUT_QUERY_FOOTER_SIZE "footerSize"
/// item, f64, 0 and more, pt: the width of a table's column, asked for the items of its longest section.
#define LAYOUT_QUERY_WIDTH_FOR_COLUMN "widthForColumn"
/// section, f64, 0 and more, pt: the height of a table's row.
#define LAYOUT_QUERY_HEIGHT_FOR_ROW "heightForRow"

/// action (u32 kind, u32 section, u32 item), no result: a person tapped a supplementary element, and the host
/// tells the layout of it, which may post an event.
#define LAYOUT_ACTION_TAP_ELEMENT "tapElement"

/// i64, 0 and more, 1: of a table's cell, its row as it is shown. Keys and assistive technology go by it.
#define LAYOUT_FIELD_ROW "row"
/// i64, 0 and more, 1: of a table's cell or column header, its column as it is shown.
#define LAYOUT_FIELD_COLUMN "column"
/// i64, any, 0xRRGGBBAA: the colour inside. With it a host draws a decoration without a view.
#define LAYOUT_FIELD_FILL "fill"
/// i64, any, 0xRRGGBBAA: the colour of the outline.
#define LAYOUT_FIELD_STROKE "stroke"
/// f64, 0 and more, pt: the width of the outline.
#define LAYOUT_FIELD_STROKE_WIDTH "strokeWidth"
/// f64, 0 and more, pt: the radius of the corners.
#define LAYOUT_FIELD_CORNER_RADIUS "cornerRadius"

/// supplementary: the header of a section, item 0.
#define LAYOUT_KIND_HEADER "header"
/// supplementary: the footer of a section, item 0.
#define LAYOUT_KIND_FOOTER "footer"
/// supplementary: the header of a table's column, the item of that column in the first section. A column that
/// the first section lacks has none.
#define LAYOUT_KIND_COLUMN_HEADER "columnHeader"

#endif  // LAYOUT_NAMES_H
