// SPDX-License-Identifier: Apache-2.0
//
// Rigid bodies by Box2D 2.4, behind the kit's table. Box2D finds contacts and keeps bodies apart;
// forces and free flight are the caller's, who hands over velocities for each step. Impacts are worked
// out here: Box2D solves all contacts of a step at once, by which a row of balls that touch loses most
// of an elastic blow.
#include "CRigidBodies.h"

#include <box2d/box2d.h>

#include <cmath>
#include <cstdlib>
#include <new>
#include <utility>
#include <vector>

namespace {

// 100 points are a metre, which is what the sizes of items suit Box2D best at.
constexpr double kPointsPerMetre = 100;
// Below this speed of approach bodies come to rest on each other, metres a second. A step's worth of
// gravity has to be less, or nothing ever lies still.
constexpr float kBounceSpeed = 0.05f;
constexpr int kVelocityIterations = 8;
constexpr int kPositionIterations = 4;
// How often the impacts of a step may set each other off.
constexpr int kImpactRounds = 64;
// The least side of a body: Box2D stops the process at a shape without area.
constexpr double kLeastSide = 0.01;

// Farther away than this nothing is told apart in single precision; Box2D stops the process at what
// is not finite.
constexpr double kFarthest = 1e7;

float bounded(double value) {
  if (!(value == value)) return 0;
  return static_cast<float>(std::fmin(std::fmax(value, -kFarthest), kFarthest));
}

float metres(double points) { return bounded(points / kPointsPerMetre); }

// What a fixture collides with.
struct Groups {
  uint64_t items = 0;
  uint64_t edges = 0;
  bool isEdge = false;
};

struct Body {
  b2Body *body;
  Groups *groups;  // At a place of its own: the fixture points at it.
};

struct Edge {
  uint32_t group;
  b2Fixture *fixture;
  Groups *groups;
};

struct Impact {
  b2Contact *contact;
  float elasticity;
};

class World final : public b2ContactListener, public b2ContactFilter {
 public:
  World() : world_(b2Vec2(0, 0)) {
    impacts_.reserve(64);
    world_.SetAllowSleeping(false);
    world_.SetContactListener(this);
    world_.SetContactFilter(this);
    b2BodyDef def;
    ground_ = world_.CreateBody(&def);
  }

  ~World() override {
    for (Body &body : bodies_) delete body.groups;
    for (Edge &edge : edges_) delete edge.groups;
  }

  void add(const rigid_body &body, const rigid_state &state) {
    b2BodyDef def;
    def.type = body.anchored ? b2_staticBody : b2_dynamicBody;
    def.position.Set(metres(state.x), metres(state.y));
    def.angle = bounded(state.angle);
    def.allowSleep = false;
    bodies_.push_back({world_.CreateBody(&def), new Groups});
    change(bodies_.size() - 1, body);
  }

  void remove(size_t index) {
    Body body = bodies_[index];
    // The world destroys a body's joints with it.
    for (b2JointEdge *edge = body.body->GetJointList(); edge != nullptr; edge = edge->next)
      for (size_t tie = 0; tie < ties_.size(); tie++)
        if (ties_[tie] == edge->joint) forget(tie);
    world_.DestroyBody(body.body);
    delete body.groups;
    bodies_.erase(bodies_.begin() + static_cast<std::ptrdiff_t>(index));
  }

  void change(size_t index, const rigid_body &properties) {
    Body &body = bodies_[index];
    if (b2Fixture *old = body.body->GetFixtureList()) body.body->DestroyFixture(old);
    *body.groups = {properties.items, properties.edges, false};
    double width = std::fmax(metres(properties.width), kLeastSide);
    double height = std::fmax(metres(properties.height), kLeastSide);
    b2PolygonShape shape;
    shape.SetAsBox(static_cast<float>(width / 2), static_cast<float>(height / 2));
    b2FixtureDef def;
    def.shape = &shape;
    def.density = bounded(properties.mass / (width * height));
    // Two bodies have the square root of the product of their frictions.
    def.friction = std::fmax(bounded(properties.friction), 0.0f);
    def.restitution = std::fmin(std::fmax(bounded(properties.elasticity), 0.0f), 1.0f);
    def.userData.pointer = reinterpret_cast<uintptr_t>(body.groups);
    body.body->SetType(properties.anchored ? b2_staticBody : b2_dynamicBody);
    body.body->SetFixedRotation(!properties.rotates);
    body.body->CreateFixture(&def);
  }

  void place(size_t index, const rigid_state &state) {
    bodies_[index].body->SetTransform(b2Vec2(metres(state.x), metres(state.y)),
                                      bounded(state.angle));
  }

  uint32_t tie(uint32_t a, uint32_t b, b2Vec2 point, float shortest, float longest) {
    b2DistanceJointDef def;
    def.bodyA = bodies_[a].body;
    def.bodyB = b == RIGID_NONE ? ground_ : bodies_[b].body;
    if (b == RIGID_NONE) def.localAnchorB = point;
    def.minLength = shortest;
    def.maxLength = longest;
    def.length = longest;
    def.collideConnected = true;
    if (freeTies_.empty()) {
      freeTies_.push_back(static_cast<uint32_t>(ties_.size()));
      ties_.push_back(nullptr);
    }
    uint32_t tie = freeTies_.back();
    freeTies_.pop_back();
    ties_[tie] = world_.CreateJoint(&def);
    return tie;
  }

  void untie(size_t tie) {
    if (tie >= ties_.size() || ties_[tie] == nullptr) return;
    world_.DestroyJoint(ties_[tie]);
    forget(tie);
  }

  void addEdge(uint32_t group, b2Vec2 from, b2Vec2 to) {
    b2EdgeShape shape;
    shape.SetTwoSided(from, to);
    b2FixtureDef def;
    def.shape = &shape;
    def.friction = 0.2f;
    auto *groups = new Groups{0, uint64_t{1} << (group & 63), true};
    def.userData.pointer = reinterpret_cast<uintptr_t>(groups);
    edges_.push_back({group, ground_->CreateFixture(&def), groups});
  }

  void removeEdges(uint32_t group) {
    for (size_t index = edges_.size(); index-- > 0;) {
      if (edges_[index].group != group) continue;
      ground_->DestroyFixture(edges_[index].fixture);
      delete edges_[index].groups;
      edges_.erase(edges_.begin() + static_cast<std::ptrdiff_t>(index));
    }
  }

  void step(float seconds, rigid_state *states, size_t count) {
    for (size_t index = 0; index < count; index++) {
      const rigid_state &state = states[index];
      bodies_[index].body->SetLinearVelocity(b2Vec2(metres(state.vx), metres(state.vy)));
      bodies_[index].body->SetAngularVelocity(bounded(state.spin));
      bodies_[index].body->GetUserData().pointer = index;
      planned_.push_back({bodies_[index].body->GetPosition(), bodies_[index].body->GetAngle()});
    }
    // A step of no length finds the contacts and solves nothing: so all of a step's impacts are known
    // before the first is worked out.
    impacts_.clear();
    isLooking_ = true;
    world_.Step(0, 0, 0);
    isLooking_ = false;
    strikeAll();
    world_.Step(seconds, kVelocityIterations, kPositionIterations);
    for (size_t index = 0; index < count; index++)
      read(*bodies_[index].body, planned_[index], seconds, states[index]);
    planned_.clear();
    group(states, count);
  }

  bool ShouldCollide(b2Fixture *first, b2Fixture *second) override {
    auto *a = reinterpret_cast<Groups *>(first->GetUserData().pointer);
    auto *b = reinterpret_cast<Groups *>(second->GetUserData().pointer);
    if (a->isEdge || b->isEdge) return (a->edges & b->edges) != 0;
    return (a->items & b->items) != 0;
  }

  // Impacts are worked out here, so the solver's own are turned off.
  void PreSolve(b2Contact *contact, const b2Manifold *) override {
    contact->SetRestitution(0);
    if (!isLooking_) return;
    float elasticity = b2MixRestitution(contact->GetFixtureA()->GetRestitution(),
                                        contact->GetFixtureB()->GetRestitution());
    if (elasticity > 0) impacts_.push_back({contact, elasticity});
  }

 private:
  struct Place {
    b2Vec2 position;
    float angle;
  };

  b2World world_;
  b2Body *ground_;
  std::vector<Body> bodies_;
  std::vector<Edge> edges_;
  // By the number that the caller was told; null where a later one may have it.
  std::vector<b2Joint *> ties_;
  std::vector<uint32_t> freeTies_;
  std::vector<Impact> impacts_;
  std::vector<Place> planned_;
  // Whether contacts are only looked for.
  bool isLooking_ = false;

  void forget(size_t tie) {
    ties_[tie] = nullptr;
    freeTies_.push_back(static_cast<uint32_t>(tie));
  }

  // One blow runs down a row of bodies in a round, whichever end it begins at, since every other round
  // goes backwards. The bound stops what could go to and fro for ever between bodies that are wedged.
  void strikeAll() {
    bool any = true;
    for (int round = 0; any && round < kImpactRounds; round++) {
      any = false;
      size_t count = impacts_.size();
      for (size_t place = 0; place < count; place++)
        if (strike(impacts_[round % 2 == 0 ? place : count - 1 - place])) any = true;
    }
  }

  static size_t root(rigid_state *states, size_t index) {
    while (states[index].group != index) {
      states[index].group = states[states[index].group].group;
      index = states[index].group;
    }
    return index;
  }

  // What does not move hands nothing on.
  static void join(rigid_state *states, b2Body &a, b2Body &b) {
    if (a.GetType() != b2_dynamicBody || b.GetType() != b2_dynamicBody) return;
    size_t first = root(states, a.GetUserData().pointer);
    size_t second = root(states, b.GetUserData().pointer);
    if (first > second) std::swap(first, second);
    states[second].group = static_cast<uint32_t>(first);
  }

  static void touch(rigid_state *states, b2Body &body) {
    if (body.GetType() == b2_dynamicBody) states[body.GetUserData().pointer].touches = true;
  }

  // Puts the bodies into groups: an impact changes the movement of one group alone.
  void group(rigid_state *states, size_t count) {
    for (size_t index = 0; index < count; index++) {
      states[index].group = static_cast<uint32_t>(index);
      states[index].touches = false;
    }
    for (b2Contact *contact = world_.GetContactList(); contact; contact = contact->GetNext()) {
      if (!contact->IsTouching()) continue;
      b2Body &a = *contact->GetFixtureA()->GetBody();
      b2Body &b = *contact->GetFixtureB()->GetBody();
      touch(states, a);
      touch(states, b);
      join(states, a, b);
    }
    for (b2Joint *joint = world_.GetJointList(); joint; joint = joint->GetNext())
      join(states, *joint->GetBodyA(), *joint->GetBodyB());
    for (size_t index = 0; index < count; index++) {
      states[index].group = static_cast<uint32_t>(root(states, index));
      if (states[index].touches) states[states[index].group].touches = true;
    }
    for (size_t index = 0; index < count; index++)
      states[index].touches = states[states[index].group].touches;
  }

  static float inverseMassAt(const b2Body &body, b2Vec2 arm, b2Vec2 direction) {
    if (body.GetType() != b2_dynamicBody) return 0;
    if (body.IsFixedRotation()) return 1 / body.GetMass();
    float turn = b2Cross(arm, direction);
    return 1 / body.GetMass() + turn * turn / body.GetInertia();
  }

  // Twice the energy that an impulse gives a body at rest.
  static float square(b2Vec2 impulse, const b2Body &body, b2Vec2 arm) {
    float length = impulse.Length();
    return length > 0 ? length * length * inverseMassAt(body, arm, 1 / length * impulse) : 0;
  }

  // One blow between two bodies that approach: Newton's law of restitution along the normal, and
  // Coulomb's of friction across it. Returns whether there was one.
  static bool strike(const Impact &impact) {
    b2Body &a = *impact.contact->GetFixtureA()->GetBody();
    b2Body &b = *impact.contact->GetFixtureB()->GetBody();
    b2WorldManifold manifold;
    impact.contact->GetWorldManifold(&manifold);
    b2Vec2 point = manifold.points[0];
    if (impact.contact->GetManifold()->pointCount == 2)
      point = 0.5f * (point + manifold.points[1]);
    b2Vec2 normal = manifold.normal;
    b2Vec2 speed = b.GetLinearVelocityFromWorldPoint(point) - a.GetLinearVelocityFromWorldPoint(point);
    float approach = -b2Dot(speed, normal);
    if (approach < kBounceSpeed) return false;
    b2Vec2 armA = point - a.GetWorldCenter(), armB = point - b.GetWorldCenter();
    float resistance = inverseMassAt(a, armA, normal) + inverseMassAt(b, armB, normal);
    if (resistance <= 0) return false;
    float blow = (1 + impact.elasticity) * approach / resistance;
    b2Vec2 across = b2Cross(normal, 1.0f);
    float slip = inverseMassAt(a, armA, across) + inverseMassAt(b, armB, across);
    float limit = impact.contact->GetFriction() * blow;
    float rub = b2Clamp(-b2Dot(speed, across) / slip, -limit, limit);
    b2Vec2 impulse = blow * normal + rub * across;
    // Off the centre each of the two changes the speed along the other as well, so together they could
    // add energy. As much of both as adds none keeps the momentum.
    float work = b2Dot(impulse, speed);
    float cost = square(impulse, a, armA) + square(impulse, b, armB);
    if (work + 0.5f * cost > 0) impulse *= -2 * work / cost;
    a.ApplyLinearImpulse(-impulse, point, true);
    b.ApplyLinearImpulse(impulse, point, true);
    return true;
  }

  // A body that nothing touched is where its velocity took it, to rounding.
  static void read(const b2Body &body, const Place &before, float seconds, rigid_state &state) {
    b2Vec2 velocity = body.GetLinearVelocity(), position = body.GetPosition();
    b2Vec2 free = before.position + seconds * b2Vec2(metres(state.vx), metres(state.vy));
    float freeAngle = before.angle + seconds * bounded(state.spin);
    b2Vec2 change = velocity - b2Vec2(metres(state.vx), metres(state.vy));
    constexpr float tiny = 1e-6f;
    state.collided = change.LengthSquared() > tiny * tiny ||
                     std::fabs(body.GetAngularVelocity() - bounded(state.spin)) > tiny ||
                     (position - free).LengthSquared() > 4 * tiny * tiny ||
                     std::fabs(body.GetAngle() - freeAngle) > 4 * tiny;
    state.x = static_cast<double>(position.x) * kPointsPerMetre;
    state.y = static_cast<double>(position.y) * kPointsPerMetre;
    state.angle = static_cast<double>(body.GetAngle());
    state.vx = static_cast<double>(velocity.x) * kPointsPerMetre;
    state.vy = static_cast<double>(velocity.y) * kPointsPerMetre;
    state.spin = static_cast<double>(body.GetAngularVelocity());
  }
};

World &behind(void *world) { return *static_cast<World *>(world); }

// More than the parts of a new world take, each in memory of its own.
constexpr size_t kPartsRoom = size_t{1} << 16;

// Box2D writes to what it asked for without a look at whether there is any, and a vector would end the
// process. So there has to be room for the whole world before its first part is made.
void *make() {
  // Without `volatile` the compiler leaves out memory that nothing uses, and the question with it.
  void *volatile room = std::malloc(sizeof(World) + kPartsRoom);
  if (room == nullptr) return nullptr;
  std::free(room);
  return new (std::nothrow) World;
}
void destroy(void *world) { delete static_cast<World *>(world); }
void add(void *world, const rigid_body *body, const rigid_state *state) {
  behind(world).add(*body, *state);
}
void remove(void *world, uint32_t index) { behind(world).remove(index); }
void change(void *world, uint32_t index, const rigid_body *body) {
  behind(world).change(index, *body);
}
void place(void *world, uint32_t index, const rigid_state *state) {
  behind(world).place(index, *state);
}
uint32_t tie(void *world, uint32_t a, uint32_t b, double x, double y, double shortest,
             double longest) {
  return behind(world).tie(a, b, b2Vec2(metres(x), metres(y)), metres(shortest), metres(longest));
}
void untie(void *world, uint32_t tie) { behind(world).untie(tie); }
void add_edge(void *world, uint32_t group, double x0, double y0, double x1, double y1) {
  behind(world).addEdge(group, b2Vec2(metres(x0), metres(y0)), b2Vec2(metres(x1), metres(y1)));
}
void remove_edges(void *world, uint32_t group) { behind(world).removeEdges(group); }
void step(void *world, double seconds, rigid_state *states, uint32_t count) {
  behind(world).step(static_cast<float>(seconds), states, count);
}

const rigid_bodies kTable = {make,  destroy, add,      remove,       change, place,
                             tie,   untie,   add_edge, remove_edges, step};

}  // namespace

extern "C" const rigid_bodies *rigid_bodies_box2d(void) { return &kTable; }
