// SPDX-License-Identifier: Apache-2.0
//
// Debian's Chipmunk alone: a step of 1/120 s of a thousand springs without damping, and of a thousand
// circles in a pit.

#include "../peer.h"
#include <chipmunk/chipmunk.h>
#include <math.h>

enum { BODY_COUNT = 1000, STEP_COUNT = 1200 };

static void measure(const char *row, cpSpace *space) {
  static double samples[STEP_COUNT];
  for (int step = 0; step < STEP_COUNT; step++) {
    double start = peer_thread_time();
    cpSpaceStep(space, 1.0 / 120);
    samples[step] = peer_thread_time() - start;
  }
  peer_print("Chipmunk", row, samples, STEP_COUNT);
}

/// Springs of one hertz side by side, each along its own vertical line, with a rest length, as in peer-box2d.cpp.
static void springs(void) {
  const double rest_length = 100, stiffness = 39.478;  // (2π)²: one hertz with a mass of 1.
  static cpBody *bodies[BODY_COUNT];
  cpSpace *space = cpSpaceNew();
  for (int index = 0; index < BODY_COUNT; index++) {
    cpVect anchor = cpv(index * 90, -rest_length);
    bodies[index] = cpSpaceAddBody(space, cpBodyNew(1, INFINITY));
    cpBodySetPosition(bodies[index], cpv(anchor.x, 20 + peer_hash((uint32_t)index) % 40));
    cpSpaceAddConstraint(space, cpDampedSpringNew(cpSpaceGetStaticBody(space), bodies[index], anchor, cpvzero,
                                                  rest_length, stiffness, 0));
  }
  measure("springs", space);
  double motion = 0;
  for (int index = 0; index < BODY_COUNT; index++)
    motion = fmax(motion, fabs(cpBodyGetPosition(bodies[index]).y) + cpvlength(cpBodyGetVelocity(bodies[index])));
  if (motion < 1) {
    fprintf(stderr, "peer-chipmunk: the springs came to rest\n");
    exit(1);
  }
}

static void circles(void) {
  cpSpace *space = cpSpaceNew();
  cpSpaceSetGravity(space, cpv(0, -1000));
  cpBody *ground = cpSpaceGetStaticBody(space);
  const cpVect corners[4] = {{0, 4000}, {0, 0}, {1000, 0}, {1000, 4000}};
  for (int side = 0; side < 3; side++) {
    cpShape *wall = cpSegmentShapeNew(ground, corners[side], corners[side + 1], 5);
    cpShapeSetFriction(wall, 0.5);
    cpSpaceAddShape(space, wall);
  }
  for (int index = 0; index < BODY_COUNT; index++) {
    double radius = 10;
    cpBody *body = cpBodyNew(1, cpMomentForCircle(1, 0, radius, cpvzero));
    cpSpaceAddBody(space, body);
    cpBodySetPosition(
      body, cpv(30 + (index % 38) * 25 + (index / 38 % 2) * 7, 40 + (index / 38) * 25));
    cpShape *circle = cpCircleShapeNew(body, radius, cpvzero);
    cpShapeSetElasticity(circle, 0.3);
    cpShapeSetFriction(circle, 0.5);
    cpSpaceAddShape(space, circle);
  }
  measure("circles", space);
}

int main(void) {
  peer_version("Chipmunk", cpVersionString);
  springs();
  circles();
  return 0;
}
