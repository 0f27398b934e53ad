import Foundation
import MarketTestSupport
import StoreTestSupport
import TerminalKit
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A reader of the README who types all that it prints.
///
/// The prompt of `market` and a shell stay open from one block to the next. A server keeps its
/// terminal, and what follows is typed into another one, as the README says.
struct ReadmeWalk: Sendable {
  let sandbox: Sandbox
  let columns: Int
  let rows: Int
  /// The file whose commands are typed.
  var source = "README.md"
  /// What the program needs besides a terminal's environment, such as the place of a database.
  var more: [String: String] = [:]

  func play(_ script: ReadmeScript) async throws {
    try link("Fixtures", to: Fixture.root.path)
    var values = ReadmeValues()
    var open: [ReadmeScript.Place: Walk] = [:]
    var servers: [Walk] = []
    defer {
      // The programs that a shell has started are in its process group.
      for walk in servers + Array(open.values) { kill(-walk.terminal.child.id, SIGKILL) }
    }
    for step in script.steps {
      switch step {
      case .file(let name, let text): try sandbox.write(text, to: name)
      case .command(let command, let place, let printed):
        if place == .shell { try await open.removeValue(forKey: .prompt)?.leave("quit") }
        if open[place] == nil { open[place] = try await self.open(place) }
        guard let walk = open[place] else { continue }
        let lines = printed.map { values.filled($0) }
        if command.hasPrefix("market serve"), !command.contains("--check") {
          try await serve(values.filled(command), lines, in: walk)
          servers.append(walk)
          open[place] = nil
        } else {
          try await type(values.filled(command), lines, in: walk, &values)
        }
      }
    }
    for walk in servers {
      walk.terminal.type(PseudoTerminal.controlC)
      try await walk.terminal.awaitScreen("the end of a server") {
        $0.beforeCursor.hasSuffix("$ ")
      }
    }
  }

  private func open(_ place: ReadmeScript.Place) async throws -> Walk {
    var launch = Launch(
      executable: Sandbox.binary, arguments: [],
      environment: Newcomer(sandbox: sandbox).environment("en_US.UTF-8").merging(
        more.merging(["USER": "seller"]) { $1 }
      ) { $1 },
      folder: sandbox.folder)
    if place == .shell {
      (launch.executable, launch.arguments) = ("/bin/bash", ["--norc", "--noprofile", "+m", "-i"])
      launch.environment["PS1"] = "$ "
    }
    let terminal = try PseudoTerminal.open(
      launch, columns: columns, rows: rows, isShared: place == .shell)
    let walk = Walk(
      terminal: terminal, prompt: place == .shell ? "$" : "market", source: source)
    _ = try await walk.begin()
    return walk
  }

  /// Types a command and compares its answer with the printed lines.
  private func type(
    _ command: String, _ printed: [String], in walk: Walk, _ values: inout ReadmeValues
  ) async throws {
    let acts = printed.compactMap { act($0, values) }
    let answer = try await walk.command(command.replacing("\n", with: "\r"), acts)
    let shown = Self.plain(answer)
    let wanted = Self.plain(printed.joined(separator: "\n"))
    values.learn(printed: wanted, shown: shown)
    for word in ["error:", "command not found"] where answer.contains(word) {
      Issue.record("\(source): \(command)\nhas an error:\n\(answer)")
    }
    // A command without an answer in the README may show anything.
    let echo = Self.plain(printed.prefix { $0.hasSuffix("\\") }.count + 1, of: printed)
    guard wanted != echo else { return }
    let same = Self.plain(values.filled(wanted)) == shown
    if !same {
      Issue.record(
        "\(source) prints:\n\(printed.joined(separator: "\n"))\nbut there is:\n\(answer)")
    }
  }

  /// Starts a server and waits for its printed answer.
  private func serve(_ command: String, _ printed: [String], in walk: Walk) async throws {
    walk.terminal.enter(command)
    let wanted = Self.plain(printed.dropFirst().joined(separator: "\n"))
    try await walk.terminal.awaitScreen("\(source): \(command)\n\(wanted)") {
      let lines = $0.rows.filter { !$0.contains("market serve") }
      return wanted.isEmpty
        ? lines.contains { $0.hasPrefix("http://") } : Self.plain(lines.joined()).contains(wanted)
    }
  }

  /// What is typed in a printed line with a question; nil if it has none.
  private func act(_ line: String, _ values: ReadmeValues) -> Walk.Act? {
    if line == "Secret:" { return .answer(question: "Secret:", values.secret) }
    guard let match = line.wholeMatch(of: #/(.*(?:\[y\/N\]|\]:|confirm:)) ?(.*)/#) else {
      return nil
    }
    return .answer(question: String(match.output.1), String(match.output.2))
  }

  private static func plain(_ count: Int, of lines: [String]) -> String {
    plain(lines.prefix(count).joined(separator: "\n"))
  }

  /// A text without white space and without the marks of continued lines.
  private static func plain(_ text: String) -> String {
    text.split(separator: "\n").map { line in
      var line = line.trimmingCharacters(in: .whitespaces)
      for mark in ["...> ", "> ", "$ "] where line.hasPrefix(mark) { line.removeFirst(mark.count) }
      if line.hasSuffix("\\") { line.removeLast() }
      return line.filter { !$0.isWhitespace }
    }.joined()
  }

  private func link(_ name: String, to path: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(sandbox.folder)/\(name)", withDestinationPath: path)
  }
}
