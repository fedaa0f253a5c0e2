// SPDX-License-Identifier: Apache-2.0
//
// The files of the page, which are compiled into the program.

import LayoutRendering

/// A file that the server sends.
struct PageFile {
  /// Its Content-Type.
  let type: String
  let bytes: [UInt8]

  /// The file at a path of the server; nil for every other path.
  static func named(_ path: String) -> PageFile? {
    switch path {
    case "/": PageFile(type: html, bytes: PackageResources.index_html)
    case "/studio.css": PageFile(type: css, bytes: PackageResources.studio_css)
    case "/main.js": PageFile(type: script, bytes: PackageResources.main_js)
    case "/link.js": PageFile(type: script, bytes: PackageResources.link_js)
    case "/stage.js": PageFile(type: script, bytes: PageText.stage)
    case "/projection.js": PageFile(type: script, bytes: PageText.projection)
    case "/input.js": PageFile(type: script, bytes: PackageResources.input_js)
    case "/overlay.js": PageFile(type: script, bytes: PackageResources.overlay_js)
    case "/controls.js": PageFile(type: script, bytes: PackageResources.controls_js)
    case "/panels.js": PageFile(type: script, bytes: PackageResources.panels_js)
    case "/icon.svg": PageFile(type: "image/svg+xml", bytes: PackageResources.icon_svg)
    default: nil
    }
  }

  private static let html = "text/html; charset=utf-8"
  private static let css = "text/css; charset=utf-8"
  private static let script = "text/javascript; charset=utf-8"
}
