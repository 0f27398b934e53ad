import CommandLanguage
import ListingWrites
import MarketRender
import MarketWire
import Messages
import SellerSession
import SheetFiles
import TableImport

extension TextEncoding: ChoiceValue {}

enum ImportCommand: Command {
  static let file = Argument<FilePath>(
    "file", help: "a table: .csv, .tsv, .json, .jsonl or .xlsx")
  static let photos = Option<FilePath?>(
    "photos", help: "a folder with photos that are named by code", valueName: "dir")
  static let prune = Flag("prune", help: "remove your listings that the file does not name")
  static let maxRemove = Option<WholeNumber?>(
    "max-remove", help: "remove nothing if it would be more listings than this")
  static let map = Option<[Text]>(
    "map", help: "what a column means, such as 판매가=price", valueName: "column=field",
    takesSeveral: false)
  static let ignore = Option<[Text]>(
    "ignore", help: "a column to skip", valueName: "column", takesSeveral: false)
  static let encoding = Option<TextEncoding?>(
    "encoding", help: "how the text of the file is encoded, if it is not UTF-8")
  static let sheet = Option<Text?>(
    "sheet", help: "the name or number of the sheet; usually the first", valueName: "name")
  static let hidden = Flag("hidden", help: "take hidden rows, columns and sheets as well")
  static let keepHTML = Flag(
    "keep-html", help: "leave HTML in names and descriptions as it is")

  static let spec = CommandSpec(
    "import", aliases: ["가져오기"], group: .sell,
    summary: "Add, change and remove listings from a table",
    discussion: """
      Each row is a listing: a known id or code changes it, a new code or none adds one, and \
      the column action can be add, edit, remove or skip. A blank cell leaves the field as it is. The whole \
      file is checked first, with all photos: nothing is sent if a row is wrong. Then its changes \
      are made as one batch, and nothing is made twice. FILE.result.csv says what became of each \
      row. help files explains columns and photos.
      """,
    effect: .writesListings, traits: [.isNotForFiles, .isNeverProposed],
    grammar: [
      file, photos, prune, maxRemove, map, ignore, encoding, sheet, hidden, keepHTML,
      ListingOptions.prepare,
      ListingOptions.background, RunCommand.keepGoing, RunCommand.jobs, RunCommand.resume,
      RunCommand.again, WriteOptions.keep, WriteOptions.allow, WriteOptions.dryRun,
      WriteOptions.yes,
    ],
    rules: [.atMostOne([RunCommand.resume, RunCommand.again])],
    examples: [
      "import mugs.csv --dry-run", "import mugs.xlsx --photos photos --yes",
      "import mugs.csv --map 판매가=price --ignore memo",
      "import mugs.csv --prune --max-remove 10",
    ])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    var request = ImportRequest(file: input[file])
    request.sheet = SheetOptions(encoding: input[encoding], sheet: input[sheet]?.value)
    request.meanings = try input[map].map { try meaning($0.value) }
    request.ignored = input[ignore].map(\.value)
    request.keepsHTML = input[keepHTML]
    request.photos = input[photos]
    request.photoOptions = PhotoOptions(input)
    request.prunes = input[prune]
    request.maxRemoved = input[maxRemove]?.value
    request.keepsGoing = input[RunCommand.keepGoing]
    request.jobs = input[RunCommand.jobs]?.value
    request.resumes = input[RunCommand.resume]
    request.repeats = input[RunCommand.again]
    request.keepsCopies = input[WriteOptions.keep]
    request.terms = WriteTerms(input)
    return try await TableImport(request, in: context).run()
  }

  private static func meaning(
    _ text: String
  ) throws(InvalidListing) -> (name: String, meaning: String) {
    guard let split = text.lastIndex(of: "="), split != text.startIndex else {
      throw InvalidListing([
        .rule(
          "\(quoted: text) is not a column and its meaning: write \(formatted: "판매가=price")",
          at: text)
      ])
    }
    return (String(text[..<split]), String(text[text.index(after: split)...]))
  }
}
