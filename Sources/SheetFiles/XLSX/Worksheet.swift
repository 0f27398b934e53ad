/// The rows of a sheet, parsed piece by piece.
final class Worksheet: XMLPart, RowReader {
  // Not checked, as in `XMLPart`.
  @exclusivity(unchecked)
  private var rows: SheetRows
  private var taken = 0

  init(_ entry: ZipEntry, in path: String, _ rows: SheetRows) throws(SheetError) {
    self.rows = rows
    try super.init(entry, in: path)
  }

  var remarks: [SheetRemark] { rows.notes.remarks }
  var hiddenColumns: [ClosedRange<Int>] { rows.hiddenColumns }

  func next() throws(SheetError) -> SheetRow? {
    while taken == rows.ready.count {
      rows.ready.removeAll(keepingCapacity: true)
      taken = 0
      if isAtEnd { return nil }
      try advance()
    }
    taken += 1
    return rows.ready[taken - 1]
  }

  override func start(_ name: XMLName, _ attributes: XMLAttributes) {
    report(rows.start(name, attributes))
  }

  override func end(_ name: XMLName) { report(rows.end(name)) }

  override func text(_ bytes: UnsafeRawBufferPointer) {
    if rows.append(bytes) { return }
    stop(.valueTooLong(limit: SheetLimits.cellBytes))
  }

  private func report(_ damage: String?) {
    if let damage { stop(damaged: damage) }
  }
}
