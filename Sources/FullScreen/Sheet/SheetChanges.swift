package import Messages

/// The values that were typed into a sheet and are not sent yet.
package struct SheetChanges: Equatable, Sendable {
  /// A cell with a new value.
  package struct Cell: Hashable, Sendable {
    /// The value that the listing had when the new one was typed.
    package var old: String
    package var new: String
    /// The place among all changes, from 1.
    package var number: Int
    /// Why it could not be sent.
    package var fault: Message?

    package init(old: String, new: String, number: Int) {
      self.old = old
      self.new = new
      self.number = number
    }
  }

  package struct Place: Hashable, Sendable {
    package let listing: Int
    package let column: SheetColumn

    package init(_ listing: Int, _ column: SheetColumn) {
      self.listing = listing
      self.column = column
    }
  }

  package private(set) var cells: [Int: [SheetColumn: Cell]] = [:]
  /// What each step replaced, the last one at the end.
  private var steps: [[(place: Place, before: Cell?)]] = []

  package init() {}

  /// Changes that were kept, in their order.
  package init(_ kept: [(place: Place, old: String, new: String)]) {
    for cell in kept { set(cell.place, Cell(old: cell.old, new: cell.new, number: nextNumber)) }
  }

  package static func == (left: SheetChanges, right: SheetChanges) -> Bool {
    left.cells == right.cells
  }

  package var isEmpty: Bool { cells.isEmpty }
  package private(set) var count = 0
  /// It increases with each change.
  package private(set) var version = 0

  /// All cells, in the order in which they were typed.
  package var all: [(place: Place, cell: Cell)] {
    cells.flatMap { listing, columns in columns.map { (Place(listing, $0.key), $0.value) } }
      .sorted { $0.cell.number < $1.cell.number }
  }

  package func texts(of listing: Int) -> [SheetColumn: String] {
    cells[listing]?.mapValues(\.new) ?? [:]
  }

  private var nextNumber: Int {
    (cells.values.lazy.flatMap(\.values).map(\.number).max() ?? 0) + 1
  }

  private mutating func set(_ place: Place, _ cell: Cell?) {
    count += (cell == nil ? 0 : 1) - (cells[place.listing]?[place.column] == nil ? 0 : 1)
    version += 1
    cells[place.listing, default: [:]][place.column] = cell
    if cells[place.listing]?.isEmpty == true { cells[place.listing] = nil }
  }

  /// Types values, which is one step. A cell that gets the value of its listing is none any more,
  /// except a sale price: it is meant also if the price changes, before or later.
  package mutating func type(_ typed: [(place: Place, old: String, new: String)]) {
    var step: [(place: Place, before: Cell?)] = []
    var number = nextNumber
    for (place, old, new) in typed {
      let before = cells[place.listing]?[place.column]
      let isSame = old == new && (place.column != .sale || new.isEmpty)
      let after = isSame ? nil : Cell(old: old, new: new, number: number)
      guard before != nil || after != nil else { continue }
      step.append((place, before))
      set(place, after)
      number += 1
    }
    if !step.isEmpty { steps.append(step) }
  }

  /// Takes the last step back, or the last change that was kept from before.
  ///
  /// - Returns: the places that changed.
  package mutating func undo() -> [Place] {
    if let step = steps.popLast() {
      for (place, before) in step { set(place, before) }
      return step.map(\.place)
    }
    guard let last = all.last?.place else { return [] }
    set(last, nil)
    return [last]
  }

  /// Takes all changes back, which is one step.
  package mutating func undoAll() {
    let all = all
    guard !all.isEmpty else { return }
    steps.append(all.map { ($0.place, $0.cell) })
    for (place, _) in all { set(place, nil) }
  }

  /// Forgets a cell that the market has, or of a listing that does not exist any more.
  package mutating func drop(_ place: Place) {
    set(place, nil)
    for index in steps.indices { steps[index].removeAll { $0.place == place } }
    steps.removeAll(where: \.isEmpty)
  }

  /// Forgets a cell if the market has its value. A sale price stays until its new price is sent, with
  /// which the discount would change.
  package mutating func drop(_ place: Place, ifDoneBy now: String?) {
    guard let cells = cells[place.listing], cells[place.column]?.new == now,
      place.column != .sale || cells[.price] == nil
    else { return }
    drop(place)
  }

  /// Notes why the cells of a listing could not be sent.
  package mutating func fail(_ listing: Int, _ fault: Message) {
    for column in cells[listing]?.keys ?? [:].keys { cells[listing]?[column]?.fault = fault }
  }
}
