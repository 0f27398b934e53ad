import Foundation
import MarketTestSupport
import MarketWire
import TerminalKit
import Testing

/// A file in `Fixtures/first-hours`: what a newcomer types in an hour, and what has to be shown.
///
///     # what the session is about
///     % start 80x24 en_US.UTF-8
///     = autumn.market
///     | a line of that file
///     > add --name "Oak mug" …
///     ? Shop name [oak]: » Oak & Acorn
///     added {id} Oak mug …
///     > browse
///     @ Oak mug
///     + jj<Enter>q
///
/// - `% start` opens the shell in a window of a size, in a language; `% serve`, `% stop` and
///   `% return` start a market, stop it, and start it again. `{url}`, `{host}`, `{identifier}` and
///   `{secret}` stand for it and its account.
/// - `> ` types a command. `? question » answer`, `@ text in a window` and `+ keys` follow while it
///   runs. `~` allows one line of the answer to wrap, because it is there to be copied.
/// - Other lines have to be in the answer, in this order, in which `…` matches any text and
///   `{name}` captures a word; `! text` must not be in it.
/// - `= name` and `| ` create a file.
struct WalkScript: Sendable {
  enum Step: Sendable {
    case world([String])
    case file(name: String, text: String)
    case command(String, acts: [Walk.Act], shows: [String], hides: [String])
  }

  let path: String
  private(set) var steps: [Step] = []

  init(_ path: String) throws {
    self.path = path
    for line in try Fixture.text(path).split(separator: "\n") { add(String(line)) }
  }

  private mutating func add(_ line: String) {
    let rest = String(line.dropFirst(2))
    switch line.prefix(2) {
    case "# ", "#": return
    case "% ": steps.append(.world(rest.split(separator: " ").map(String.init)))
    case "= ": steps.append(.file(name: rest, text: ""))
    case "> ": steps.append(.command(rest, acts: [], shows: [], hides: []))
    default: extend(line, rest)
    }
  }

  /// Adds a line that belongs to the last step.
  private mutating func extend(_ line: String, _ rest: String) {
    switch steps.popLast() {
    case .file(let name, let text):
      steps.append(.file(name: name, text: text + rest + "\n"))
    case .command(let typed, var acts, var shows, var hides):
      switch line.prefix(2) {
      case "? ":
        let parts = rest.split(separator: "»").map { $0.trimmingCharacters(in: .whitespaces) }
        acts.append(.answer(question: parts[0], parts.count > 1 ? parts[1] : ""))
      case "@ ": acts.append(.window(rest))
      case "+ ": acts.append(.keys(rest))
      case "~": acts.append(.copies)
      case "! ": hides.append(rest)
      default: shows.append(line)
      }
      steps.append(.command(typed, acts: acts, shows: shows, hides: hides))
    case let step:
      Issue.record("\(path): “\(line)” belongs to no command")
      if let step { steps.append(step) }
    }
  }
}

/// A newcomer: a home of its own, with photos and without any setting.
struct Newcomer: Sendable {
  let sandbox: Sandbox

  /// What a terminal of Debian sets, and nothing that would make the program tame.
  func environment(_ language: String) -> [String: String] {
    let programs = URL(filePath: Sandbox.binary).deletingLastPathComponent().path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return [
      "HOME": "\(sandbox.root)/home", "USER": "oak", "LANG": language, "TERM": "xterm-256color",
      "PATH": "\(programs):\(path)",
    ]
  }

  /// Plays a script from its first start to its last `quit`.
  func play(_ script: WalkScript) async throws {
    var rest = script.steps[...]
    var known: [String: String] = [:]
    var market: ServedMarket?
    defer { market?.child.end() }
    while let step = rest.popFirst() {
      switch step {
      case .file(let name, let text):
        try sandbox.write(WalkCheck.filled(text, known), to: name)
      case .world(let words) where words.first == "start":
        let session = rest.prefix {
          if case .world(let words) = $0 { words[0] != "start" } else { true }
        }
        rest = rest.dropFirst(session.count)
        try await self.session(words, session, of: script.path, &known, &market)
      case .world(let words):
        try await change(words, &known, &market)
      case .command(let line, _, _, _):
        Issue.record("\(script.path): no shell is open for “\(line)”")
      }
    }
  }

  /// Opens the shell and types commands until `quit`.
  private func session(
    _ words: [String], _ steps: ArraySlice<WalkScript.Step>, of path: String,
    _ known: inout [String: String], _ market: inout ServedMarket?
  ) async throws {
    let size = words[1].split(separator: "x").compactMap { Int($0) }
    let launch = Launch(
      executable: Sandbox.binary, arguments: [], environment: environment(words[2]),
      folder: sandbox.folder)
    let terminal = try PseudoTerminal.open(launch, columns: size[0], rows: size[1])
    defer { terminal.child.end() }
    // The names of some sample listings are English.
    let hasOnlyOwn = steps.contains {
      if case .command("demo clear --yes", _, _, _) = $0 { true } else { false }
    }
    let walk = Walk(
      terminal: terminal, prompt: "market", source: path,
      isKorean: hasOnlyOwn && words[2].hasPrefix("ko"))
    _ = try await walk.begin()
    for step in steps {
      switch step {
      case .world(let words): try await change(words, &known, &market)
      case .file(let name, let text): try sandbox.write(WalkCheck.filled(text, known), to: name)
      case .command("quit", _, _, _): try await walk.leave("quit")
      case .command(let line, let acts, let shows, let hides):
        let line = WalkCheck.filled(line, known)
        let answer = try await walk.command(line, acts.map { WalkCheck.filled($0, known) })
        WalkCheck(path: path, line: line, answer: answer).expect(shows, hides, &known)
      }
    }
  }

  private func change(
    _ words: [String], _ known: inout [String: String], _ market: inout ServedMarket?
  ) async throws {
    let folder = "\(sandbox.root)/served"
    switch words.first {
    case "serve":
      let account = try await sandbox.account("willow", in: folder)
      let served = try await ServedMarket(sandbox, folder, port: try reservedPort())
      market = served
      known.merge([
        "url": served.url, "host": served.host, "identifier": account.identifier.revealed,
        "secret": account.secret.revealed,
      ]) { $1 }
    case "stop": market?.child.end()
    case "return": market = try await ServedMarket(sandbox, folder, port: market?.port ?? 0)
    default: Issue.record("unknown: % \(words.joined(separator: " "))")
    }
  }
}

/// The comparison of an answer with what a script expects.
struct WalkCheck {
  let path: String
  let line: String
  let answer: String

  /// Fails unless the answer has the lines `shows` in their order and none of `hides`.
  func expect(_ shows: [String], _ hides: [String], _ known: inout [String: String]) {
    let lines = answer.split(separator: "\n").map { Self.plain(String($0)) }
    let pattern = ["…"] + shows.flatMap { [Self.plain($0), "…"] }
    if let found = TranscriptPattern.match(pattern, lines, known) {
      known = found
    } else {
      Issue.record(
        "\(path): > \(line)\nshould show:\n\(shows.joined(separator: "\n"))\nbut:\n\(answer)")
    }
    for text in hides where answer.contains(text) {
      Issue.record("\(path): > \(line)\nshould not show “\(text)”:\n\(answer)")
    }
  }

  /// A line with one space between its words.
  private static func plain(_ line: String) -> String {
    line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  static func filled(_ text: String, _ known: [String: String]) -> String {
    known.reduce(text) { $0.replacing("{\($1.key)}", with: $1.value) }
  }

  static func filled(_ act: Walk.Act, _ known: [String: String]) -> Walk.Act {
    switch act {
    case .answer(let question, let text):
      .answer(question: filled(question, known), filled(text, known))
    case .window(let text): .window(filled(text, known))
    case .keys(let text): .keys(filled(text, known))
    case .copies: .copies
    }
  }
}
