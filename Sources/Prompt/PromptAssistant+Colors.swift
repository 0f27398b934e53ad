/// The colors of a line: what each part of it is, and whether it is known.
import CommandLanguage
import MarketRender
import Notebook
public import TerminalKit

extension PromptAssistant {
  /// Files that are looked for at one key.
  private static let mostLooks = 4

  public func colored(_ line: String) -> StyledText {
    guard line.utf8.count <= Self.longestLine else { return StyledText(line) }
    let bytes = Array(line.utf8)
    // A stretch might end between a CR and its LF, which are shown as one line break.
    if bytes.contains(UInt8(ascii: "\r")) { return StyledText(line) }
    var result = StyledText()
    var end = 0
    var looks = Self.mostLooks
    func add(_ range: Range<Int>, _ style: Style) {
      result.append(String(decoding: bytes[range], as: UTF8.self), style)
    }
    for mark in snapshot.parser.highlightSpans(of: line, aliases: snapshot.aliases) {
      add(end..<mark.range.lowerBound, .plain)
      let text = String(decoding: bytes[mark.range], as: UTF8.self)
      var style = style(of: mark.role, text, isLast: mark.range.upperBound == bytes.count)
      if let path = mark.path, isThere(path, &looks) { style = style.with(snapshot.theme.file) }
      add(mark.range, style)
      end = mark.range.upperBound
    }
    add(end..<bytes.count, .plain)
    return result
  }

  /// - Parameter isLast: whether it may still be being typed.
  private func style(of role: HighlightSpan.Role, _ text: String, isLast: Bool) -> Style {
    let theme = snapshot.theme
    switch role {
    case .command(isKnown: true): return theme.command.with(.bold)
    case .command(isKnown: false): return isLast && mayBecomeCommand(text) ? .plain : theme.unknown
    case .option(isKnown: true): return theme.option
    case .option(isKnown: false):
      return isLast ? theme.option.with(Style(.dim)) : theme.unknown
    case .value: return .plain
    case .code(let code): return isKnown(code, isLast: isLast) ? theme.own : theme.unknown
    case .quoted(let isOpen): return isOpen ? theme.open : theme.quoted
    case .variable(let name):
      return snapshot.variables[name] == nil ? theme.unknown : theme.variable
    case .comment: return theme.comment
    }
  }

  /// Whether the word begins a command, so that it is not wrong yet.
  private func mayBecomeCommand(_ text: String) -> Bool {
    let names = snapshot.parser.commands.lazy.flatMap { [$0.name] + $0.aliases }
    return names.contains { $0.hasPrefix(text) }
      || snapshot.aliases.names.contains { $0.hasPrefix(text) }
  }

  private func isKnown(_ code: String, isLast: Bool) -> Bool {
    switch code.lowercased() {
    case "last": snapshot.hasLast
    case "page": snapshot.hasPage
    default:
      snapshot.codes.contains { isLast ? $0.code.hasPrefix(code) : $0.code == code }
    }
  }

  func isThere(_ path: FilePath, _ looks: inout Int) -> Bool {
    guard !path.isPattern else { return false }
    let place = snapshot.absolute(path.text, atHome: path.beginsAtHome)
    return memory.exists(place, budget: &looks) ?? false
  }
}
