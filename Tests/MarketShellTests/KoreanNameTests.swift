import CommandLanguage
import Foundation
import MarketTestSupport
import Messages
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(5)))
struct KoreanNameTests {
  private static let korean = KoreanLine(CommandRegistry.specs)
  private static let catalog = DisplayLanguage.catalog(of: "ko").naming(commands: korean.text)
  private static let context = ReadingContext(
    now: Date(timeIntervalSince1970: 1_795_273_445), timeZone: .gmt)

  private static func parse(_ line: String) throws -> (spec: CommandSpec, input: Input) {
    guard case .complete(let commands) = Tokenizer.read(line), commands.count == 1 else {
      throw CocoaError(.fileReadCorruptFile)
    }
    let words = try Variables().words(of: commands[0])
    return try CommandRegistry.parser.parse(words, in: context).checked()
  }

  @Test(arguments: CommandRegistry.specs.flatMap(\.examples).map(\.english))
  func `a command in Korean names does the same`(line: String) throws {
    let (spec, input) = try Self.parse(line)
    let (same, korean) = try Self.parse(Self.korean.text(line))
    #expect(same.name == spec.name)
    // Topics keep the name that was typed.
    guard spec.name != "help" else { return }
    #expect(spec.line(of: korean) == spec.line(of: input))
  }

  @Test(arguments: CommandRegistry.specs.map(\.name))
  func `each example is the same command in Korean`(name: String) throws {
    let spec = try #require(CommandRegistry.specs.first { $0.name == name })
    for example in spec.examples {
      let line = example.text(in: Self.catalog)
      #expect(try Self.parse(line).spec.name == name, "\(line)")
      // What has a Korean name is not in English.
      #expect(Self.korean.text(line) == line)
    }
  }

  @Test(arguments: [
    ("next", "다음"), ("page N", "쪽 N"), ("mine --sold-out", "내상품 --품절"),
    ("market edit 12 --price 12000", "market 수정 12 --가격 12000"),
    ("photo save @MUG-01 --out a", "사진 저장 @MUG-01 --저장 a"), ("help edit", "도움말 수정"),
    ("help photo save", "도움말 사진 저장"), ("help money", "도움말 money"),
    ("--allow price-jump", "--허용 price-jump"), ("--yes", "--예"),
    ("edit 12 --name \"list --mine\"", "수정 12 --상품명 \"list --mine\""),
    ("search list --fields=id", "검색 list --필드=id"), ("curl --data x", "curl --data x"),
    ("Ctrl-S", "Ctrl-S"), ("market", "market"), ("", ""),
  ])
  func `hints name commands and options in Korean, and keep values`(_ line: String, _ text: String)
  {
    #expect(Self.korean.text(line) == text)
  }

  @Test func `pages, empty lists and errors propose Korean commands`() async throws {
    let world = try TestWorld(samples: true)
    await world.run("set", "language", "ko")
    let list = await world.ask("list", "--per-page", "5")
    #expect(list.output.contains("122개 중 5개") && list.output.contains("--쪽 2"), "\(list)")
    let nothing = await world.run("mine")
    #expect((nothing.output + nothing.error).contains("market 도움말 등록"), "\(nothing)")
    let wrong = await world.run("edit", "12", "--prise", "5")
    #expect(wrong.error.contains("market edit 12 --price 5"), "\(wrong.error)")
    let korean = await world.run("수정", "12", "--가걱", "5")
    #expect(korean.error.contains("market 수정 12 --가격 5"), "\(korean.error)")
  }

  @Test func `the log names actions in Korean, and gives programs the English words`() async throws
  {
    let world = try TestWorld()
    await world.run("set", "language", "ko")
    try await world.add()
    let log = await world.ask("log")
    #expect(log.output.contains("등록") && !log.output.contains(" add "), "\(log)")
    let data = await world.run("log", "--fields", "action")
    #expect(data.output == "add\n")
  }
}
