import Foundation
import MarketTestSupport
import Testing

/// The first hour of a seller who reads Korean.
@Suite(.timeLimit(.minutes(10)))
struct KoreanNewcomerTests {
  private static let prompt = "market> "
  private static let table = """
    코드,상품명,설명,판매가,재고,사진1
    컵-1,유리컵,유리를 불어 만든 작은 컵입니다.,7000,3,front.jpg
    컵-2,유리 주전자,유리를 불어 만든 주전자입니다.,32000원,2,back.png

    """

  @Test func `a newcomer meets no English sentence`() async throws {
    try await Sandbox.run { sandbox in
      try sandbox.write(Self.table, to: "상품.csv")
      let launch = sandbox.launch([], ["TERM": "xterm-256color", "LANG": "ko_KR.UTF-8"])
      try await PseudoTerminal.run(launch, columns: 80, rows: 24) { terminal in
        try await terminal.see(Self.prompt)
        for name in ["찻잔 하나", "백자 접시", "나무 숟가락"] { try await Self.add(name, terminal) }
        terminal.enter("수정 @last")
        try await terminal.showsWindow("▸ 이름")
        terminal.type("\u{1B}[B\u{15}9000\u{13}")
        try await terminal.showsWindow("수정할까요?")
        terminal.type("\r")
        try await terminal.see("되돌리기: ")
        for (line, end) in [("가져오기 상품.csv", "계획대로"), ("되돌리기", "redo")] {
          try await terminal.see(Self.prompt)
          terminal.enter(line)
          try await terminal.see("확인하려면 2를 입력하세요: ")
          terminal.enter("2")
          try await terminal.see(end)
        }
        try await terminal.see(Self.prompt)
        terminal.enter("내상품 --필드 name,price")
        try await terminal.see("₩9,000")
        terminal.enter("quit")
        #expect(try await terminal.exit().exit == .code(0))
        let shown = String(decoding: terminal.bytes, as: UTF8.self)
          .replacing(#/\u{1B}[\[\]][0-9;?]*[A-Za-z]?/#, with: "·")
        let sentences = shown.matches(of: #/[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}/#).map(\.output)
        #expect(sentences == [])
      }
    }
  }

  private static func add(_ name: String, _ terminal: PseudoTerminal) async throws {
    terminal.enter("등록")
    if name == "찻잔 하나" {
      try await terminal.see("어느 통화로 판매하나요?")
      terminal.enter("")
    }
    try await terminal.showsWindow("▸ 이름")
    terminal.type("\(name)\r12000원\r\r흙으로 빚은 작은 그릇이에요.\rfront.jpg\r\r3\u{13}")
    try await terminal.showsWindow("등록할까요?")
    terminal.type("\r")
    if name == "찻잔 하나" {
      try await terminal.see("상점 이름 [oak]: ")
      terminal.enter("도자기 공방")
    }
    try await terminal.see("\(name)  ₩12,000")
    try await terminal.see(prompt)
  }
}
