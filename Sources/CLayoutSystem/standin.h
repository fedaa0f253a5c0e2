// SPDX-License-Identifier: Apache-2.0
//
// The stand-in of the calling thread, for the files of this module.
#ifndef C_LAYOUT_SYSTEM_STANDIN_H
#define C_LAYOUT_SYSTEM_STANDIN_H

#include "CLayoutSystem.h"

/// NULL except in simulations. Thread-local at a fixed offset, so that reading it needs no call.
extern _Thread_local const layout_sys_stand_in *layout_sys_standing_in
    __attribute__((tls_model("initial-exec"), visibility("hidden")));

#endif
