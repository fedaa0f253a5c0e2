// SPDX-License-Identifier: Apache-2.0
//
// RigidBodies.h: the interface from the kit's dynamic animator to a library of rigid bodies. The kit
// contains no such library: a plugin that needs one links it and passes its table, and a plugin
// without physics has no cost.
#ifndef RIGIDBODIES_H
#define RIGIDBODIES_H

#include <stdbool.h>
#include <stdint.h>

/// The mass, shape and friction of a body. Lengths are in points; a body is a rectangle about its
/// centre.
typedef struct rigid_body {
  double width;       ///< The width of the collision rectangle, > 0.
  double height;      ///< The height of the collision rectangle, > 0.
  double mass;        ///< Kilograms; a rectangle of 100 points by 100 of density 1 has 1.
  double friction;    ///< 0 and above; two bodies have the geometric mean.
  double elasticity;  ///< 0 to 1; two bodies have the larger value.
  uint64_t items;     ///< Bit k: collides with items that have it too.
  uint64_t edges;     ///< Bit k: collides with the edges of collision k.
  bool rotates;       ///< True when collisions turn it.
  bool anchored;      ///< True when nothing moves it.
} rigid_body;

/// The position and the motion of a body.
typedef struct rigid_state {
  double x;        ///< The x of the centre, points.
  double y;        ///< The y of the centre, points.
  double angle;    ///< Radians, clockwise on a screen.
  double vx;       ///< Points a second.
  double vy;       ///< Points a second.
  double spin;     ///< Radians a second.
  /// Written by `step`: the least index of the bodies that are connected to this one by contacts and
  /// ties; its own index when there are none.
  uint32_t group;
  bool collided;  ///< Written by `step`: another body, an edge or a tie changed its way.
  bool touches;   ///< Written by `step`: a body of its group is in contact with another or with an edge.
} rigid_state;

/// The number that means "no body", if a tie ends at a point.
#define RIGID_NONE ((uint32_t)0xFFFFFFFF)

/// A library of rigid bodies. Bodies are numbered from 0 in the order added; removing one reduces the
/// numbers behind it. Calls on one world are never concurrent. They have no way to fail: without memory
/// every call but `make` ends the process, as an array of Swift's does. In the sandbox that is the worker.
typedef struct rigid_bodies {
  /// Makes a world without bodies and without gravity; null when there is no memory.
  void *(*make)(void);
  void (*destroy)(void *world);
  void (*add)(void *world, const rigid_body *body, const rigid_state *state);
  void (*remove)(void *world, uint32_t index);
  /// Gives a body other properties; its place and its motion do not change.
  void (*change)(void *world, uint32_t index, const rigid_body *body);
  /// Moves a body to another place.
  void (*place)(void *world, uint32_t index, const rigid_state *state);
  /// Keeps the centres of `a` and `b`, or of `a` and the point when `b` is RIGID_NONE, between
  /// `shortest` and `longest` points apart. Returns a number for `untie`; removing a body makes it
  /// invalid.
  uint32_t (*tie)(void *world, uint32_t a, uint32_t b, double x, double y, double shortest,
                  double longest);
  void (*untie)(void *world, uint32_t tie);
  /// Adds an edge that bodies of collision `group` cannot cross.
  void (*add_edge)(void *world, uint32_t group, double x0, double y0, double x1, double y1);
  /// Removes all edges of a collision.
  void (*remove_edges)(void *world, uint32_t group);
  /// Moves every body by its velocity in `states` for `seconds`, as far as the others allow; writes
  /// its new place and its new motion. `count` is the number of bodies.
  void (*step)(void *world, double seconds, rigid_state *states, uint32_t count);
} rigid_bodies;

#endif  // RIGIDBODIES_H
