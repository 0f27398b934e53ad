import Base
import CommandLanguage
import ListingChanges
import MarketRender
import MarketWire
import Messages
import SellerSession
import TableImport
import TerminalKit

enum ExportCommand: Command {
  static let file = Argument<FilePath?>(
    "file", help: "a file to write: .csv, .tsv, .json, .jsonl or .xlsx")
  static let all = Flag("all", help: "the listings of all shops")
  static let photos = Option<FilePath?>(
    "photos", help: "a folder in which to save the photos", valueName: "dir"
  ).offering(.directory)
  static let layout = Option<Text?>(
    "layout", help: "write the product file of another program: \(layoutNames)", valueName: "name")
  static let yes = Flag("yes", short: "y", help: "replace an existing file")

  static let spec = CommandSpec(
    "export", aliases: ["내보내기"], group: .sell, summary: "Write your listings to a file",
    discussion: """
      import reads the file without loss: change it in a spreadsheet, and import shows what \
      differs before it sends anything. Without a file, a pipe gets CSV. --fields selects the \
      columns. --photos saves the photos as well, named by code, so that import finds them.
      """,
    effect: .writesFiles, fields: ListingField.keys,
    grammar: [file] + FilterOptions.looking + [photos, layout, all, yes],
    rules: FilterOptions.lookingRules + [.atMostOne([all, FilterOptions.mine])],
    examples: [
      "export mugs.csv", "export mugs.xlsx --photos photos", "export --search mug mugs.xlsx",
      "export --excel --sold-out sold-out.csv", "export --layout shopify products.csv",
    ])

  private static let layoutNames = KnownLayouts.names.joined(separator: ", ")

  /// The fields that `import` can change, and the keys.
  private static let fields: [ListingField] = [
    .id, .code, .name, .description, .currency, .price, .discount, .stock,
  ]

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    var filter = try await FilterOptions.filter(input, in: context.listings)
    filter.isMine = !input[all] && filter.seller == nil
    var options = context.options
    options.fields = options.fields ?? fields.map(\.rawValue)
    if input[photos] != nil { options.fields?.append(ListingField.photos.rawValue) }
    let context = context.with(options)
    if let named = input[layout]?.value {
      return try await write(as: named, input[file], filter, isAnswered: input[yes], in: context)
    }
    let style = SheetStyle(isForExcel: context.options.isForExcel)
    guard let name = input[file] else {
      guard input[photos] == nil, !context.console.capabilities(of: .output).isTerminal else {
        throw NoFileNamed()
      }
      try await OutputFile.write(
        try await list(filter, in: context), format: options.format ?? .csv, style, in: context)
      return .none
    }
    let isSpreadsheet = options.format == nil && name.text.lowercased().hasSuffix(".xlsx")
    let target = isSpreadsheet ? nil : try OutputFile(name, style, in: context)
    let path = try context.files.path(of: name)
    try await OutputFile.checkReplacing(path, named: name.text, isAnswered: input[yes], in: context)
    var output = try await list(filter, in: context)
    if case .listings(let page) = output, page.rows.isEmpty { return output }
    let saved = try input[photos].map {
      try ExportedPhotos($0, besideTable: path, in: context)
    }
    // An export that fails leaves no empty folder.
    defer { saved?.made.removeEmpty() }
    if let saved { output = saved.saving(output) }
    if let target { return .reply(Reply(try await target.write(output))) }
    let file = SpreadsheetFile(
      path: path, name: name.text,
      fields: (context.options.fields ?? []).compactMap(ListingField.init(key:)),
      catalog: context.environment.catalog)
    return .reply(Reply(OutputFile.report(try await file.write(output), in: name.text)))
  }

  private static func write(
    as name: String, _ file: FilePath?, _ filter: ListQuery.Filter, isAnswered: Bool,
    in context: CommandContext
  ) async throws -> Output {
    guard let layout = KnownLayouts.layout(named: name) else {
      throw InvalidListing([
        .rule(
          "there is no layout \(quoted: name): name one of \(formatted: layoutNames)", at: name)
      ])
    }
    guard let file, [".csv", ".tsv", ".xlsx"].contains(where: file.text.lowercased().hasSuffix)
    else {
      throw SellerError.file(
        path: file?.text ?? name, reason: "a layout is written to a file .csv, .tsv or .xlsx")
    }
    let path = try context.files.path(of: file)
    try await OutputFile.checkReplacing(
      path, named: file.text, isAnswered: isAnswered, in: context)
    var options = context.options
    options.fields = (options.fields ?? []) + ["description", "pictures"]
    let context = context.with(options)
    let output = try await list(filter, in: context)
    if case .listings(let page) = output, page.rows.isEmpty { return output }
    let count = try await LayoutFile(
      path: path, name: file.text, layout: layout, context: context
    ).write(output)
    return .reply(Reply(OutputFile.report(count, in: file.text)))
  }

  private static func list(
    _ filter: ListQuery.Filter, in context: CommandContext
  ) async throws -> Output {
    var query = ListQuery(filter: filter)
    query.presentation.isOwnOnly = filter.isMine
    return try await context.listings.listAll(query)
  }
}

/// `export` without a file at a terminal.
private struct NoFileNamed: ReportedError {
  func report(at market: MarketProfile?) -> ErrorReport {
    ErrorReport(
      "\(command: "export"): \("name a file, such as listings.csv" as Message)", at: "export")
  }
}
