// SPDX-License-Identifier: Apache-2.0
//
// descriptors.h: one descriptor for several, and a counter for each thread. Not part of the
// library's interface, and not installed.
#ifndef LAYOUTHOST_DESCRIPTORS_H
#define LAYOUTHOST_DESCRIPTORS_H

/// Makes a descriptor that is readable when one of the joined ones is; below 0 when none is free.
int layout_host_joint(void);
/// Adds a descriptor, or removes it. Does nothing for an unknown one.
void layout_host_join(int joint, int descriptor);
void layout_host_leave(int joint, int descriptor);

/// Changes the depth of callbacks from inside frames on this thread, and returns it.
int layout_host_frame_depth(int change);

#endif  // LAYOUTHOST_DESCRIPTORS_H
