# SPDX-License-Identifier: Apache-2.0
#
# Takes out of a test run's log what only says that a test started, the lines of its arguments included.
# What was printed meanwhile stays, and so do outcomes, whole.
/^(◇|􀟈).*started\.$/d
/^(◇|􀟈)/,/started\.$/{
  /^(✔|✘|↳|➜)/!d
}
