import Batches
import Foundation
import MarketWire

// What the batch is to do.
extension Simulation {
  private static let names = ["mug", "bowl", "plate", "cup"]

  /// Plans 4 to 12 steps.
  mutating func plan() {
    for _ in 0..<random.number(1...4) { _ = market.add(content(anyName())) }
    var free = market.listings.keys.sorted()
    var contents = market.listings.mapValues(\.content)
    let count = random.number(4...12)
    while steps.count < count {
      let number = steps.count + 1
      let id = free.isEmpty ? nil : free[random.number(0...(free.count - 1))]
      let before = id.flatMap { contents[$0] } ?? content("mug")
      switch (random.number(0...7), id) {
      case (3...4, let id?):
        let edit = ListingFields(stock: (before.fields.stock ?? 0) + random.number(1...9))
        contents[id] = before.changed(by: edit)
        steps.append(BatchStep(number, .edit(.listing(id), before: before, after: edit)))
      case (5, let id?):
        free.removeAll { $0 == id }
        steps.append(BatchStep(number, .remove(.listing(id), before: before)))
      case (7, let id?) where market.honorsKeys:
        let step = BatchStep(
          number,
          .setPhotos(
            .listing(id), before: before, order: (before.photoIDs ?? []) + [nil], photos: photos))
        contents[id] = step.content
        steps.append(step)
      case (6, let id?) where number <= count - 2:
        free.removeAll { $0 == id }
        replace(id, before)
      default: steps.append(BatchStep(number, .create(fields(anyName()), photos: photos)))
      }
      if random.chance(0.05) { refused.insert(steps.count) }
    }
  }

  /// Plans a new listing with a thumbnail instead of an old one.
  private mutating func replace(_ id: Int, _ before: ListingContent) {
    let head = steps.count + 1
    steps.append(BatchStep(head, .create(fields("jug"), photos: photos)))
    steps.append(
      BatchStep(head + 1, partOf: head, .chooseThumbnail(.step(head), photo: 2)))
    steps.append(
      BatchStep(head + 2, partOf: head, .remove(.listing(id), before: before)))
  }

  private var photos: [StepPhoto] {
    [StepPhoto(digest: "d", filename: "a.jpg", mediaType: "image/jpeg")]
  }

  mutating func anyName() -> String { Self.names[random.number(0...3)] }

  private mutating func fields(_ name: String) -> ListingFields {
    ListingFields(
      name: name, description: "a good \(name)", price: Decimal(random.number(1...2) * 1000),
      currency: .krw, stock: random.number(1...2))
  }

  mutating func content(_ name: String) -> ListingContent {
    var content = ListingContent(new: fields(name), photoCount: 1)
    content.photoIDs = [1]
    return content
  }
}
