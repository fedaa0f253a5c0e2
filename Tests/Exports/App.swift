// SPDX-License-Identifier: Apache-2.0
//
// An app as README and docs/ show it, with one import. Tools/exports compiles it against the built modules, and
// checks that it has each line of Swift of docs/use-in-an-app.md and docs/layouts/compositional.md.

import LayoutHost

// MARK: - Properties

extension PropertyKey where Value == Double {
  static var twist: Self { "twist" }
}

func properties(_ layout: CollectionLayout, _ spring: CollectionLayout) throws {
  try layout.set(.itemSize, to: Size(width: 80, height: 60))
  try layout.set(.twist, to: 0.5)
  try layout.set("lineAlignment", toCase: "justified")
  try spring.set("base.columnCount", to: .integer(3))
  try layout.set("itemSize", to: LayoutValue.size(Size(width: 8, height: 6)))
  let columns: Int? = try layout.value(of: .columnCount)
  for property: PropertyDescriptor in layout.descriptor.properties {
    print(property.name, property.type == ValueType.number, columns ?? 0)
  }
  let description: LayoutDescriptor = layout.descriptor
  print(description.id, description.queries.map(\.name), description.kinds.count)
}

func compositions(_ layout: CollectionLayout, hasPicture: Bool) throws {
  let page = Composition {
    if hasPicture {
      ComposedSection { ComposedItem(.fraction(1), 200) }
        .header(40, isPinned: true)
    }
    ComposedSection(gap: 10) {
      ComposedRow(.fraction(1), 100, gap: 10) {
        ComposedItem(.fraction(0.7), .fill)
        ComposedColumn(gap: 10) {
          ComposedItem().repeated(2)
        }
      }
    }
    .scrolling(.groupPaging)
  }
  try layout.set(.sections, to: page)
  let insets = Insets(top: 12, left: 12, bottom: 12, right: 12)
  _ = ComposedSection(gap: 12, insets: insets) { ComposedItem(.fill, .estimated(120)) }
}

// MARK: - Plugins and where they run

func plugins() throws -> [CollectionLayout] {
  var patient = LayoutPolicy.auto
  patient.options.deadlines?.prepare = .init(soft: 1, hard: 5)
  patient.options.onCrash = { (record: CrashRecord) -> String? in
    print(record)
    return nil
  }
  let library = PluginLibrary(SearchPath.standard(extra: ["layouts"]))
  for file: PluginFile in library.files {
    let note: PluginNote? = file.note
    let (trust, verdict): (Trust, Verdict) = (file.trust, file.verdict)
    print(note?.id ?? file.path, trust, verdict)
  }
  return [
    try CollectionLayout.make(id: "orbit", running: patient),
    try CollectionLayout.make(id: "flow", library: library, running: .sandboxed),
  ]
}

func isMissing(_ error: any Error) -> Bool {
  (error as? LayoutError)?.code == .unknownLayout
}

func follow(_ view: CollectionView) throws {
  try view.follow(directory: "layouts") { event in print(event) }
  view.unfollow()
}

// MARK: - Questions, actions, events

func questions(_ layout: CollectionLayout) throws {
  try layout.bind("sizeForItem") { (path: ItemPath) -> Size? in
    path.item == 0 ? Size(width: 90, height: 30) : nil
  }
  try layout.bind(
    "sizeForItem",
    bulk: { (_, range, out: inout MutableSpan<Size>) -> QueryCoverage in
      for index in range.indices { out[index - range.lowerBound] = Size(width: 10, height: 10) }
      return .all
    })
  let action: any ActionInProgress = try layout.start("shake", [.number(2)])
  if let value = try action.poll(WaitMode.step) { print(value) }
  var stale = InvalidationContext()
  stale.items = [ItemPath(section: 0, item: 1)]
  try layout.invalidate(stale)
}

/// A function over every type of a query's answer.
func bind<Value: QueryType>(_ value: Value, to layout: CollectionLayout) throws {
  try layout.bind("value") { _ -> Value? in value }
}

// MARK: - The view, its cells, its app

final class NumberCell: Cell, SelectionStyled {
  func style(isSelected: Bool, isHighlighted: Bool) {
    appearance = ViewAppearance(textScale: isSelected ? 1.2 : 1)
  }
  override func apply(_ attributes: LayoutAttributes) {
    super.apply(attributes)
    let (place, turn): (Rect, Transform3D?) = (attributes.frame, attributes.transform)
    content = ViewContent.text("\(place) \(turn == nil)")
  }
}

final class App: CollectionViewDataSource, CollectionViewDelegate, Stage {
  var numbers = Array(0..<1_000)

  func collectionView(_ view: CollectionView, numberOfItemsInSection section: Int) -> Int {
    numbers.count
  }
  func collectionView(_ view: CollectionView, cellForItemAt path: ItemPath) throws -> Cell {
    let cell = try view.dequeueReusableCell(withReuseIdentifier: "number", for: path)
    cell.content = .text("\(path.item)")
    return cell
  }
  func collectionView(_ collectionView: CollectionView, didReceive event: LayoutEvent) {
    print(event.name)
  }
  func collectionView(
    _ collectionView: CollectionView, canPerform action: MenuAction, forItemAt path: ItemPath
  ) -> Bool { true }

  func make(_ view: ReusableView) {}
  func bind(_ view: ReusableView) {}
  func apply(_ attributes: LayoutAttributes, pixels: Rect, to view: ReusableView) {}
  func recycle(_ view: ReusableView) {}
}

func session(_ app: App) throws {
  let view = CollectionView(
    viewportSize: Size(width: 375, height: 667), layout: try CollectionLayout.make(id: "flow"))
  view.register(NumberCell.self, forCellWithReuseIdentifier: "number")
  view.dataSource = app
  view.delegate = app
  view.stage = app
  try view.layoutIfNeeded()
  let before: FrameCounters = view.counters
  try view.setContentOffset(Point(x: 0, y: 5_000))
  try view.scrollToItem(at: ItemPath(section: 0, item: 3), position: ScrollPosition.top)
  try view.drag(by: Vector(dx: 0, dy: -120))
  try view.release(velocity: Vector(dx: 0, dy: 900))
  while view.isMoving { try view.advance(to: view.clock + 1.0 / 60) }
  let cost = view.counters - before
  try view.performBatchUpdates { (batch: inout BatchUpdate) in
    app.numbers.insert(7, at: 0)
    batch.insertItem(at: ItemPath(section: 0, item: 0))
  }
  for shown: VisibleElement in view.visibleElements {
    print(shown.attributes.path, shown.attributes.frame, shown.attributes.category, cost.frames)
  }
  view.selectionMode = SelectionMode.multiple
  try view.press(Key.down, modifiers: KeyModifiers.shift)
  view.scrollOptions = ScrollOptions()
  if view.scrollPhase == ScrollPhase.idle { view.setNeedsFrame() }
  view.animation = AnimationSettings()
  let tree: AccessibilityElement = view.accessibilityTree
  print(tree.role == AccessibilityRole.list)
  for notice: AccessibilityNotice in view.takeAccessibilityNotices() { print(notice) }
}

func dataSources(_ view: CollectionView, words: [String]) throws -> ArrayDataSource<String, Cell> {
  let items = DiffableDataSource<Int, String>(view) { view, path, word in
    try view.dequeueReusableCell(withReuseIdentifier: word, for: path)
  }
  var snapshot = DiffableSnapshot<Int, String>()
  try snapshot.appendSections([0])
  try snapshot.appendItems(words, to: 0)
  try items.apply(snapshot)
  return ArrayDataSource(view, items: words) { cell, path, word in
    cell.content = .text(word)
  }
}
