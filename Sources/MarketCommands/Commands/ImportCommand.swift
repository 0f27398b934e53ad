package import CommandLanguage
import ListingChanges
import MarketRender
import MarketWire
import Messages
import SellerSession
package import SheetFiles
import TableImport

extension TextEncoding: ChoiceValue {
  /// Reads the name of an encoding, also as other programs call it: `euc-kr`, `windows-1252`.
  package static func read(
    _ word: Word, in context: ReadingContext
  ) throws(ValueProblem) -> TextEncoding {
    guard let encoding = TextEncoding(name: word.text) else {
      throw .none(of: allCases.map(\.rawValue), for: word.text)
    }
    return encoding
  }
}

enum ImportCommand: Command {
  static let file = Argument<FilePath>(
    "file", help: "a table: .csv, .tsv, .json, .jsonl, .xlsx or .ods")
  static let photos = Option<FilePath?>(
    "photos", help: "a folder with photos that are named by code or name", valueName: "dir")
  static let exchangePhotos = Flag(
    "exchange-photos", help: "photos of a row take the place of those of its listing")
  static let prune = Flag("prune", help: "remove your listings that the file does not name")
  static let maxRemove = Option<WholeNumber?>(
    "max-remove", help: "remove nothing if it would be more listings than this")
  static let map = Option<[Text]>(
    "map", help: "what a column means, such as 판매가=price", valueName: "column=field",
    takesSeveral: false)
  static let ignore = Option<[Text]>(
    "ignore", help: "a column to skip; with * or ?, unknown ones", valueName: "column",
    takesSeveral: false)
  static let onlyKnown = Flag("only-known", help: "skip all columns that are unknown")
  static let decimalComma = Flag(
    "decimal-comma", help: "1.023,50 is 1023.50, as much of Europe writes amounts")
  static let set = Option<[Text]>(
    "set",
    help: """
      a value for a field without a column, such as currency=KRW, or, with stock=100, for rows \
      that only say "in stock"
      """,
    valueName: "field=value", takesSeveral: false)
  static let layout = Option<Text?>(
    "layout",
    help: "how another program writes its file, such as shopify, or a name to save your choices as",
    valueName: "name")
  static let headerRow = Option<WholeNumber?>(
    "header-row", help: "the row with the names of the columns, or 0; usually found")
  static let skipRows = Option<Text?>(
    "skip-rows", help: "rows to leave out, such as 2-3,9", valueName: "rows")
  static let removeMissing = Flag(
    "remove-missing", help: "remove listings that an earlier file of the layout had")
  static let local = Flag("local", help: "fetch photos from this machine and its network, too")
  static let encoding = Option<TextEncoding?>(
    "encoding", help: "how the text of the file is encoded, if it is not UTF-8")
  static let sheet = Option<Text?>(
    "sheet", help: "the name or number of the sheet; usually the first", valueName: "name")
  static let hidden = Flag("hidden", help: "take hidden rows, columns and sheets as well")
  static let choose = Flag("choose", help: "choose in a form what the columns mean")
  static let keepHTML = Flag(
    "keep-html", help: "leave HTML in names and descriptions as it is")

  static let spec = CommandSpec(
    "import", aliases: ["가져오기"], group: .sell,
    summary: "Add, change and remove listings from a table",
    discussion: """
      Each row is a listing: a known id, code or name changes it, any other adds one, and \
      the column action can be add, edit, remove or skip. A blank cell leaves the field as it is. The whole \
      file is checked first, with all photos: nothing is sent if a row is wrong. Then its changes \
      are made as one batch, and nothing is made twice. FILE.result.csv says what became of each \
      row. help files explains columns and photos.
      """,
    effect: .writesListings, traits: [.isNotForFiles, .isNeverProposed],
    grammar: [
      file, photos, exchangePhotos, prune, maxRemove, choose, map, ignore, onlyKnown, set,
      decimalComma,
      layout, encoding, sheet, hidden, keepHTML, headerRow, skipRows, removeMissing, local,
      ListingOptions.prepare,
      ListingOptions.background, RunCommand.keepGoing, RunCommand.jobs, RunCommand.resume,
      RunCommand.again, WriteOptions.keep, WriteOptions.allow, WriteOptions.dryRun,
      WriteOptions.yes,
    ],
    rules: [.atMostOne([RunCommand.resume, RunCommand.again])],
    examples: [
      "import mugs.csv --dry-run", "import mugs.xlsx --photos photos --yes",
      "import mugs.csv --map 판매가=price --ignore memo",
      "import list.xlsx --only-known --set currency=KRW --layout supplier",
      "import mugs.csv --prune --max-remove 10",
    ])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    var request = try request(input)
    let table = try TableImport(request, in: context)
    guard mayChoose(request, in: context), !table.isPiped else {
      guard !input[choose] else { throw SellerError.needsTerminal("import --choose", instead: []) }
      return try await table.run()
    }
    var fault: InvalidTable?
    if !input[choose] {
      do {
        return try await table.run()
      } catch let error as InvalidTable where error.isAboutColumns {
        fault = error
        if let currency = error.currency { request.fixed.append(("currency", currency.rawValue)) }
      }
    }
    var chosen = try await ImportForm(request, in: context).run()
    if let request = chosen?.request {
      let filled = try Self.input(input, choosing: request)
      chosen?.request.command = command(filled)
      context.remember(filled: spec.line(of: filled))
    }
    // Without a choice, the file is as wrong as it was.
    if chosen == nil, let fault { throw fault }
    guard let chosen, chosen.goesOn else { return .reply("Nothing was sent.") }
    return try await TableImport(chosen.request, in: context).run()
  }

  /// Whether a form may ask what the columns mean.
  private static func mayChoose(_ request: ImportRequest, in context: CommandContext) -> Bool {
    let (options, terms) = (context.options, request.terms)
    return context.hasForms && !context.scope.isInScript && options.format == nil
      && options.out == nil && !terms.isAnswered
  }

  private static func request(_ input: Input) throws -> ImportRequest {
    var request = ImportRequest(file: input[file])
    request.sheet = SheetOptions(encoding: input[encoding], sheet: input[sheet]?.value)
    request.sheet.takesHidden = input[hidden]
    request.meanings = try input[map].map { try assignment($0.value, "판매가=price") }
    request.ignored = input[ignore].map(\.value)
    request.keepsHTML = input[keepHTML]
    request.onlyKnown = input[onlyKnown]
    request.decimalComma = input[decimalComma]
    request.fixed = try input[set].map { try fixed($0.value) }
    request.layout = input[layout]?.value
    request.shape.headerRow = input[headerRow]?.value
    request.shape.skipped = try rows(input[skipRows]?.value ?? "")
    request.removesMissing = input[removeMissing]
    request.fetchesLocally = input[local]
    request.photos = input[photos]
    request.photoOptions = PhotoOptions(input)
    request.exchangesPhotos = input[exchangePhotos]
    request.prunes = input[prune]
    request.maxRemoved = input[maxRemove]?.value
    request.keepsGoing = input[RunCommand.keepGoing]
    request.jobs = input[RunCommand.jobs]?.value
    request.resumes = input[RunCommand.resume]
    request.repeats = input[RunCommand.again]
    request.keepsCopies = input[WriteOptions.keep]
    request.terms = WriteTerms(input)
    request.command = command(input)
    return request
  }

  /// The command that options are added to, to try it.
  private static func command(_ input: Input) -> String {
    spec.line(
      of: input.omitting([
        choose, RunCommand.resume, RunCommand.again, WriteOptions.dryRun, WriteOptions.yes,
      ]))
  }

  /// The parts of `판매가=price`; a name may have an `=`.
  private static func assignment(
    _ text: String, _ sample: String
  ) throws(InvalidListing) -> (name: String, meaning: String) {
    guard let split = text.lastIndex(of: "="), split != text.startIndex else {
      throw InvalidListing([
        .rule(
          "\(quoted: text) is not a column and its meaning: write \(formatted: sample)",
          at: text)
      ])
    }
    return (String(text[..<split]), String(text[text.index(after: split)...]))
  }

  /// The parts of `description=2 = two`; a value may have an `=`.
  private static func fixed(
    _ text: String
  ) throws(InvalidListing) -> (field: String, value: String) {
    guard let split = text.firstIndex(of: "="), split != text.startIndex else {
      throw InvalidListing([
        .rule(
          "\(quoted: text) is not a field and its value: write \(formatted: "currency=KRW")",
          at: text)
      ])
    }
    return (String(text[..<split]), String(text[text.index(after: split)...]))
  }

  /// The rows of `2-3,9`.
  private static func rows(_ text: String) throws(InvalidListing) -> [ClosedRange<Int>] {
    try text.split(separator: ",").map { part throws(InvalidListing) in
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map {
        Int($0.filter { !$0.isWhitespace })
      }
      guard ends.count <= 2, let first = ends[0], let last = ends[ends.count - 1], first > 0,
        first <= last
      else {
        throw InvalidListing([
          .rule(
            "\(quoted: text) is not a list of rows: write \(formatted: "2-3,9")", at: text)
        ])
      }
      return first...last
    }
  }
}
