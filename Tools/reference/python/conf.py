# SPDX-License-Identifier: Apache-2.0
"""The settings of Sphinx for the reference of the Python module."""
project = "layouthost"
extensions = ["sphinx.ext.autodoc"]
default_role = "code"
html_theme = "alabaster"
html_copy_source = False
html_show_copyright = False
autodoc_member_order = "bysource"
