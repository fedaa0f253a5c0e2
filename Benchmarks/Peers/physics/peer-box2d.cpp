// SPDX-License-Identifier: Apache-2.0
//
// Debian's Box2D alone: a step of 1/120 s of a thousand springs without damping, and of a thousand circles
// in a pit. A metre is 50 points; no body sleeps.

#include "../peer.h"
#include <algorithm>
#include <box2d/box2d.h>
#include <cmath>

namespace {

constexpr int bodyCount = 1000, stepCount = 1200;
constexpr float step = 1.0f / 120;

void measure(const char *row, b2World &world) {
  static double samples[stepCount];
  for (double &sample : samples) {
    double start = peer_thread_time();
    world.Step(step, 8, 3);
    sample = peer_thread_time() - start;
  }
  peer_print("Box2D", row, samples, stepCount);
}

/// Springs of one hertz side by side, each along its own vertical line. A rest length keeps a body away from the point
/// of its joint: there Box2D would stop it, at the joint's least length.
void springs() {
  constexpr float restLength = 2;
  b2World world(b2Vec2(0, 0));
  world.SetAllowSleeping(false);
  b2BodyDef groundDefinition;
  b2Body *ground = world.CreateBody(&groundDefinition);
  for (int index = 0; index < bodyCount; index++) {
    b2BodyDef definition;
    definition.type = b2_dynamicBody;
    definition.fixedRotation = true;
    definition.position.Set(index * 1.8f, 0.4f + (peer_hash(index) % 40) / 50.0f);
    b2Body *body = world.CreateBody(&definition);
    b2MassData mass;
    mass.mass = 1;
    mass.center.SetZero();
    mass.I = 0;
    body->SetMassData(&mass);
    b2DistanceJointDef joint;
    joint.bodyA = ground;
    joint.bodyB = body;
    joint.localAnchorA.Set(index * 1.8f, -restLength);
    joint.length = restLength;
    joint.minLength = 0;
    joint.maxLength = 10;
    b2LinearStiffness(joint.stiffness, joint.damping, 1, 0, ground, body);
    world.CreateJoint(&joint);
  }
  measure("springs", world);
  float motion = 0;
  for (const b2Body *body = world.GetBodyList(); body != nullptr; body = body->GetNext())
    if (body != ground)
      motion = std::max(motion, std::fabs(body->GetPosition().y) + body->GetLinearVelocity().Length());
  if (motion < 0.01f) {
    fprintf(stderr, "peer-box2d: the springs came to rest\n");
    exit(1);
  }
}

void circles() {
  b2World world(b2Vec2(0, -20));
  world.SetAllowSleeping(false);
  b2BodyDef groundDefinition;
  b2Body *ground = world.CreateBody(&groundDefinition);
  const b2Vec2 corners[4] = {{0, 80}, {0, 0}, {20, 0}, {20, 80}};
  for (int side = 0; side < 3; side++) {
    b2EdgeShape edge;
    edge.SetTwoSided(corners[side], corners[side + 1]);
    ground->CreateFixture(&edge, 0);
  }
  for (int index = 0; index < bodyCount; index++) {
    b2BodyDef definition;
    definition.type = b2_dynamicBody;
    definition.position.Set(
      (30 + (index % 38) * 25 + (index / 38 % 2) * 7) / 50.0f, (40 + (index / 38) * 25) / 50.0f);
    b2Body *body = world.CreateBody(&definition);
    b2CircleShape circle;
    circle.m_radius = 0.2f;
    b2FixtureDef fixture;
    fixture.shape = &circle;
    fixture.density = 1;
    fixture.friction = 0.5f;
    fixture.restitution = 0.3f;
    body->CreateFixture(&fixture);
  }
  measure("circles", world);
}

}  // namespace

int main() {
  char version[32];
  snprintf(version, sizeof version, "%d.%d.%d", b2_version.major, b2_version.minor,
           b2_version.revision);
  peer_version("Box2D", version);
  springs();
  circles();
  return 0;
}
