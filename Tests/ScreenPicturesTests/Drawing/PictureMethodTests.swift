import TerminalKit
import Testing

@testable import ScreenPictures

@Suite(.timeLimit(.minutes(60))) struct PictureMethodTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var setting = PictureSetting.auto
    var wanted: Bool?
    var facts = PictureFacts(isTerminal: true, usesScreenReader: false, environment: xterm)
    let method: PictureMethod
    var testDescription: String { "\(setting) \(wanted as Any) \(facts)" }
  }

  static let xterm = ["TERM": "xterm-256color"]
  static let all = PictureReplies(kitty: true, attributes: [62, 4], cell: .unknown)
  static let sixel = PictureReplies(kitty: nil, attributes: [62, 4], cell: .unknown)
  static let sixelWithoutCell = PictureReplies(kitty: nil, attributes: [62, 4], cell: nil)
  static let plain = PictureReplies(kitty: false, attributes: [62, 22], cell: .unknown)

  static func facts(
    _ environment: [String: String] = xterm, _ replies: PictureReplies? = nil,
    isTerminal: Bool = true, usesScreenReader: Bool = false, windowCell: CellSize? = nil
  ) -> PictureFacts {
    PictureFacts(
      isTerminal: isTerminal, usesScreenReader: usesScreenReader, environment: environment,
      windowCell: windowCell, replies: replies)
  }

  static let tmux = ["TERM": "tmux-256color", "TMUX": "/tmp/tmux-0/default,1,0"]
  static let iterm = ["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"]

  static let cases = [
    // The best method that the terminal reported.
    Case(facts: facts(xterm, all), method: .kitty),
    Case(facts: facts(xterm, sixel), method: .sixel),
    Case(facts: facts(xterm, sixelWithoutCell), method: .symbols),
    Case(facts: facts(xterm, sixelWithoutCell, windowCell: .unknown), method: .sixel),
    Case(facts: facts(xterm, plain), method: .symbols),
    Case(facts: facts(xterm, PictureReplies()), method: .symbols),
    Case(facts: facts(), method: .symbols),
    Case(facts: facts(iterm, all), method: .kitty),
    Case(facts: facts(iterm, sixel), method: .iterm),
    Case(facts: facts(iterm, plain), method: .iterm),
    Case(facts: facts(["TERM": "xterm", "LC_TERMINAL": "iTerm2"], plain), method: .iterm),
    // A terminal name is not sufficient.
    Case(facts: facts(iterm), method: .symbols),
    Case(facts: facts(["TERM": "xterm-kitty"]), method: .symbols),
    // Multiplexers.
    Case(facts: facts(tmux, all), method: .symbols),
    Case(facts: facts(["TERM": "screen", "STY": "1.x"], sixel), method: .symbols),
    Case(facts: facts(["TERM": "xterm", "ZELLIJ": "0"], all), method: .symbols),
    Case(setting: .kitty, facts: facts(tmux), method: .kitty),
    // The user's setting.
    Case(setting: .kitty, facts: facts(xterm, plain), method: .kitty),
    Case(setting: .sixel, facts: facts(xterm, all), method: .sixel),
    Case(setting: .iterm, facts: facts(xterm, all), method: .iterm),
    Case(setting: .symbols, facts: facts(xterm, all), method: .symbols),
    Case(setting: .off, facts: facts(xterm, all), method: .off),
    Case(setting: .off, wanted: true, facts: facts(xterm, all), method: .kitty),
    Case(setting: .off, wanted: true, facts: facts(tmux, all), method: .symbols),
    Case(setting: .kitty, wanted: false, facts: facts(xterm, all), method: .off),
    Case(wanted: false, facts: facts(xterm, all), method: .off),
    Case(wanted: true, facts: facts(xterm, sixel), method: .sixel),
    // Output that shows no pictures.
    Case(facts: facts(xterm, all, isTerminal: false), method: .off),
    Case(setting: .kitty, wanted: true, facts: facts(isTerminal: false), method: .off),
    Case(setting: .symbols, wanted: true, facts: facts(usesScreenReader: true), method: .off),
    Case(facts: facts(["TERM": "dumb"], all), method: .off),
    Case(setting: .kitty, facts: facts(["TERM": "dumb"], all), method: .off),
    Case(setting: .symbols, facts: facts(["TERM": "dumb"]), method: .symbols),
    Case(facts: facts([:], all), method: .off),
  ]

  @Test(arguments: cases)
  func `the first rule that applies decides`(_ example: Case) {
    let method = PictureMethod(
      setting: example.setting, wanted: example.wanted, facts: example.facts)
    #expect(method == example.method)
  }

  @Test func `the reported cell size takes precedence over the window size`() throws {
    let window = try #require(CellSize(width: 8, height: 16))
    let answered = Self.facts(Self.xterm, Self.sixel, windowCell: window)
    #expect(answered.cell == .unknown)
    #expect(Self.facts(Self.xterm, Self.sixelWithoutCell, windowCell: window).cell == window)
    #expect(Self.facts().cell == nil)
  }

  struct Question: Sendable, CustomTestStringConvertible {
    var setting = PictureSetting.auto
    var wanted: Bool?
    var facts = PictureMethodTests.facts()
    let parts: [String]
    var testDescription: String { "\(setting) \(wanted as Any) \(facts)" }
  }

  private static let kitty = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
  private static let rest = ["\u{1B}[16t", "\u{1B}[c"]

  static let questions = [
    Question(parts: [kitty] + rest),
    Question(wanted: true, parts: [kitty] + rest),
    Question(setting: .off, wanted: true, parts: [kitty] + rest),
    Question(setting: .sixel, parts: rest),
    Question(setting: .kitty, parts: rest),
    Question(setting: .symbols, parts: rest),
    Question(facts: facts(tmux), parts: rest),
    Question(setting: .off, parts: []),
    Question(wanted: false, parts: []),
    Question(facts: facts(["TERM": "linux"]), parts: []),
    Question(facts: facts(["TERM": "dumb"]), parts: []),
    Question(facts: facts([:]), parts: []),
    Question(facts: facts(isTerminal: false), parts: []),
    Question(facts: facts(usesScreenReader: true), parts: []),
  ]

  @Test(arguments: questions)
  func `only queries that affect the method are sent`(_ example: Question) {
    let question = PictureProbe.question(
      setting: example.setting, wanted: example.wanted, facts: example.facts)
    #expect(question == (example.parts.isEmpty ? nil : example.parts.joined()))
  }
}
