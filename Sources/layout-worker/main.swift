// SPDX-License-Identifier: Apache-2.0
//
// The child that runs one plugin. All of it lives in LayoutIsolation, where its tests are.

import Glibc
import LayoutIsolation

exit(WorkerServer.run(arguments: CommandLine.arguments))
