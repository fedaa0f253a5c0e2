// SPDX-License-Identifier: Apache-2.0
//
// Empty: Box2D is C++ and is included by the one C++ file that uses it; the module only says what to
// link and install.
