# Makes the opening of a header its page for Doxygen: "// layouthost/view.h: a view" begins it.
!is_open && /^\/\/ [a-z\/-]+\.h: / { is_open = 1; sub(/^\/\/ [^:]*: /, ""); print "/// @file"; print "/// " toupper(substr($0, 1, 1)) substr($0, 2); next }
is_open == 1 && /^\/\// { print "/" $0; next }
is_open == 1 { is_open = 2 }
{ print }
