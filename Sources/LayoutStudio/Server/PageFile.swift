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
    case "/stage.js": PageFile(type: script, bytes: PageText.stage)
    case "/projection.js": PageFile(type: script, bytes: PageText.projection)
    case "/icon.svg": PageFile(type: "image/svg+xml", bytes: PackageResources.icon_svg)
    default: module(path).map { PageFile(type: script, bytes: $0) }
    }
  }

  /// The modules of the page.
  private static func module(_ path: String) -> [UInt8]? {
    switch path {
    case "/controls.js": PackageResources.controls_js
    case "/facts.js": PackageResources.facts_js
    case "/frames.js": PackageResources.frames_js
    case "/guides.js": PackageResources.guides_js
    case "/input.js": PackageResources.input_js
    case "/keys.js": PackageResources.keys_js
    case "/link.js": PackageResources.link_js
    case "/main.js": PackageResources.main_js
    case "/menu.js": PackageResources.menu_js
    case "/overlay.js": PackageResources.overlay_js
    case "/painter.js": PackageResources.painter_js
    case "/panels.js": PackageResources.panels_js
    case "/asking.js": PackageResources.asking_js
    case "/share.js": PackageResources.share_js
    case "/state.js": PackageResources.state_js
    case "/time.js": PackageResources.time_js
    case "/tools.js": PackageResources.tools_js
    default: nil
    }
  }

  private static let html = "text/html; charset=utf-8"
  private static let css = "text/css; charset=utf-8"
  private static let script = "text/javascript; charset=utf-8"
}
