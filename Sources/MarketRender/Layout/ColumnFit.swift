/// Which columns a table shows in a window, and how wide.

/// One column as the fitting sees it.
struct ColumnConstraints: Hashable, Sendable {
  /// Columns that the widest cell takes.
  var natural: Int
  /// The width below which a whole column is rather dropped; `natural` for one that is never cut.
  var comfortable: Int
  /// The width below which it is never cut.
  var floor: Int
  /// The order in which columns are dropped, the lowest first; nil stays.
  var dropOrder: Int?
}

/// Fitting columns into a window.
enum ColumnFit {
  /// The widths of the columns, nil for a dropped one; nil altogether where even the columns that
  /// stay do not fit at their floors.
  ///
  /// Too wide a table takes from its widest columns first, level downwards, to what is comfortable;
  /// then drops whole columns; what stays shrinks on to its floors.
  static func widths(_ demands: [ColumnConstraints], gap: Int, into width: Int) -> [Int?]? {
    var kept = Array(demands.indices)
    while true {
      if let found = level(demands, kept, gap, width, floor: \.comfortable) { return found }
      let droppable = kept.filter { demands[$0].dropOrder != nil }
      guard
        let next = droppable.min(by: {
          (demands[$0].dropOrder ?? 0) < (demands[$1].dropOrder ?? 0)
        })
      else { return level(demands, kept, gap, width, floor: \.floor) }
      kept.removeAll { $0 == next }
    }
  }

  /// The widths after cutting every column to one common level where it is wider, the highest
  /// level that fits; nil where none does.
  private static func level(
    _ demands: [ColumnConstraints], _ kept: [Int], _ gap: Int, _ width: Int,
    floor: KeyPath<ColumnConstraints, Int>
  ) -> [Int?]? {
    let room = width - gap * max(kept.count - 1, 0)
    func cut(_ index: Int, to level: Int) -> Int {
      let demand = demands[index]
      return min(demand.natural, max(level, demand[keyPath: floor]))
    }
    func total(at level: Int) -> Int { kept.reduce(0) { $0 + cut($1, to: level) } }
    guard total(at: 0) <= room else { return nil }
    var low = 0
    var high = max(room, 0)
    while low < high {
      let middle = (low + high + 1) / 2
      if total(at: middle) <= room { low = middle } else { high = middle - 1 }
    }
    var widths = [Int?](repeating: nil, count: demands.count)
    var spare = room - total(at: low)
    for index in kept {
      // Columns that the level alone would leave short share what it could not divide evenly.
      let more = cut(index, to: low + 1) - cut(index, to: low)
      let extra = more > 0 && spare > 0 ? 1 : 0
      spare -= extra
      widths[index] = cut(index, to: low) + extra
    }
    return widths
  }
}
