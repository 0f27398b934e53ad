extension Workbook {
  /// Opens a sheet for reading its rows.
  func rows(of sheet: Sheet, takesHidden: Bool) throws(SheetError) -> Worksheet {
    let styles = try entry(ofType: "styles").map { entry throws(SheetError) in
      try CellStyles(entry, in: path)
    }
    try styles?.parse()
    let texts = try entry(ofType: "sharedStrings").map { entry throws(SheetError) in
      try SharedTexts(entry, in: path)
    }
    try texts?.parse()
    var areas: [MergedCells.Area] = []
    if try MergeList.isNeeded(entry(of: sheet)) {
      let list = try MergeList(entry(of: sheet), in: path)
      try list.parse()
      areas = list.areas
    }
    let rows = SheetRows(
      texts: texts, styles: styles, uses1904: uses1904, merged: MergedCells(areas),
      takesHidden: takesHidden)
    return try Worksheet(entry(of: sheet), in: path, rows)
  }
}
