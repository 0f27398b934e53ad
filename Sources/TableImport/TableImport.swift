import Batches
import CommandLanguage
import Digest
import Foundation
import ListingChanges
package import MarketRender
import MarketWire
import Messages
package import SellerSession
import SheetFiles

/// Carries out `import`: adds, changes and removes listings as the rows of a table say.
///
/// 1. The whole file is read and checked first, with all photos; nothing is sent if a row is wrong.
/// 2. Its changes are one batch, which survives a lost connection and a closed window.
package struct TableImport: Sendable {
  let context: CommandContext
  private(set) var request: ImportRequest
  /// The request without the options of the layout that it names.
  let typed: ImportRequest
  /// The absolute path of the file; of a pipe, one in the working folder, beside which results are.
  private(set) var path: String
  /// The name of the file without its folder.
  private(set) var name: String
  /// The file that is read.
  private(set) var source: String
  /// The present ids of listings that came back under another one.
  private let moves: [Int: Int]
  /// Whether the options are saved as the layout that the request names.
  private(set) var savesLayout = false
  /// The most rows that are read; nil for all.
  var rowLimit: Int?

  package init(_ request: ImportRequest, in context: CommandContext) throws {
    self.context = context
    self.request = request
    typed = request
    path = try context.files.path(of: request.file)
    name = URL(filePath: path).lastPathComponent
    source = path
    let profile = try context.market.profile()
    moves =
      try profile.accountDigest.map { account in
        try context.market.journal.successors(market: profile.url, account: account)
      } ?? [:]
    savesLayout = try self.request.addSavedLayout(context.environment)
  }

  var isDry: Bool { request.terms.isDry }

  /// Whether the table can be read only once.
  package var isPiped: Bool { PipedTable.isPipe(path) }

  package func run() async throws -> Output {
    guard let pipe = try await PipedTable(request.file.text, at: path, in: context) else {
      return try await runFile()
    }
    defer { withExtendedLifetime(pipe) {} }
    var table = self
    table.source = pipe.path
    table.name = pipe.name
    table.path = "\(context.environment.workingFolder)/\(table.name)"
    return try await table.runFile()
  }

  private func runFile() async throws -> Output {
    do {
      return try await carryOut()
    } catch var error as SheetError {
      error.path = request.file.text
      throw error
    } catch var error as InvalidTable {
      error.command = request.command
      if request.layout == nil { error.layout = try? understood().layout }
      throw error
    }
  }

  private func carryOut() async throws -> Output {
    let plannedAt = context.environment.now()
    let input = try input()
    if !isDry, let output = try await RepeatedFile(context, input).output() {
      return output
    }
    try EarlierImport(resultAt: path, in: context)?.checkEnded()
    let (map, keys) = try await context.activity.show("reading \(name)") { try await scan() }
    let plan = try await context.activity.show("checking \(name)", total: keys.rowCount) {
      try await self.plan(map, keys)
    }
    do {
      if savesLayout { try saveLayout(map) }
      try checkCount(plan)
      if isDry { return .dryRun(try outline(of: plan)) }
      guard plan.count > 0 else {
        plan.draft.folder.remove()
        for note in plan.notes + plan.rowNotes { context.console.report(note) }
        try remember(keys, plan, map)
        return .reply("Nothing to do in \(name): \(plan.counts(withUnchanged: true)).")
      }
      try await confirm(plan)
    } catch {
      plan.draft.folder.remove()
      throw error
    }
    let output = try await ImportRun(self, plan, map, input).run(plannedAt: plannedAt)
    try remember(keys, plan, map)
    return output
  }

  private func input() throws -> BatchInput {
    var isFolder: ObjCBool = false
    _ = FileManager.default.fileExists(atPath: source, isDirectory: &isFolder)
    guard !isFolder.boolValue, let handle = FileHandle(forReadingAtPath: source) else {
      let (files, typed) = (context.files, request.file.text)
      throw SellerError.file(
        path: typed,
        reason: isFolder.boolValue
          ? files.reason("this is a folder; name the table in it", for: typed)
          : files.unreadable(typed, at: source))
    }
    var hash = SHA256()
    hash.update(request.options.utf8)
    while let bytes = try handle.read(upToCount: 1 << 20), !bytes.isEmpty { hash.update(bytes) }
    return BatchInput(
      BatchInput.File(name, command: "import"), path: path, digest: Digest.hex(hash.finish()),
      resumes: request.resumes, repeats: request.repeats)
  }

  /// Reads the rows one by one.
  func forEachRow(
    of source: ListingRows, _ map: ColumnMap, _ body: (inout ImportRow) async throws -> Void
  ) async throws {
    let reading = context.settings.readingContext
    let doneRows = try EarlierImport(resultAt: path, in: context)?.doneRows() ?? []
    let map = Shared(map)
    var left = rowLimit ?? .max
    while left > 0, let (row, problem) = try next(of: source) {
      try Task.checkCancellation()
      left -= 1
      var row = ImportRow(row, map, moves: moves, in: reading)
      row.keepsHTML = request.keepsHTML
      row.wasResumed = row.earlierRow.map(doneRows.contains) ?? false
      if let problem { row.report(problem) }
      try await body(&row)
    }
  }

  /// The next row; a row that cannot be read is empty and has a problem.
  private func next(
    of source: ListingRows
  ) throws(SheetError) -> (SheetRow, ImportProblem?)? {
    do throws(SheetError) {
      return try source.next().map { ($0, nil) }
    } catch {
      guard error.isOnlyAboutRow, let number = error.row else { throw error }
      if case .noColumn = error.reason {
        let text: Message = "\(error.problem); name it, or add `\(command: "--only-known")`"
        var problem = ImportProblem(row: number, column: error.column, text)
        problem.option = "--only-known"
        return (SheetRow(number: number, cells: []), problem)
      }
      return (
        SheetRow(number: number, cells: []),
        ImportProblem(row: number, column: error.column, error.problem)
      )
    }
  }

  /// Reads the header and the keys of all rows.
  func scan() async throws -> (ColumnMap, TableKeys) {
    var map = try columnMap()
    var keys = TableKeys()
    let rows = try rows(map)
    try await forEachRow(of: rows, map) { row in
      keys.add(&row, keepsPhotos: request.photos != nil)
    }
    map.skippedTexts = rows.skipped
    return (map, keys)
  }
}

// The plan.
extension TableImport {
  private func plan(_ map: ColumnMap, _ keys: TableKeys) async throws -> ImportPlan {
    var plan = ImportPlan(in: context.environment)
    plan.draft.reserve(keys.rowCount)
    if !isDry { plan.draft.folder.storePhotos(preparedBy: context.market.access.photos) }
    do {
      try await fill(&plan, map, keys)
    } catch {
      plan.draft.folder.remove()
      throw error
    }
    guard plan.problems.isEmpty else {
      plan.draft.folder.remove()
      throw InvalidTable(
        path, plan.problems + hidden(map, plan), sheet: map.file.sheet,
        isAboutColumns: plan.isAboutColumns,
        currency: plan.answer)
    }
    return plan
  }

  /// Says which columns are hidden, if a listing lacks something that one of them may have.
  private func hidden(_ map: ColumnMap, _ plan: ImportPlan) -> [ImportProblem] {
    guard let note = map.hiddenNote, plan.problems.contains(where: { $0.lacking != nil }) else {
      return []
    }
    var problem = ImportProblem(row: nil, column: nil, note)
    problem.option = "--hidden"
    return [problem]
  }

  func fill(_ plan: inout ImportPlan, _ map: ColumnMap, _ keys: TableKeys) async throws {
    for problem in keys.problems { plan.report(problem) }
    plan.notes += [Self.note(on: map), map.hiddenNote, Self.stockNote(map)].compactMap { $0 }
    let missing = try missingKeys(keys, map)
    let listings = try await KeyedListings(
      keys, byName: !request.repeats, withOthers: request.prunes || !missing.isEmpty, in: context)
    let finder = try finder(keys)
    if let finder {
      for problem in finder.problems { plan.report(problem) }
      if !finder.unused.isEmpty {
        plan.notes.append("photos without a row: \(Self.list(finder.unused))")
      }
    }
    let downloads = try await downloads(keys, listings)
    // Prepared photos are with their batch; the files of the downloads end with this function.
    defer { withExtendedLifetime(downloads) {} }
    if isDry, let note = downloads.note { plan.notes.append(note) }
    let pictures = try SheetPhotos(map)
    let files = NamedFiles(in: URL(filePath: path).deletingLastPathComponent().path)
    var planner = RowPlanner(
      context: context, listings: listings,
      currency: try await currency(map, keys, listings, &plan),
      allowed: request.terms.allowed,
      photos: { row in
        let found = paths(of: row, finder, downloads, files)
        return found.isEmpty ? pictures.paths(ofRow: row.number) : found
      },
      photoFolder: request.photos?.text, options: request.photoOptions,
      exchangesPhotos: request.exchangesPhotos)
    planner.hasUnfetched = { row in
      !downloads.urls.isEmpty && row.photos.contains { downloads.isMissing($0) }
    }
    try await planRows(&plan, map, planner, downloads)
    if let note = pictures.note { plan.notes.append(note) }
    if request.prunes {
      try await remove(listings.rest, &plan, listings)
    } else {
      try await reportOrRemove(listings.rest(ofKeys: missing), &plan, listings)
    }
  }

  private func planRows(
    _ plan: inout ImportPlan, _ map: ColumnMap, _ planner: RowPlanner, _ downloads: PhotoDownloads
  ) async throws {
    let source = try rows(map)
    var done = 0
    defer { context.market.access.photos.discard() }
    var ahead: [ImportRow] = []
    func planFirst() async throws {
      context.market.access.photos.turn()
      var row = ahead.removeFirst()
      downloads.reportProblems(
        in: &row, isNew: request.exchangesPhotos || isNew(row, planner.listings))
      try await add(&row, to: &plan, planner)
    }
    try await forEachRow(of: source, map) { row in
      // The photos of the next rows are prepared while this one is planned.
      let photos = newPhotos(of: row, planner.listings, planner)
      context.files.prepareAhead(photos, request.photoOptions, turns: ahead.count + 1)
      ahead.append(row)
      if ahead.count > PhotoPreparer.turnsAhead { try await planFirst() }
      done += 1
      context.activity.update(done: done)
    }
    while !ahead.isEmpty { try await planFirst() }
    plan.notes.insert(contentsOf: notes(on: map, source), at: 0)
    plan.notes += source.remarks.map(\.message)
    if request.prunes || request.removesMissing { try refuseHidden(source.remarks, in: map) }
  }

  /// What there is to say about an unusual separator.
  private static func note(on map: ColumnMap) -> Message? {
    switch map.file.separator {
    case ";": "semicolons separate the columns"
    case "|": "vertical bars separate the columns"
    case "\t" where map.file.format == .csv: "tabs separate the columns"
    default: nil
    }
  }

  /// Which rows have the stock that the seller gave; nil if all have or none has.
  private static func stockNote(_ map: ColumnMap) -> Message? {
    map.uncountedStock.map {
      "\(command: "--set stock=\($0)") is for the rows whose stock is no number"
    }
  }

  private func add(
    _ row: inout ImportRow, to plan: inout ImportPlan, _ planner: RowPlanner
  ) async throws {
    let planned = try await planner.plan(&row)
    guard case .change(let change, let warnings, let holder) = planned else {
      return try await plan.add(row, planned, stores: !isDry)
    }
    let kept = try await keeping(change, plan.draft.folder)
    try await plan.add(row, .change(kept, warnings: warnings, after: holder), stores: !isDry)
  }

  /// Keeps copies of photos that are removed, with a listing or without.
  func keeping(
    _ change: PlannedChange, _ folder: BatchFolder
  ) async throws -> PlannedChange {
    guard !isDry, request.keepsCopies, change.losesPhotos else { return change }
    return try await PhotoCopies(client: try await context.market.client(), folder: folder)
      .keeping(change)
  }

  func remove(
    _ products: [Product], _ plan: inout ImportPlan, _ listings: KeyedListings
  ) async throws {
    for product in products {
      let change = RowPlanner.removal(of: product, code: listings.code(of: product.id))
      try await plan.add(
        try await keeping(change, plan.draft.folder), line: nil, stores: !isDry)
    }
  }

  static func list(_ names: [String]) -> Message {
    let shown = ShortList.shown(of: names.count, most: 10)
    var items: [Message] = names.prefix(shown).map { "\($0)" }
    if names.count > shown { items.append("and \(names.count - shown) more") }
    return .list(items)
  }

  /// The currency of new listings without one. It is asked for at most once.
  private func currency(
    _ map: ColumnMap, _ keys: TableKeys, _ listings: KeyedListings, _ plan: inout ImportPlan
  ) async throws -> Currency? {
    if let usual = try context.settings.settings().currency { return usual }
    let mayAdd = keys.ids.isEmpty && keys.codes.keys.contains { listings.holders[$0] == nil }
    guard mayAdd || !map.has(.id) && !map.has(.code), keys.hasBarePrice, !map.has(.currency),
      context.console.canAsk
    else { return nil }
    plan.answer = try await context.market.currency(nil, savesAnswer: !isDry)
    return plan.answer
  }

  private func finder(_ keys: TableKeys) throws -> PhotoFinder? {
    try request.photos.map { folder in
      try PhotoFinder(
        try context.files.path(of: folder), named: folder.text, for: keys.photoRows)
    }
  }

  /// The absolute paths of the photos of a row: found by its code or name, otherwise those of its
  /// columns, which are in the folder of photos or beside the table.
  private func paths(
    of row: ImportRow, _ finder: PhotoFinder?, _ downloads: PhotoDownloads, _ files: NamedFiles
  ) -> [String] {
    var row = row
    if let found = finder?.photos(code: row.code, name: row.text(.name)) { return found }
    return row.photos.map { name in
      if PhotoNames.isURL(name) { return downloads.files[name] ?? name }
      return finder?.file(named: name) ?? files.path(ofPhoto: name)
    }
  }

  private func newPhotos(
    of row: ImportRow, _ listings: KeyedListings, _ planner: RowPlanner
  ) -> [String] {
    isNew(row, listings) && !planner.hasUnfetched(row) ? planner.photos(row) : []
  }

  /// Whether a row will probably be a new listing.
  private func isNew(_ row: ImportRow, _ listings: KeyedListings) -> Bool {
    var row = row
    return row.id == nil && listings.isNew(code: row.code, name: row.text(.name))
  }
}
