import LayoutHost

final class Numbers: CollectionViewDataSource {
  func collectionView(_ view: CollectionView, numberOfItemsInSection section: Int) -> Int { 1_000 }
  func collectionView(_ view: CollectionView, cellForItemAt path: ItemPath) throws -> Cell {
    let cell = try view.dequeueReusableCell(withReuseIdentifier: "number", for: path)
    cell.content = .text("\(path.item)")
    return cell
  }
}
let (numbers, layout) = (Numbers(), try CollectionLayout.make(id: "flow"))
let view = CollectionView(viewportSize: Size(width: 320, height: 480), layout: layout)
view.register(Cell.self, forCellWithReuseIdentifier: "number")
view.dataSource = numbers
try view.setContentOffset(Point(x: 0, y: 5_000))
for shown in view.visibleElements { print(shown.attributes.path, shown.attributes.frame) }
