import Foundation
import MarketWire
import Messages
import Testing

@testable import CommandLanguage

/// Tuesday, 3 November 2026, 23:30 in Seoul.
let tuesday = ReadingContext(
  now: Date(timeIntervalSince1970: 1_793_716_200),
  timeZone: TimeZone(identifier: "Asia/Seoul") ?? .gmt)

/// An unquoted word.
func unquoted(_ text: String) -> Word {
  Word(
    [Word.Piece(text, .unquoted)],
    at: SourcePlace(line: 1, column: 1, range: 0..<text.utf8.count))
}

/// The result of reading a value.
func reading<T: ParameterValue>(_ type: T.Type, _ text: String) -> Result<T, ValueProblem> {
  do throws(ValueProblem) {
    return .success(try T.read(unquoted(text), in: tuesday))
  } catch {
    return .failure(error)
  }
}

enum TestFormat: String, ChoiceValue {
  case table, grid, json
}

enum TestTrace: String, ChoiceValue {
  case head, body
}

/// The global options.
enum Everywhere {
  static let market = Option<Text?>("market", help: "which market")
  static let json = Flag("json", help: "answer in JSON")
  static let input = Flag("input", help: "never ask", default: true)
  static let timeout = Option<Seconds>(
    "timeout", help: "time for a request", default: Seconds(.seconds(30)))
  static let trace = Option<TestTrace?>(
    "trace", help: "show requests", optionalValue: .attached(missing: .head))
  static let fields = Option<CommaSeparated<Text>?>(
    "fields", help: "pick columns", optionalValue: .separate(missing: nil))
  static let help = Flag("help", short: "h", help: "show help")
  static let all: [any Parameter] = [market, json, input, timeout, trace, fields, help]
}

enum ShowTestCommand {
  static let listing = Argument<ListingTarget>("listing", help: "an id, or a code")
  static let pictures = Flag("pictures", help: "draw its pictures", default: .whenTerminalCan)
  static let spec = CommandSpec(
    "show", aliases: ["view", "보기"], group: .look, summary: "Show one listing in full",
    grammar: [listing, pictures], examples: ["show 12", "show @MUG-01 --no-pictures"])
}

enum ListTestCommand {
  static let page = Option<Count?>(
    "page", short: "p", help: "which page", check: Count.within(1...1000))
  static let sort = Option<TestFormat>("format", help: "the layout", default: .table)
  static let mine = Flag("mine", help: "own listings only")
  static let grid = Flag("grid", help: "as cards")
  static let table = Flag("table", help: "as a table")
  static let thumbs = Flag("thumbs", help: "draw pictures", default: .whenTerminalCan)
  static let spec = CommandSpec(
    "list", aliases: ["ls", "목록"], group: .look, summary: "List what is for sale",
    grammar: [page, sort, mine, grid, table, thumbs], rules: [.atMostOne([grid, table])],
    examples: ["list", "list --page 2 --mine"])
}

enum AddTestCommand {
  static let name = Option<Text>("name", help: "what buyers see first")
  static let price = Option<WrittenAmount>("price", help: "what it costs")
  static let description = Option<Text>("description", help: "more about it")
  static let image = Option<[PhotoPath]>("image", help: "a photo", isRequired: true)
  static let keep = Flag("prepare", help: "send photos as they are", default: true)
  static let spec = CommandSpec(
    "add", aliases: ["new", "등록"], group: .sell, summary: "Put something up for sale",
    grammar: [name, price, description, image, keep],
    examples: ["add --name \"Oak mug\" --price 12000 --description \"…\" --image a.jpg b.jpg"])
}

enum EditTestCommand {
  static let targets = Argument<[ListingTarget]>("listing", help: "which ones")
  static let price = Option<PriceChange?>("price", help: "a new price or a change")
  static let search = Option<Text?>("search", help: "by name")
  static let spec = CommandSpec(
    "edit", aliases: ["update", "수정"], group: .sell, summary: "Change listings",
    grammar: [targets, price, search], rules: [.atLeastOne([targets, search])],
    examples: ["edit 12 --price +10%"])
}

enum SaveTestCommand {
  static let targets = Argument<[ListingTarget]>("listing", help: "which ones", isRequired: true)
  static let spec = CommandSpec(
    "photo save", group: .sell, summary: "Save photos", grammar: [targets],
    examples: ["photo save 12"])
}

enum PhotoTestCommand {
  static let listing = Argument<ListingTarget>("listing", help: "which one")
  static let number = Argument<Count?>("number", help: "which photo")
  static let spec = CommandSpec(
    "photo", group: .look, summary: "Show a photo", grammar: [listing, number],
    examples: ["photo 12 2"])
}

enum AccountTestCommand {
  static let name = Argument<Text>("name", help: "its name")
  static let spec = CommandSpec(
    "account add", group: .market, summary: "Make an account", grammar: [name],
    examples: ["account add mugs"])
}

let testParser = Parser(
  commands: [
    ListTestCommand.spec, ShowTestCommand.spec, AddTestCommand.spec, EditTestCommand.spec,
    SaveTestCommand.spec, PhotoTestCommand.spec, AccountTestCommand.spec,
  ], process: Everywhere.all)

/// Parses a typed line.
func parse(_ line: String, _ variables: Variables = Variables()) throws -> Parsed {
  let command = try #require(Tokenizer.read(line).commands.first)
  return testParser.parse(try variables.words(of: command), in: tuesday)
}

/// The error of a wrong line as lines: the sentences, then the suggestion.
func complaint(_ line: String, _ variables: Variables = Variables()) -> [String] {
  do {
    _ = try parse(line, variables).checked()
    return []
  } catch let error as UsageError {
    return error.sentences.map { sentence in
      (sentence.place.map { "\($0.column): " } ?? "") + sentence.text.english
    } + [error.suggestions.first.map { "try: \($0)" } ?? ""]
  } catch {
    return ["\(error)"]
  }
}
