// SPDX-License-Identifier: Apache-2.0
//
// The names that come with `import LayoutScenarios` beside the module's own: a recording is an object of JSON.

@_exported import struct LayoutJSON.JSONObject
@_exported import enum LayoutJSON.JSONValue
