import MarketTestSupport
import Messages
import Testing

@testable import CommandLanguage

/// Options that also accept an older or shorter name.
@Suite(.timeLimit(.minutes(60))) struct OtherNameTests {
  private enum SellTestCommand {
    static let code = Option<SellerCode?>(
      "code", otherNames: ["ref", "sku"], short: "c", help: "your own code")
    static let shop = Option<Text>("shop", otherNames: ["seller"], help: "the shop")
    static let images = Option<[PhotoPath]>("image", otherNames: ["photo"], help: "photos")
    static let draws = Flag("pictures", otherNames: ["thumbs"], help: "draw", default: true)
    static let all = Flag("all", otherNames: ["every"], help: "all of them")
    static let spec = CommandSpec(
      "sell", group: .sell, summary: "Sell", grammar: [code, shop, images, draws, all],
      rules: [.atMostOne([code, all])], examples: ["sell --shop red"])
  }

  private let parser = Parser(commands: [SellTestCommand.spec])

  private func parse(_ line: String) throws -> Parsed {
    let command = try #require(Tokenizer.read(line).commands.first)
    return parser.parse(try Variables().words(of: command), in: tuesday)
  }

  @Test(arguments: [
    "sell --code A --shop red --no-pictures --all --image a b",
    "sell --ref A --seller red --no-thumbs --every --photo a b",
    "sell --sku=A --seller=red --no-thumbs --all --image a --photo b",
  ])
  func `an other name means the same option`(line: String) throws {
    let parsed = try parse(line)
    let input = parsed.input
    #expect(input.value(of: SellTestCommand.code)??.text == "A")
    #expect(input[SellTestCommand.shop].value == "red")
    #expect(input[SellTestCommand.images].map(\.path.text) == ["a", "b"])
    #expect(!input[SellTestCommand.draws])
    #expect(input[SellTestCommand.all])
  }

  private static let faults: [(String, String)] = [
    ("sell --seller a --ref", "--ref needs a value"),
    ("sell --seller a --ref @A", "--ref: codes are written without @ here — did you mean A?"),
    ("sell --seller a --shop b", "--shop is given twice"),
    ("sell --shop a --seller b", "--seller is given twice"),
    ("sell --shop a --every=1", "--every takes no value"),
    ("sell --shop a --no-thumbs=1", "--no-thumbs takes no value"),
    ("sell --shop a --sku B --every", "--sku and --every cannot be combined"),
    ("sell --selle a", "unknown option \"--selle\" — did you mean --seller?"),
    ("sell --ref A", "sell needs --shop"),
  ]

  @Test(arguments: faults)
  func `an error names the option as it was typed`(line: String, expected: String) throws {
    let error = #expect(throws: UsageError.self) { try parse(line).checked() }
    #expect(try #require(error).message.english == expected)
  }

  @Test func `help, completion and lines show the main name only`() throws {
    let help = Help().lines(for: SellTestCommand.spec).map(\.text).joined(separator: "\n")
    let site = parser.completionSite(in: "sell --", at: 7)
    for name in ["ref", "sku", "seller", "thumbs", "every"] { #expect(!help.contains("--\(name)")) }
    let all = SellTestCommand.spec.options
    #expect(Set(site.offers) == Set(all.map { .option($0) }))
    let (spec, input) = try parse("sell --ref A --seller red").checked()
    #expect(spec.line(of: input) == "sell --code A --shop red")
    let value = parser.completionSite(in: "sell --ref ", at: 11).offers.first
    #expect(value == .value(SellTestCommand.code.facts))
    let usage = parser.usage(in: "sell --ref ", at: 11)
    #expect(usage?.parameter?.english == "-c, --code <code>  your own code")
  }

  @Test func `other names are checked with the grammar`() {
    let spec = CommandSpec(
      "do", group: .look, summary: "Do it",
      grammar: [
        Flag("mine", otherNames: ["own", "Own"], help: "x"),
        Flag("all", otherNames: ["own", "no-mine"], help: "x"),
      ], examples: ["do"])
    let faults = GrammarCheck(commands: [spec], process: [], context: tuesday).faults()
    #expect(
      faults.map(\.text) == [
        "the other name --Own is not a lower-case word without no-",
        "the other name --no-mine is not a lower-case word without no-", "--own is defined twice",
      ])
  }
}
