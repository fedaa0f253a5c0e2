// SPDX-License-Identifier: Apache-2.0
//
// Empty: a C target must have a public header, and this one has nothing to offer.
