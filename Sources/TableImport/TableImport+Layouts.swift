import Base
import CommandLanguage
import Formatting
import ListingChanges
import MarketRender
import MarketWire
import Messages
import SellerFiles
import SellerSession
import SheetFiles

extension ImportRequest {
  /// Adds the options of the saved layout that the request names.
  ///
  /// - Returns: whether the options are to be saved as this layout.
  /// - Throws: ``InvalidTable`` if no layout can have the name.
  mutating func addSavedLayout(_ environment: Environment) throws -> Bool {
    guard let name = layout, name != "none", KnownLayouts.layout(named: name) == nil else {
      return false
    }
    guard SavedLayouts.isName(name) else {
      let known = KnownLayouts.names.joined(separator: ", ")
      throw InvalidTable(
        file.text,
        [
          ImportProblem(
            row: nil, column: nil,
            """
            \(quoted: name) is not the name of a layout: name one of \(formatted: known), or one of \
            your own with letters, digits and -
            """)
        ])
    }
    let isNew = !choices.isEmpty || choices.decimalComma || shape.isChosen || sheet.sheet != nil
    guard let saved = SavedLayouts(environment).layout(named: name) else { return true }
    saved.apply(to: &self)
    return isNew
  }
}

// How a file is understood.
extension TableImport {
  /// Finds the table in the file, and what its columns mean.
  func columnMap() throws -> ColumnMap {
    let (request, shape, name) = try understood()
    var map = try ColumnMap(shape, request.choices)
    map.layoutName = name ?? shape.layout?.name
    return map
  }

  /// The request with the options of a saved layout for these columns, the table that it finds, and
  /// the name of the layout.
  func understood() throws -> (ImportRequest, TableShape, layout: String?) {
    guard let name = request.layout else {
      let shape = try shape(request)
      guard let saved = savedLayout(of: shape) else { return (request, shape, nil) }
      let (request, table) = try read(by: saved)
      return (request, table, saved.name)
    }
    if let saved = SavedLayouts(context.environment).layout(named: name) {
      let (request, table) = try read(by: saved)
      return (request, table, name)
    }
    return (request, try shape(request), name == "none" ? nil : name)
  }

  /// The request with a saved layout, and its table: where the layout has it, or where it is found
  /// anyhow if the columns of the layout are only there.
  private func read(by saved: SavedLayout) throws -> (ImportRequest, TableShape) {
    var (anyhow, placed, elsewhere) = (typed, typed, saved)
    (elsewhere.sheet, elsewhere.shape.headerRow) = (nil, nil)
    elsewhere.apply(to: &anyhow)
    saved.apply(to: &placed)
    let isElsewhere = saved.sheet != nil || saved.shape.headerRow.map { $0 > 0 } ?? false
    guard isElsewhere, let found = try? shape(anyhow) else { return (placed, try shape(placed)) }
    guard var table = try? shape(placed), table.file.header == saved.header else {
      return found.file.header == saved.header ? (anyhow, found) : (placed, try shape(placed))
    }
    if typed.sheet.sheet == nil { table.addTables(of: found) }
    return (placed, table)
  }

  private func shape(_ request: ImportRequest) throws -> TableShape {
    try TableShape(
      source, request.sheet, request.shape, layout: request.layout.flatMap(KnownLayouts.layout),
      detects: request.layout != "none", more: request.meanings.map(\.name) + request.ignored)
  }

  /// The saved layout for a file of these columns, if the seller said nothing about them.
  private func savedLayout(of shape: TableShape) -> SavedLayout? {
    guard request.choices.isEmpty, !request.shape.isChosen, !shape.hasLetters else { return nil }
    return SavedLayouts(context.environment).all.first { saved in
      guard saved.shape.headerRow != 0 else { return false }
      if saved.header == shape.file.header { return true }
      guard saved.shape.isChosen || saved.sheet != nil else { return false }
      var other = request
      saved.apply(to: &other)
      return (try? self.shape(other))?.file.header == saved.header
    }
  }

  func saveLayout(_ map: ColumnMap) throws {
    guard let name = request.layout else { return }
    var layout = SavedLayout(name: name, header: map.file.header, request)
    layout.shape.skippedTexts.merge(map.skippedTexts) { $1 }
    try SavedLayouts(context.environment).save(layout)
    context.console.report(
      """
      Saved the layout \(name): the next file with these columns is read in the same way, as by \
      `\(command: "import \(TypedCommand.argument(request.file.text)) --layout \(name)")`.
      """)
  }

  /// The rows of the table; each call reads the file again, so that they are never all in memory.
  func rows(_ map: ColumnMap) throws -> ListingRows {
    let dates = DateText(now: context.environment.now(), timeZone: context.environment.timeZone)
    let hasVariants = map.shape.layout != nil || map.variants != nil
    return try ListingRows(
      map, known: hasVariants ? try codes() : [],
      today: dates.localDayText(context.environment.now()))
  }

  /// The codes of the seller's listings.
  private func codes() throws -> Set<String> {
    guard let account = try? context.market.notebookAccount() else { return [] }
    return Set(try context.market.notebook.codes(for: account).map(\.code))
  }

  /// What there is to say about how the table was read.
  func notes(on map: ColumnMap, _ rows: ListingRows) -> [Message] {
    var notes: [Message] = []
    if let layout = map.shape.layout {
      notes.append(
        """
        Read as a product file of \(formatted: layout.title); `\(command: "--layout none")` reads its \
        columns as they are
        """
      )
    } else if let name = map.layoutName, request.layout == nil {
      notes.append(
        "Read by your layout \(name), which has the same columns; `\(command: "--layout none")` does not"
      )
    }
    if map.shape.layout != nil, !map.has(.currency),
      let usual = try? context.settings.settings().currency
    {
      notes.append(
        """
        the file names no currency: its prices are in \(formatted: usual.rawValue); \
        `\(command: "--set currency=USD")` says otherwise
        """)
    }
    notes += map.shape.notes + rows.notes
    if !map.left.isEmpty {
      let names = map.left.prefix(6).map { map.file.header[$0] }.joined(separator: ", ")
      let more: Message = map.left.count > 6 ? "\(names), …" : "\(names)"
      notes.append(
        Message(
          count: map.left.count, one: "1 column is left out: \(more)",
          other: "\(map.left.count) columns are left out: \(more)"))
    }
    return notes
  }
}

// What an earlier file of the layout had.
extension TableImport {
  private func seen(_ map: ColumnMap) throws -> SeenListings? {
    try map.layoutName.map {
      SeenListings($0, at: try context.market.profile(), context.environment)
    }
  }

  /// The keys that the last file of the layout had, and this one has not.
  func missingKeys(_ keys: TableKeys, _ map: ColumnMap) throws -> Set<String> {
    try seen(map)?.keys.subtracting(keys.all) ?? []
  }

  /// Reports which listings are gone from the file, or removes them.
  func reportOrRemove(
    _ products: [Product], _ plan: inout ImportPlan, _ listings: KeyedListings
  ) async throws {
    guard !products.isEmpty else { return }
    if request.removesMissing { return try await remove(products, &plan, listings) }
    let names = Self.list(products.map { "\($0.id) \($0.name)" })
    plan.notes.append(
      Message(
        count: products.count,
        one: """
          1 listing is missing in the file and stays: \(names); \
          `\(command: "--remove-missing")` removes it
          """,
        other: """
          \(products.count) listings are missing in the file and stay: \(names); \
          `\(command: "--remove-missing")` removes them
          """))
  }

  /// Remembers the listings of the file; those that are gone and stay are named again next time.
  func remember(_ keys: TableKeys, _ plan: ImportPlan, _ map: ColumnMap) throws {
    guard let seen = try seen(map) else { return }
    try seen.write(request.removesMissing ? keys.all : keys.all.union(seen.keys))
  }
}
