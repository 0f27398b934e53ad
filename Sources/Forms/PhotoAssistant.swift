import LineEditor
import TerminalKit

/// Completes the path of a photo.
struct PhotoAssistant: EditorAssistant {
  private let names: @Sendable (_ folder: String) -> [String]

  /// - Parameter names: the names in a folder; see ``FormRules/names``.
  init(_ names: @escaping @Sendable (_ folder: String) -> [String]) {
    self.names = names
  }

  func completion(of line: String, at cursor: Int) -> Completion? {
    let typed = String(decoding: line.utf8.prefix(cursor), as: UTF8.self)
    let start = typed.lastIndex(of: "/").map { typed.index(after: $0) } ?? typed.startIndex
    let (folder, name) = (String(typed[..<start]), typed[start...].lowercased())
    let found = names(folder).filter { $0.lowercased().hasPrefix(name) }
    guard !found.isEmpty else { return nil }
    return Completion(
      range: folder.utf8.count..<cursor, candidates: found.map { Candidate($0, suffix: "") })
  }

  func colored(_ line: String) -> StyledText { StyledText(line) }
  func hint(for line: String, history: some Sequence<String>) -> Hint? { nil }
  func isUnfinished(_ line: String) -> Bool { false }
  func commandCount(_ text: String) -> Int { 1 }
  func usage(of line: String, at cursor: Int) -> StyledText? { nil }
}
