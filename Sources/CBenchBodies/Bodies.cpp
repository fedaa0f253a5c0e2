// SPDX-License-Identifier: Apache-2.0
//
// A world of Box2D, used as its manual says: its own springs, its own impacts, its own gravity.
#include "CBenchBodies.h"

#include <box2d/box2d.h>

#include <algorithm>
#include <vector>

namespace {

constexpr float kPointsPerMetre = 100;
constexpr int kVelocityIterations = 8;
constexpr int kPositionIterations = 4;

b2Vec2 metres(double x, double y) {
  return b2Vec2(static_cast<float>(x) / kPointsPerMetre, static_cast<float>(y) / kPointsPerMetre);
}

}  // namespace

struct bench_bodies {
  b2World world{b2Vec2(0, 10)};
  std::vector<b2Body *> bodies;
};

namespace {

bench_bodies *make(const bench_body *bodies, uint32_t count, double length, double frequency) {
  // Without memory it ends the process: neither Box2D nor the list below could go on.
  auto *made = new bench_bodies;
  made->world.SetAllowSleeping(false);
  b2BodyDef groundDefinition;
  b2Body *ground = made->world.CreateBody(&groundDefinition);
  for (uint32_t index = 0; index < count; index++) {
    b2BodyDef definition;
    definition.type = b2_dynamicBody;
    definition.position = metres(bodies[index].x, bodies[index].y);
    b2Body *body = made->world.CreateBody(&definition);
    b2PolygonShape shape;
    b2Vec2 half = metres(bodies[index].width / 2, bodies[index].height / 2);
    shape.SetAsBox(half.x, half.y);
    b2FixtureDef fixture;
    fixture.shape = &shape;
    fixture.density = 1;
    fixture.restitution = 1;
    body->CreateFixture(&fixture);
    b2DistanceJointDef joint;
    joint.bodyA = ground;
    joint.bodyB = body;
    joint.localAnchorA = metres(bodies[index].anchor_x, bodies[index].anchor_y);
    joint.length = metres(length, 0).x;
    joint.minLength = 0;
    joint.maxLength = 1000;
    joint.collideConnected = true;
    b2LinearStiffness(joint.stiffness, joint.damping, static_cast<float>(frequency), 0, ground, body);
    made->world.CreateJoint(&joint);
    made->bodies.push_back(body);
  }
  return made;
}

void destroy(bench_bodies *bodies) { delete bodies; }

void step(bench_bodies *bodies, uint32_t steps, double seconds) {
  for (uint32_t number = 0; number < steps; number++)
    bodies->world.Step(static_cast<float>(seconds), kVelocityIterations, kPositionIterations);
}

double speed(const bench_bodies *bodies) {
  float fastest = 0;
  for (const b2Body *body : bodies->bodies)
    fastest = std::max(fastest, body->GetLinearVelocity().Length());
  return static_cast<double>(fastest) * static_cast<double>(kPointsPerMetre);
}

const bench_bodies_calls kCalls = {make, destroy, step, speed};

}  // namespace

const bench_bodies_calls *bench_bodies_library(void) { return &kCalls; }
