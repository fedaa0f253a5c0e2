// SPDX-License-Identifier: Apache-2.0
//
// descriptors.h: one descriptor for several, and a variable of each thread. Not part of the
// library's interface, and not installed.
#ifndef LAYOUTHOST_DESCRIPTORS_H
#define LAYOUTHOST_DESCRIPTORS_H

/// Makes a descriptor that is readable when one of the joined ones is; below 0 when none is free.
int layout_host_joint(void);
/// Adds a descriptor, or removes it. Does nothing for an unknown one.
void layout_host_join(int joint, int descriptor);
void layout_host_leave(int joint, int descriptor);

/// The lane of the innermost call on this thread; null outside of calls.
void *layout_host_lane(void);
void layout_host_set_lane(void *lane);

#endif  // LAYOUTHOST_DESCRIPTORS_H
