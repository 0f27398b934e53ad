import CommandLanguage
import Foundation
import MarketTestSupport
import Messages
import Synchronization
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60)))
struct KoreanNameTests {
  private static let korean = KoreanLine(CommandRegistry.specs)
  private static let catalog = DisplayLanguage.catalog(of: "ko").naming(commands: korean.text)
  private static let context = ReadingContext(
    now: Date(timeIntervalSince1970: 1_795_273_445), timeZone: .gmt)

  @Test func `a command without arguments is written without reading the options of any`() {
    let read = Atomic(false)
    let grammar: @Sendable () -> [any Parameter] = {
      read.store(true, ordering: .relaxed)
      return []
    }
    let spec = CommandSpec(
      "list", aliases: ["목록"], group: .look, summary: "lists", grammar: grammar(),
      examples: [])
    #expect(KoreanLine([spec]).text("list") == "목록" && !read.load(ordering: .relaxed))
    #expect(KoreanLine([spec]).text("list 2") == "목록 2" && read.load(ordering: .relaxed))
  }

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
    // Topics and values of settings keep the words that were typed.
    guard spec.name != "help", spec.name != "set" else { return }
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
    ("help photo save", "도움말 사진 저장"), ("help money", "도움말 금액"),
    ("--allow price-jump", "--허용 가격급변"), ("--yes", "--예"),
    ("list --sort -price --in-stock", "목록 --정렬 -가격 --재고있음"),
    ("edit --in name,description", "수정 --위치 상품명,설명"), ("search stock", "검색 stock"),
    ("set theme light", "설정 테마 밝게"), ("set sort price desc", "설정 정렬 가격 내림차순"),
    ("profile shop NAME", "프로필 상점 이름"), ("on | off", "켜기 | 끄기"), ("less -R", "less -R"),
    ("--map \"색 이름=COLUMN\"", "--열지정 \"색 이름=필드\""),
    ("market 이동 home --default", "market 이동 home --기본"),
    ("edit 12 --name \"list --mine\"", "수정 12 --상품명 \"list --mine\""),
    ("search list --fields=id", "검색 list --필드=id"), ("curl --data x", "curl --data x"),
    ("Ctrl-S", "Ctrl-S"), ("market", "market"), ("", ""),
  ])
  func `hints name commands and options in Korean, and keep values`(_ line: String, _ text: String)
  {
    #expect(Self.korean.text(line) == text)
  }

  @Test(arguments: [
    ("목록 --정렬 -가격 --형식 표", "list --sort -price --format table"),
    ("수정 12 --찾기 a --바꿀말 b --위치 설명,상품명", "edit 12 --find a --replace-with b --in description,name"),
    ("수정 12 --가격 1 --허용 가격급변,무료", "edit 12 --price 1 --allow price-jump,zero"),
    ("목록 --부터 7일전", "list --since 7d"), ("시간표시 끄기", "timing off"),
    ("설정 재고부족 5", "set low-stock 5"), ("프로필 통화 USD", "profile currency USD"),
  ])
  func `words of a choice and days can be Korean`(korean: String, english: String) throws {
    let (spec, input) = try Self.parse(korean)
    let (same, expected) = try Self.parse(english)
    #expect(spec.name == same.name)
    #expect(spec.line(of: input) == same.line(of: expected))
  }

  @Test func `settings have Korean names and values, and programs get English`() async throws {
    let world = try TestWorld()
    await world.run("설정", "언어", "ko")
    let answer = await world.ask("설정", "테마", "밝게")
    #expect((answer.output + answer.error).contains("테마를 밝게로 설정했어요."), "\(answer)")
    #expect(await world.ask("설정").output.contains("테마"))
    await world.run("설정", "정렬", "가격", "내림차순")
    let saved = await world.run("set", "sort", "--json")
    #expect(saved.output.contains("price desc") && saved.output.contains("\"sort\""), "\(saved)")
    let help = await world.ask("도움말", "금액")
    #expect(help.output.hasPrefix("가격, 할인, 통화"), "\(help)")
    let wrong = await world.run("목록", "--정렬", "가걱")
    #expect(wrong.error.contains("최신순, 오래된순, 상품명"), "\(wrong.error)")
    #expect(wrong.error.contains("--정렬 <기준>"), "\(wrong.error)")
    let sort = await world.run("목록", "--정렬", "가겨")
    #expect(sort.error.contains("목록 --정렬 가격"), "\(sort.error)")
    let setting = await world.run("설정", "테바", "밝게")
    #expect(setting.error.contains("설정 테마 밝게"), "\(setting.error)")
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
    #expect(await world.run("log", "--fields", "action").output == "add\n")
  }
}
