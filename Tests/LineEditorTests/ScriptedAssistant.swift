import LineEditor
import TerminalKit

/// An assistant that knows a few words.
struct ScriptedAssistant: EditorAssistant {
  static let commands = ["search", "sell", "sellers", "show", "list", "remove"]

  func colored(_ line: String) -> StyledText {
    let word = line.prefix { $0 != " " }
    return StyledText(String(word), .bold) + StyledText(String(line.dropFirst(word.count)))
  }

  func hint(for line: String, history: some Sequence<String>) -> Hint? {
    if let entry = history.first(where: { !$0.hasPrefix("remove") }) {
      return Hint(String(entry.dropFirst(line.count)), .history)
    }
    if line == "sell" { return Hint(" --price <amount>", .grammar) }
    return line == "show" ? Hint(" <listing>", .grammar) : nil
  }

  /// Returns commands for the first word, and two mugs after `remove`.
  ///
  /// Candidates contain the typed characters in order.
  func completion(of line: String, at cursor: Int) -> Completion? {
    let before = String(decoding: line.utf8.prefix(cursor), as: UTF8.self)
    let typed = before.split(separator: " ", omittingEmptySubsequences: false).last ?? ""
    let range = cursor - typed.utf8.count..<cursor
    if before.hasPrefix("open ") {
      return Completion(range: range, candidates: [Candidate("photos/", suffix: "")])
    }
    if before.hasPrefix("file ") {
      let names = ["mug.jpg", "\"mug 2.jpg\"", "~/tea.jpg", "~/\"tea 2.jpg\"", "\"oak mug.jpg\""]
      return Completion(range: range, candidates: names.map { Candidate($0) })
    }
    guard before.contains(" ") else {
      return Completion(
        range: range,
        candidates: Self.commands.filter {
          Self.matches($0, typed) && (typed.isEmpty || $0.first == typed.first)
        }.map { Candidate($0) })
    }
    guard before.hasPrefix("remove ") else { return nil }
    let mugs = [("236", "Oak mug"), ("251", "Birch mug")]
    return Completion(
      range: range,
      candidates: mugs.filter { Self.matches($0.1.lowercased(), typed) }.map {
        Candidate($0.0, label: StyledText("\($0.0)  \($0.1)"))
      })
  }

  func isUnfinished(_ line: String) -> Bool {
    line.filter { $0 == "\"" }.count % 2 == 1 || line.hasSuffix("\\")
  }

  func commandCount(_ text: String) -> Int {
    text.split { $0 == "\n" || $0 == ";" }.count
  }

  var helpLine: String? { "explain" }

  func usage(of line: String, at cursor: Int) -> StyledText? {
    line.hasPrefix("sell") ? "sell <name> --price <amount>\n--price: what it costs" : nil
  }

  private static func matches(_ word: String, _ typed: Substring) -> Bool {
    var rest = typed[...]
    for character in word where character == rest.first { rest = rest.dropFirst() }
    return rest.isEmpty
  }
}
