// SPDX-License-Identifier: Apache-2.0
//
// descriptors.h: one descriptor for several, and a number of each thread. Not part of the library's interface, and not installed.
#ifndef LAYOUTHOST_DESCRIPTORS_H
#define LAYOUTHOST_DESCRIPTORS_H

/// Makes a descriptor that is readable when one of those that join it is; below 0 when none is left.
int layout_host_joint(void);
/// Lets a descriptor join, or leave again. Nothing happens to one that is not there.
void layout_host_join(int joint, int descriptor);
void layout_host_leave(int joint, int descriptor);

/// Changes how many callbacks from inside frames this thread is in, and returns that.
int layout_host_frame_depth(int change);

#endif  // LAYOUTHOST_DESCRIPTORS_H
