// SPDX-License-Identifier: Apache-2.0
//
// The sizes that the tables had in their first version. They never change: docs/library-listing.txt is
// compared with the headers, and these with it.

import CLayoutHost

extension lh_animation: SizedTable { static let firstSize = 48 }
extension lh_element: SizedTable { static let firstSize = 152 }
extension lh_cell_class: SizedTable { static let firstSize = 72 }
extension lh_data_source: SizedTable { static let firstSize = 96 }
extension lh_limits: SizedTable { static let firstSize = 96 }
extension lh_layout_options: SizedTable { static let firstSize = 80 }
extension lh_property: SizedTable { static let firstSize = 104 }
extension lh_query: SizedTable { static let firstSize = 40 }
extension lh_signature: SizedTable { static let firstSize = 48 }
extension lh_kind: SizedTable { static let firstSize = 16 }
extension lh_answer: SizedTable { static let firstSize = 40 }
extension lh_plugin: SizedTable { static let firstSize = 48 }
extension lh_picture_options: SizedTable { static let firstSize = 16 }
extension lh_counters: SizedTable { static let firstSize = 80 }
extension lh_scroll: SizedTable { static let firstSize = 88 }
extension lh_scroll_options: SizedTable { static let firstSize = 32 }
extension lh_element_list: SizedTable { static let firstSize = 24 }
extension lh_delegate: SizedTable { static let firstSize = 168 }
