// SPDX-License-Identifier: Apache-2.0
//
// CRigidBodies.h: rigid bodies by Box2D, for plugins whose layouts use the dynamic animator.
#ifndef CRIGIDBODIES_H
#define CRIGIDBODIES_H

#include "RigidBodies.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The table of Box2D's bodies; it lives as long as the image.
const rigid_bodies *rigid_bodies_box2d(void);

#ifdef __cplusplus
}
#endif

#endif  // CRIGIDBODIES_H
