/// The width limits of a table column, in terminal columns.
struct ColumnConstraints: Hashable, Sendable {
  /// The width of the widest cell.
  var ideal: Int
  /// The width down to which the column shrinks before another column is dropped; the ideal width
  /// if the column is never cut.
  var comfortable: Int
  /// The width below which the column is never cut.
  var minimum: Int
  /// The order in which columns are dropped, lowest first; nil if never.
  var dropOrder: Int?
}

/// The algorithm that fits columns into a window.
enum ColumnFit {
  /// The width of each column, nil for a dropped one.
  ///
  /// A table that is too wide shrinks its widest columns first, down to the comfortable widths. If
  /// that is not enough, columns are dropped; the remaining ones shrink to their minimum at most.
  /// Returns nil if the columns that are never dropped do not fit.
  static func widths(
    _ columns: [ColumnConstraints], gap: Int, into width: Int
  ) -> [Int?]? {
    var remaining = Array(columns.indices)
    while true {
      if let widths = level(columns, remaining, gap, width, minimum: \.comfortable) {
        return widths
      }
      let droppable = remaining.filter { columns[$0].dropOrder != nil }
      guard
        let next = droppable.min(by: {
          (columns[$0].dropOrder ?? 0) < (columns[$1].dropOrder ?? 0)
        })
      else { return level(columns, remaining, gap, width, minimum: \.minimum) }
      remaining.removeAll { $0 == next }
    }
  }

  /// The widths if every wider column is cut to one common width, the largest that fits.
  ///
  /// Returns nil if the minimum widths do not fit.
  private static func level(
    _ columns: [ColumnConstraints], _ remaining: [Int], _ gap: Int, _ width: Int,
    minimum: KeyPath<ColumnConstraints, Int>
  ) -> [Int?]? {
    let space = width - gap * max(remaining.count - 1, 0)
    func cut(_ index: Int, to level: Int) -> Int {
      let column = columns[index]
      return min(column.ideal, max(level, column[keyPath: minimum]))
    }
    func total(at level: Int) -> Int { remaining.reduce(0) { $0 + cut($1, to: level) } }
    guard total(at: 0) <= space else { return nil }
    var low = 0
    var high = max(space, 0)
    while low < high {
      let middle = (low + high + 1) / 2
      if total(at: middle) <= space { low = middle } else { high = middle - 1 }
    }
    var widths = [Int?](repeating: nil, count: columns.count)
    var spare = space - total(at: low)
    for index in remaining {
      // The columns that were cut share the remainder of the division.
      let more = cut(index, to: low + 1) - cut(index, to: low)
      let extra = more > 0 && spare > 0 ? 1 : 0
      spare -= extra
      widths[index] = cut(index, to: low) + extra
    }
    return widths
  }
}
