import Foundation
import MarketTestSupport
import TerminalKit
import Testing

/// Forms of the built program in a pseudo-terminal.
@Suite(.timeLimit(.minutes(60)))
struct FormWindowTests {
  private static let prompt = "market> "

  /// A prompt of a seller in Korea with a shop and a currency.
  private static func open(
    columns: Int = 80, rows: Int = 24, language: String = "C.UTF-8",
    _ body: (PseudoTerminal, Sandbox) async throws -> Void
  ) async throws {
    try await Sandbox.run { sandbox in
      let set = try await sandbox.market(["profile", "currency", "KRW"])
      #expect(set.exitCode == 0, "\(set)")
      let added = try await sandbox.market([
        "add", "--name", "Ash bowl", "--price", "9000", "--description", "Turned from ash.",
        "--image", "front.jpg", "--code", "BOWL",
      ])
      #expect(added.exitCode == 0, "\(added)")
      let launch = sandbox.launch([], ["TERM": "xterm-256color", "LANG": language])
      try await PseudoTerminal.run(launch, columns: columns, rows: rows) { terminal in
        try await terminal.see(prompt)
        try await body(terminal, sandbox)
      }
    }
  }

  @Test(arguments: [(40, 12), (80, 24), (140, 45)])
  func `a listing is added by its form in windows of any size`(
    _ columns: Int, _ rows: Int
  ) async throws {
    try await Self.open(columns: columns, rows: rows) { terminal, sandbox in
      terminal.enter("add")
      try await terminal.showsWindow("▸ name")
      terminal.type("찻")
      try await terminal.showsWindow("name 1/100: at least 3")
      try terminal.resize(columns: 60, rows: 15)
      try await terminal.showsWindow("name 1/100")
      try terminal.resize(columns: columns, rows: rows)
      terminal.type("잔 하나\r12000\r\r")
      try await terminal.showsWindow("▸ description")
      terminal.type("\u{1B}[200~흙으로 빚은\n작은 찻잔입니다.\u{1B}[201~\r")
      terminal.type("fr\t\r")
      try await terminal.showsWindow("1/5")
      terminal.type("back.png\r")
      try await terminal.showsWindow("2/5")
      terminal.type("\u{1B}[A\u{1B}[1;3A")
      try await terminal.showsWindow("1 back.png")
      terminal.type("\u{13}")
      try await terminal.showsWindow("Add 찻잔 하나 at home")
      terminal.type("\r")
      try await terminal.waitFor("the prompt") { screen in
        !screen.isAlternate && screen.rows.contains { $0.contains("Take it back") }
      }
      #expect(terminal.screen.problems == [])
      let shown = try await sandbox.market(["mine", "--format", "tsv"])
      #expect(shown.output.contains("찻잔 하나"), "\(shown)")
      terminal.enter("quit")
      #expect(try await terminal.exit().exit == .code(0) && terminal.isRestored)
    }
  }

  @Test func `Esc and Ctrl-C keep a draft, and the next prompt says so`() async throws {
    try await Self.open { terminal, sandbox in
      for (key, name) in [("\u{1B}", "Oak mug"), (PseudoTerminal.controlC, "Elm cup")] {
        terminal.enter("add")
        try await terminal.showsWindow("▸ name")
        terminal.type(name)
        try await terminal.showsWindow(name)
        terminal.type(key)
        try await terminal.waitFor("the prompt") { !$0.isAlternate }
        try await terminal.see("Kept as a draft.")
        try await terminal.see(Self.prompt)
      }
      terminal.enter("quit")
      #expect(try await terminal.exit().exit == .code(0) && terminal.isRestored)
      let drafts = try await sandbox.market(["drafts", "--fields", "draft"])
      #expect(drafts.output == "elm-cup\noak-mug\n" || drafts.output == "oak-mug\nelm-cup\n")
      let again = sandbox.launch([], ["TERM": "xterm-256color"])
      try await PseudoTerminal.run(again) { terminal in
        try await terminal.see("2 drafts: drafts")
        terminal.enter("add --draft oak-mug")
        try await terminal.showsWindow("Oak mug", "▸ price")
        terminal.type("\u{3}")
        try await terminal.see("Kept as a draft.")
      }
    }
  }

  /// A form in Korean, and what is typed into each of its fields.
  struct Form: Sendable {
    /// The commands that open it, at first and with the draft.
    let first, again: String
    let fields: [(name: String, text: String)]
    /// The code of the listing, and its name, price, discount and stock at the end.
    let code, result: String
  }

  private static let forms = [
    Form(
      first: "등록", again: "등록 --임시저장 찻잔-하나",
      fields: [
        ("상품명", "찻잔 하나"), ("가격", "1만2천원"), ("통화", ""),
        ("설명", "\u{1B}[200~흙으로 빚은\n작은 찻잔입니다.\u{1B}[201~"), ("사진", "front.jpg\r"),
        ("재고", "3"), ("할인", "1000"), ("코드", "찻잔-1"),
      ], code: "@찻잔-1", result: "찻잔 하나\t12000\t1000\t3\n"),
    Form(
      first: "수정 @BOWL", again: "수정 @BOWL",
      fields: [
        ("상품명", "\u{15}물푸레 그릇"), ("가격", "\u{15}\u{1B}[200~8000\u{1B}[201~"), ("통화", ""),
        ("설명", "\u{15}물푸레나무를 깎아 만든 그릇입니다."), ("재고", "\u{15}7"), ("할인", "\u{15}500"),
        ("지금 사진", ""), ("사진", ""), ("코드", "\u{15}그릇-1"),
      ], code: "@그릇-1", result: "물푸레 그릇\t8000\t500\t7\n"),
  ]

  @Test(arguments: [(40, 12), (80, 24), (140, 45)], forms)
  func `Ctrl-C in any field keeps what was typed in Korean, and the form continues`(
    _ size: (columns: Int, rows: Int), _ form: Form
  ) async throws {
    try await Self.open(columns: size.columns, rows: size.rows, language: "ko_KR.UTF-8") {
      terminal, sandbox in
      for (index, field) in form.fields.enumerated() {
        terminal.enter(index == 0 ? form.first : form.again)
        try await terminal.showsWindow("▸")
        // To the first field, and from there to this one.
        terminal.type(String(repeating: "\u{1B}[Z", count: form.fields.count))
        terminal.type(String(repeating: "\u{1B}[1;5B", count: index))
        try await terminal.showsWindow("▸ \(field.name)")
        // Once per visit, while nothing is being drawn for the former size.
        let (columns, rows) = index.isMultiple(of: 2) ? (60, 15) : size
        try terminal.resize(columns: columns, rows: rows)
        terminal.type(field.text)
        try await terminal.showsWindow("▸ \(field.name)")
        terminal.type(PseudoTerminal.controlC)
        try await terminal.waitFor("the prompt") { !$0.isAlternate }
        try await terminal.see("임시 저장했어요.")
        try await terminal.see(Self.prompt)
      }
      terminal.enter(form.again)
      try await terminal.showsWindow("▸")
      terminal.type("\u{13}")
      try await terminal.showsWindow("할까요?")
      terminal.type("\r")
      try await terminal.see("명령으로는: ")
      try await terminal.see(Self.prompt)
      #expect(terminal.screen.problems == [])
      terminal.enter("quit")
      #expect(try await terminal.exit().exit == .code(0) && terminal.isRestored)
      let fields = ["--fields", "name,price,discount,stock"]
      #expect(try await sandbox.market(["show", form.code] + fields).output == form.result)
      let drafts = try await sandbox.market(["drafts", "--fields", "draft"])
      #expect(drafts.output == "")
    }
  }

  @Test func `a hang-up keeps a draft, even if another signal follows`() async throws {
    try await Self.open { terminal, sandbox in
      terminal.enter("add")
      try await terminal.showsWindow("▸ name")
      terminal.type("Oak mug")
      try await terminal.showsWindow("Oak mug")
      for signal in [SIGTERM, SIGHUP] { terminal.child.send(signal) }
      _ = try await terminal.exit()
      let drafts = try await sandbox.market(["drafts", "--fields", "draft"])
      #expect(drafts.output == "oak-mug\n")
    }
  }

  @Test func `a listing is changed by its form`() async throws {
    try await Self.open { terminal, sandbox in
      terminal.enter("edit @BOWL")
      try await terminal.showsWindow("▸ name", "Ash bowl", "Turned from ash.")
      terminal.type("\u{1B}[B\u{15}8000\u{13}")
      try await terminal.showsWindow("Change", "Ash bowl", "₩8,000")
      terminal.type("\r")
      try await terminal.see("edit @BOWL --price 8000")
      try await terminal.see(Self.prompt)
      let shown = try await sandbox.market(["show", "@BOWL", "--fields", "price"])
      #expect(shown.output == "8000\n")
    }
  }

  @Test(arguments: [(60, 20, "ko_KR.UTF-8"), (80, 24, "C.UTF-8"), (140, 40, "ko_KR.UTF-8")])
  func `a supplier's file is understood in a form, planned and sent`(
    _ columns: Int, _ rows: Int, _ language: String
  ) async throws {
    try await Self.open(columns: columns, rows: rows, language: language) { terminal, sandbox in
      try sandbox.write(
        "거래처 단가표,,,\n품목,판매가격대,남은수량,메모\n참나무 머그,12000,3,front.jpg\n",
        to: "sup.csv")
      let isKorean = language.hasPrefix("ko")
      terminal.enter("import sup.csv")
      try await terminal.showsWindow("▸ 2  품목 │ 판매가격대 │ 남은수량 │ 메모")
      try await terminal.showsWindow(isKorean ? "판매가격대      가격" : "판매가격대  price")
      try await terminal.showsWindow(isKorean ? "더 필요해요: 설명" : "need more: description")
      terminal.type("\u{13}")
      try await terminal.showsWindow(isKorean ? "▸ 설명" : "▸ description")
      terminal.type("한 덩어리로 깎은 머그입니다.")
      try await terminal.showsWindow(isKorean ? "신규 1개" : "1 new")
      terminal.type("\u{13}")
      try await terminal.waitFor("the question") { screen in
        !screen.isAlternate && screen.rows.contains { $0.contains("[y/N]") }
      }
      terminal.type("y\r")
      try await terminal.waitFor("the prompt") { screen in
        screen.rows.contains { $0.contains("sup.csv.result.csv") }
      }
      #expect(terminal.screen.problems == [])
      let shown = try await sandbox.market(["mine", "--format", "tsv"])
      #expect(shown.output.contains("참나무 머그"), "\(shown)")
      terminal.enter("quit")
      #expect(try await terminal.exit().exit == .code(0) && terminal.isRestored)
    }
  }
}

extension PseudoTerminal {
  /// Waits until the window has all of these texts.
  func showsWindow(
    _ texts: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await waitFor(texts.joined(separator: ", "), sourceLocation) {
      screen in
      let all = screen.rows.joined(separator: "\n")
      return screen.isAlternate && texts.allSatisfy { all.contains($0) }
    }
  }
}
