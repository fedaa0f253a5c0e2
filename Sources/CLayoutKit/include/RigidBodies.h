// SPDX-License-Identifier: Apache-2.0
//
// RigidBodies.h: what the kit's dynamic animator asks of a library of rigid bodies. The kit holds no
// such library itself: a plugin that wants one links it and hands over its table, and a plugin
// without physics pays nothing.
#ifndef RIGIDBODIES_H
#define RIGIDBODIES_H

#include <stdbool.h>
#include <stdint.h>

/// The mass, shape and friction of a body. Lengths in points; a body is a rectangle about its
/// centre.
typedef struct rigid_body {
  double width;       ///< Of the collision rectangle, > 0.
  double height;      ///< Of the collision rectangle, > 0.
  double mass;        ///< Kilograms; a rectangle of 100 points by 100 of density 1 has 1.
  double friction;    ///< 0 and above; two bodies share the geometric mean.
  double elasticity;  ///< 0 to 1; of two bodies the larger counts.
  uint64_t items;     ///< Bit k: collides with items that have it too.
  uint64_t edges;     ///< Bit k: collides with the edges of collision k.
  bool rotates;       ///< Whether collisions turn it.
  bool anchored;      ///< Whether nothing moves it.
} rigid_body;

/// The position and the motion of a body.
typedef struct rigid_state {
  double x;        ///< Of the centre, points.
  double y;        ///< Of the centre, points.
  double angle;    ///< Radians, clockwise on a screen.
  double vx;       ///< Points a second.
  double vy;       ///< Points a second.
  double spin;     ///< Radians a second.
  /// Written by `step`: the least index of the bodies that hang together with this one by contacts and
  /// ties; its own when there is none.
  uint32_t group;
  bool collided;  ///< Written by `step`: another body, an edge or a tie changed its way.
  bool touches;   ///< Written by `step`: a body of its group is in contact with another or with an edge.
} rigid_state;

/// Stands for "no body" where a tie ends at a point.
#define RIGID_NONE ((uint32_t)0xFFFFFFFF)

/// A library of rigid bodies. Bodies are numbered from 0 in the order added; removing one moves those
/// behind it down. Calls on one world come one after the other.
typedef struct rigid_bodies {
  /// A world without bodies and without gravity; null when there is no memory.
  void *(*make)(void);
  void (*destroy)(void *world);
  void (*add)(void *world, const rigid_body *body, const rigid_state *state);
  void (*remove)(void *world, uint32_t index);
  /// Gives a body other properties; where it is and how it moves stay.
  void (*change)(void *world, uint32_t index, const rigid_body *body);
  /// Puts a body elsewhere.
  void (*place)(void *world, uint32_t index, const rigid_state *state);
  /// Keeps the centres of `a` and `b`, or of `a` and the point when `b` is RIGID_NONE, between
  /// `shortest` and `longest` points apart; returns a number for `untie`, which `remove` of a body
  /// makes void.
  uint32_t (*tie)(void *world, uint32_t a, uint32_t b, double x, double y, double shortest,
                  double longest);
  void (*untie)(void *world, uint32_t tie);
  /// Adds an edge that bodies of collision `group` do not pass.
  void (*add_edge)(void *world, uint32_t group, double x0, double y0, double x1, double y1);
  /// Removes all edges of a collision.
  void (*remove_edges)(void *world, uint32_t group);
  /// Moves every body by its velocity in `states` for `seconds`, as far as the others let it; writes
  /// where it came to and how it moves then. `count` is that of the bodies.
  void (*step)(void *world, double seconds, rigid_state *states, uint32_t count);
} rigid_bodies;

#endif  // RIGIDBODIES_H
