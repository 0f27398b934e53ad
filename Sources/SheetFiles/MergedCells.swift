/// Gives the value of merged cells to all rows that they cover.
///
/// Only the first column of an area has the value, as in the file; and only rows with another value
/// get it, since an area over all columns of two rows is one row with high cells.
struct MergedCells {
  struct Area {
    var rows: ClosedRange<Int>
    var column: Int
    fileprivate var value = SheetCell.empty
    fileprivate var isUsed = false

    init(_ rows: ClosedRange<Int>, column: Int) {
      self.rows = rows
      self.column = column
    }

    /// - Parameter reference: such as `B2:B4`.
    init?(_ reference: String) {
      let corners = reference.replacing("$", with: "").split(separator: ":").map { corner in
        (CellReference.column("\(corner)"), CellReference.number("\(corner.drop { $0.isLetter })"))
      }
      guard corners.count == 2, let column = corners[0].0, let first = corners[0].1,
        let last = corners[1].1, last > first
      else { return nil }
      self.init(first...last, column: column)
    }

    var name: String {
      let letters = CellReference.letters(of: column)
      return "\(letters)\(rows.lowerBound):\(letters)\(rows.upperBound)"
    }
  }

  /// Those that begin in later rows, the last one first.
  private var later: [Area] = []
  private var active: [Area] = []

  init(_ areas: [Area] = []) {
    later = areas.sorted { $0.rows.lowerBound > $1.rows.lowerBound }
  }

  /// Begins an area in the row that is being read.
  mutating func add(_ area: Area) { later.insert(area, at: 0) }

  /// Fills the empty cells of a row; returns the areas that were used for the first time.
  mutating func fill(_ cells: inout [SheetCell], row: Int) -> [String] {
    active.removeAll { $0.rows.upperBound < row }
    while let next = later.last, next.rows.lowerBound <= row {
      later.removeLast()
      var area = next
      if area.rows.lowerBound == row, area.column < cells.count { area.value = cells[area.column] }
      if area.rows.upperBound > row { active.append(area) }
    }
    guard !active.isEmpty, cells.contains(where: { $0 != .empty }) else { return [] }
    var names: [String] = []
    for index in active.indices where active[index].rows.lowerBound < row {
      let area = active[index]
      while cells.count <= area.column { cells.append(.empty) }
      guard area.value != .empty, cells[area.column] == .empty else { continue }
      cells[area.column] = area.value
      if !area.isUsed { names.append(area.name) }
      active[index].isUsed = true
    }
    return names
  }
}
