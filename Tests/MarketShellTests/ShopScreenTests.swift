import CommandLanguage
import Foundation
import MarketTestSupport
import TerminalKit
import Testing

/// What the commands of a seller's day look like, in each language and in windows of five widths.
@Suite(.timeLimit(.minutes(60))) struct ShopScreenTests {
  /// Commands that change nothing, and questions that are declined.
  private static let lines = [
    "list", "grid --in-stock", "list --search 없음", "mine --sold-out --sort -price", "show @머그-1",
    "today", "stats", "calendar 2026-11", "log", "batches", "batch 1", "drafts", "notebook",
    "edit --search 머그 --price -10% --dry-run", "edit --search 머그 --price +1000",
    "edit @머그-1 --price 300", "remove @머그-1", "remove 1..4", "run 가을.market --dry-run",
    "run 잘못.market", "import 상품.csv --dry-run", "undo --dry-run", "whoami", "markets", "set",
    "add --name 컵 --price 천원 --image 없음.jpg --no-input", "edit 999 --stock 3", "help edit",
  ]

  @Test(arguments: Golden.languages)
  func `the commands of a day`(language: String) async throws {
    let world = try await Self.shop()
    _ = await world.run("set", "language", language)
    var sheet = ScreenSheet()
    for columns in ScreenSheet.widths {
      for line in Self.lines {
        let terminal = FakeTerminal(columns: columns, input: ["n"])
        let words = line.split(separator: " ").map(String.init)
        _ = await world.run(words, on: terminal)
        let text = terminal.screen.replacing(world.folder, with: "~")
        sheet.add("\(columns) columns: \(line)", StyledText(text))
      }
    }
    Golden.expect(sheet.text, matchesScreen: "shop", in: language)
  }

  /// A shop with listings, a batch, codes, a star, a note, a draft and files to run.
  private static func shop() async throws -> TestWorld {
    let world = try TestWorld(samples: false)
    try await world.add("참나무 머그컵", "--code", "머그-1")
    try await world.add("호두나무 머그컵, 손으로 깎아 기름을 세 번 먹인 큰 잔", price: "48000", "--discount", "10%")
    try await world.add("백자 접시", price: "26000")
    try await world.add("Linen apron", price: "35", "--currency", "USD")
    _ = try await world.addToOtherShop("유약을 바르지 않은 달항아리", shop: "백자와 흙")
    try world.write("가격.market", "edit 1 --price 13000\nedit 2 --price 47000 --stock 2\n")
    try world.write(
      "가을.market",
      """
      # 가을
      let 계절 가을
      add --name "$계절 캔버스 가방" --price 24000 --stock 5 --description "왁스를 먹인 천으로 만들었어요." --image a.jpg
      edit @머그-1 --discount 10%
      remove 3
      """)
    try world.write("잘못.market", "edit @머구-1 --price 1,2000\nadd --name 컵\nlsit\n")
    try world.write(
      "상품.csv",
      "code,name,description,price,stock,photo1\n머그-1,참나무 머그컵,,15000,7,\n새-1,새 찻잔,흙으로 빚은 작은 찻잔,9000,3,a.jpg\n"
    )
    for line in [
      "run 가격.market", "star 2", "note @머그-1 다음 주에 다시 굽기 --rating 4", "edit 1 --stock 9",
      "edit 3 --stock 0",
    ] {
      let done = await world.run(
        line.split(separator: " ").map(String.init), on: FakeTerminal(isTTY: false))
      try #require(done.exitCode == 0, "\(line): \(done.error)")
    }
    world.wait(minutes: 60 * 24 * 3)
    return world
  }
}
