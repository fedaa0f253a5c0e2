// SPDX-License-Identifier: Apache-2.0
//
// Frames and their data, sent as the part that a page lacks.

import LayoutHost
import LayoutModel
import LayoutRendering

extension Studio {
  /// Sends a frame, and other data that the page lacks.
  ///
  /// - Parameters:
  ///   - number: The frame; nil for the newest.
  ///   - hasElements: True when the page needs the list of elements.
  func send(to client: StudioClient, id: Int64, number: Int? = nil, hasElements: Bool) {
    guard !history.numbers.isEmpty else { return reply(to: client, id) { _ in } }
    let newest = history.numbers.upperBound - 1
    let shown = number ?? newest
    let isWhole = client.frame != shown - 1 || shown == history.numbers.lowerBound
    let isSame = client.frame == shown
    if !isSame { client.sendSprites(of: shown, from: history, isWhole: isWhole) }
    if let comparison {
      client.sendSecondSprites(of: comparison.number(for: shown), from: comparison.history)
    }
    client.frame = shown
    reply(to: client, id) { json in
      json.key("moving")
      json.bool(!isHalted && (session.view.isMoving || script != nil))
      json.key("cost")
      json.number((MainLoop.now - answerStart) * 1e6)
      json.key("frame")
      write(shown, isWhole: isWhole, isSame: isSame, to: &json)
      json.key("newest")
      json.array { json in
        json.integer(newest)
        json.number(history.figures(of: newest).time)
      }
      if let comparison { write(comparison, for: shown, client, to: &json) }
      if hasElements, shown == newest { writeElements(to: &json) }
      if let menu = session.view.editMenu { write(menu, to: &json) }
      writeNews(for: client, to: &json)
    }
  }

  private func write(_ number: Int, isWhole: Bool, isSame: Bool, to json: inout JSONText) {
    let figures = history.figures(of: number)
    json.object { json in
      json.key("number")
      json.integer(number)
      json.key("time")
      json.number(figures.time)
      json.key("calls")
      json.integer(figures.callCount)
      json.key("microseconds")
      json.number(figures.microseconds)
      json.key("content")
      json.array { json in
        json.number(figures.contentSize.width)
        json.number(figures.contentSize.height)
      }
      if let asked = figures.asked {
        json.key("asked")
        json.array { json in
          for part in [asked.x, asked.y, asked.width, asked.height] { json.number(part) }
        }
      }
      if let anchor = figures.anchor {
        json.key("anchor")
        json.array { json in
          json.integer(anchor.section)
          json.integer(anchor.item)
        }
      }
      write(figures.assumed, to: &json)
      guard !isSame else { return }
      json.key("whole")
      json.bool(isWhole)
      json.key("data")
      if isWhole {
        history.writeWhole(number, to: &json)
      } else {
        history.writeDifference(number, to: &json)
      }
    }
  }

  /// [category, section, item, width, height] for each element whose size was assumed at first.
  private func write(_ assumed: [FrameElementSize], to json: inout JSONText) {
    guard !assumed.isEmpty else { return }
    json.key("assumed")
    json.array { json in
      for one in assumed {
        json.array { json in
          json.integer(Int(one.category.rawValue))
          json.integer(one.path.section)
          json.integer(one.path.item)
          json.number(one.size.width)
          json.number(one.size.height)
        }
      }
    }
  }

  /// The frame of the second session that belongs to one of the first, with all of its elements.
  private func write(
    _ comparison: Comparison, for number: Int, _ client: StudioClient, to json: inout JSONText
  ) {
    json.key("second")
    json.object { json in
      json.key("data")
      comparison.history.writeWhole(comparison.number(for: number), to: &json)
      if let failure = comparison.failure {
        json.key("failure")
        json.string(failure)
      }
    }
  }

  /// [number of the view, kind, section, item, label, is selected] for each element on screen.
  private func writeElements(to json: inout JSONText) {
    json.key("elements")
    json.array { json in
      for element in session.view.visibleElements where !element.attributes.isHidden {
        json.array { json in
          json.integer(element.view.serialNumber)
          json.string(element.attributes.kind)
          json.integer(element.attributes.path.section)
          json.integer(element.attributes.path.item)
          json.string(Self.label(of: element))
          json.bool((element.view as? Cell)?.isSelected ?? false)
        }
      }
    }
  }

  private func write(_ menu: EditMenu, to json: inout JSONText) {
    json.key("menu")
    json.object { json in
      json.key("path")
      json.array { json in
        json.integer(menu.path.section)
        json.integer(menu.path.item)
      }
      json.key("actions")
      json.array { json in for action in menu.actions { json.string(action.name) } }
    }
  }

  private static func label(of element: VisibleElement) -> String {
    element.view.accessibility.label ?? element.view.content.spokenText ?? ""
  }

  /// The log, the facts and the selection, if the page does not have them.
  private func writeNews(for client: StudioClient, to json: inout JSONText) {
    let entries = log.entries(after: client.entryCount)
    client.entryCount = log.count
    if !entries.isEmpty {
      json.key("log")
      json.array { json in
        for entry in entries {
          json.array { json in
            json.string(entry.kind)
            json.string(entry.text)
            json.number(entry.time)
          }
        }
      }
    }
    let selection = selectedPaths
    if selection != client.selection {
      client.selection = selection
      json.key("selection")
      json.array { json in for path in selection { json.string(path) } }
    }
    if client.revision != revision {
      client.revision = revision
      json.key("facts")
      writeFacts(to: &json)
    }
    let forgotten = client.takeForgotten()
    if !forgotten.isEmpty {
      json.key("forget")
      json.array { json in for key in forgotten { json.integer(key) } }
    }
  }

  /// The selected items, at most the first thousand.
  private var selectedPaths: [String] {
    let count = session.view.selectedItemCount
    guard count > 0, count <= 1000 else { return count == 0 ? [] : ["\(count) items"] }
    return session.view.indexPathsForSelectedItems.map(\.description)
  }

  /// Sends a frame with all of its elements, beside the frame that a page shows.
  func peek(_ request: StudioRequest, for client: StudioClient) {
    let number = soughtFrame(request)
    client.sendSprites(of: number, from: history, isWhole: true)
    reply(to: client, request.id) { json in
      json.key("frame")
      json.object { json in
        json.key("number")
        json.integer(number)
        json.key("data")
        history.writeWhole(number, to: &json)
      }
    }
  }

  /// Sends the figures of the last frames, or the calls of one frame.
  func sendFrames(to client: StudioClient, _ request: StudioRequest) {
    let numbers = history.numbers
    reply(to: client, request.id) { json in
      if let number = request.count("frame", in: 0...Int(Int32.max)), numbers.contains(number) {
        json.key("calls")
        json.array { json in
          for call in history.figures(of: number).calls {
            json.array { json in
              json.string(call.name)
              json.number(call.microseconds)
            }
          }
        }
        return
      }
      json.key("frames")
      json.array { json in
        for number in numbers.suffix(600) {
          let figures = history.figures(of: number)
          json.integer(number)
          json.number(figures.time)
          json.number(figures.microseconds)
          json.integer(figures.callCount)
        }
      }
    }
  }
}
