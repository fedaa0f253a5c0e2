// SPDX-License-Identifier: Apache-2.0
//
// The stand-in of the calling thread, as the files of this module see it.
#ifndef C_LAYOUT_SYSTEM_STANDIN_H
#define C_LAYOUT_SYSTEM_STANDIN_H

#include "CLayoutSystem.h"

/// NULL but in simulations. A fixed place in each thread's own memory: finding it takes no call.
extern _Thread_local const layout_sys_stand_in *layout_sys_standing_in
    __attribute__((tls_model("initial-exec"), visibility("hidden")));

#endif
