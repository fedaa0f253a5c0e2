// SPDX-License-Identifier: Apache-2.0
//
// Functions that the library's Swift code cannot call directly: epoll, and a variable of each
// thread. Including the headers of the library compiles them once on their own.
#define _GNU_SOURCE
#include "descriptors.h"

#include <sys/epoll.h>

#include "layouthost.h"

int layout_host_joint(void) { return epoll_create1(EPOLL_CLOEXEC); }

void layout_host_join(int joint, int descriptor) {
  struct epoll_event readable = {.events = EPOLLIN};
  epoll_ctl(joint, EPOLL_CTL_ADD, descriptor, &readable);
}

void layout_host_leave(int joint, int descriptor) {
  struct epoll_event none = {0};
  epoll_ctl(joint, EPOLL_CTL_DEL, descriptor, &none);
}

static _Thread_local void *current_lane;

void *layout_host_lane(void) { return current_lane; }

void layout_host_set_lane(void *lane) { current_lane = lane; }
