import Foundation
import MarketTestSupport
import MarketWire
import Testing

@testable import CommandLanguage

@Suite(.timeLimit(.minutes(60))) struct ParserTests {
  @Test func `a command gets typed values`() throws {
    let (spec, input) = try parse("list -p 2 --mine --format=grid --no-thumbs").checked()
    #expect(spec.name == "list")
    #expect(input[ListTestCommand.page]?.value == 2)
    #expect(input[ListTestCommand.mine])
    #expect(input[ListTestCommand.sort] == .grid)
    #expect(input[ListTestCommand.thumbs] == .off)
    #expect(input.mentions(ListTestCommand.mine))
    #expect(!input.mentions(ListTestCommand.grid))
  }

  @Test func `missing parameters have their defaults`() throws {
    let input = try parse("list").checked().input
    #expect(input[ListTestCommand.page] == nil)
    #expect(!input[ListTestCommand.mine])
    #expect(input[ListTestCommand.sort] == .table)
    #expect(input[ListTestCommand.thumbs] == .whenTerminalCan)
    let show = try parse("show @MUG-01").checked().input
    #expect(show[ShowTestCommand.pictures] == .whenTerminalCan)
    #expect(show[ShowTestCommand.listing].description == "@MUG-01")
  }

  @Test(arguments: [
    ("edit 12 --price -500", "-500"), ("edit 12 --price=-500", "-500"),
    ("edit --price -500 12", "-500"), ("edit 12 --price \"-5%\"", "-5%"),
    ("edit 12 --price=+10%", "+10%"), ("edit 12 --price '1만2천원'", "12000 KRW"),
  ])
  func `the word after an option is its value`(line: String, expected: String) throws {
    let input = try parse(line).checked().input
    #expect(input[EditTestCommand.price]?.description == expected)
    #expect(input[EditTestCommand.targets] == [.id(12)])
  }

  @Test(arguments: [
    "add --image a b c --name x --price 1 --description d",
    "add --image a --name x --image b --price 1 --image=c --description d",
    "add --name x --image=a b c --description d --price 1",
    "add --name x --price 1 --description d --image a b c",
    "add --json --image a b c --market m --name x --price 1 --description d",
  ])
  func `a repeatable option repeats or takes several`(line: String) throws {
    let input = try parse(line).checked().input
    #expect(input[AddTestCommand.image].map(\.description) == ["a", "b", "c"])
    #expect(input[AddTestCommand.name].value == "x")
  }

  @Test(arguments: [
    "--market m list --json --timeout 1.5", "list --json --market=m --timeout 1.5",
    "--json --timeout=1.5 --market m list",
  ])
  func `global options are accepted anywhere`(line: String) throws {
    let parsed = try parse(line)
    #expect(try parsed.checked().spec.name == "list")
    #expect(parsed.process[Everywhere.market]?.value == "m")
    #expect(parsed.process[Everywhere.json])
    #expect(parsed.process[Everywhere.timeout].duration == .milliseconds(1500))
    #expect(parsed.process[Everywhere.input])
  }

  @Test(arguments: [
    ("edit 12 --price 12.50 USD", "12.5 USD"), ("edit 12 --price=KRW 12,000", "12000 KRW"),
    ("edit --price 1만2천 원 12", "12000 KRW"), ("edit 12 --price ₩ 12000", "12000 KRW"),
    ("edit --price 12000 12", "12000"), ("edit 12 --price 5 usd --json", "5 USD"),
    ("edit 12 --price 3 만원", "30000 KRW"), ("edit --price 3 천 12", "3000"),
  ])
  func `an amount can be two words`(line: String, expected: String) throws {
    let input = try parse(line).checked().input
    #expect(input[EditTestCommand.price]?.description == expected)
    #expect(input[EditTestCommand.targets] == [.id(12)])
  }

  @Test func `the value of an option can be optional`() throws {
    #expect(try parse("list --trace").process[Everywhere.trace] == .head)
    #expect(try parse("--trace list").process[Everywhere.trace] == .head)
    #expect(try parse("list --trace=body").process[Everywhere.trace] == .body)
    #expect(try parse("list").process[Everywhere.trace] == nil)
    let alone = try parse("list --fields --mine")
    #expect(alone.process.mentions(Everywhere.fields))
    #expect(alone.process[Everywhere.fields] == nil)
    let given = try parse("list --fields id,name").process[Everywhere.fields]
    #expect(given?.items.map(\.value) == ["id", "name"])
  }

  @Test func `--help is found in a command with errors`() throws {
    let parsed = try parse("add --help --timeout soon")
    #expect(parsed.process[Everywhere.help])
    #expect(parsed.process[Everywhere.timeout].duration == .seconds(30))
    #expect(parsed.spec?.name == "add")
    #expect(throws: UsageError.self) { try parsed.checked() }
    #expect(try parse("-h").process[Everywhere.help])
  }

  @Test(arguments: [
    ("ls", "list"), ("목록", "list"), ("ㅣㅑㄴㅅ", "list"), ("노ㅐㅈ 12", "show"), ("LIST", "list"),
    ("ahrfhr", "list"), ("photo 12", "photo"), ("photo save 12", "photo save"),
    ("photo 12 3", "photo"), ("'list'", "list"),
  ])
  func `a command is found by each of its names`(line: String, expected: String) throws {
    #expect(try parse(line).checked().spec.name == expected)
  }

  @Test func `a double dash ends options, and quoted words are not options`() throws {
    let input = try parse("account add -- --mine").checked().input
    #expect(input[AccountTestCommand.name].value == "--mine")
    #expect(
      try parse("account add '--mine'").checked().input[AccountTestCommand.name].value == "--mine")
    #expect(try parse("account add -5").checked().input[AccountTestCommand.name].value == "-5")
    #expect(try parse("account add -").checked().input[AccountTestCommand.name].value == "-")
  }

  @Test func `arguments of the process are parsed in the same way`() throws {
    let words = Word.words(arguments: ["add", "--name=Oak; mug", "--price", "12,000"])
    let parsed = testParser.parse(words, in: tuesday)
    let error = #expect(throws: UsageError.self) { try parsed.checked() }
    #expect(error?.problems.compactMap(\.parameter?.name) == ["description", "image"])
  }

  @Test func `help finds commands by name`() {
    #expect(testParser.command(named: "photo save")?.name == "photo save")
    #expect(testParser.command(named: "보기")?.name == "show")
    #expect(testParser.command(named: "show me") == nil)
    #expect(testParser.command(named: "") == nil)
  }

  @Test func `the time for many words is linear`() {
    for word in ["12", "MUG", "--x"] {
      let words = Word.words(arguments: ["edit"] + Array(repeating: word, count: 20_000))
      let time = processorTime {
        do throws(UsageError) {
          _ = try testParser.parse(words, in: tuesday).checked()
        } catch {
          #expect(error.sentences.count == 11)
        }
      }
      #expect(time < .seconds(20), "\(word) took \(time)")
    }
  }
}
