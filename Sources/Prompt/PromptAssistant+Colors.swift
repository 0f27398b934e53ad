import CommandLanguage
import MarketRender
import SellerFiles
package import TerminalKit

extension PromptAssistant {
  /// The maximum number of files that are looked up for one key press.
  private static let maximumLookups = 4

  package func colored(_ line: String) -> StyledText {
    guard line.utf8.count <= Self.longestLine else { return StyledText(line) }
    let bytes = Array(line.utf8)
    // CR LF is shown as one line break, and a span may end between the two.
    if bytes.contains(UInt8(ascii: "\r")) { return StyledText(line) }
    var result = StyledText()
    var end = 0
    var lookups = Self.maximumLookups
    func append(_ range: Range<Int>, _ style: Style) {
      result.append(String(decoding: bytes[range], as: UTF8.self), style)
    }
    for span in snapshot.parser.highlightSpans(of: line, aliases: snapshot.aliases) {
      append(end..<span.range.lowerBound, .plain)
      let text = String(decoding: bytes[span.range], as: UTF8.self)
      var style = style(of: span.role, text, isLast: span.range.upperBound == bytes.count)
      if let path = span.path, exists(path, &lookups) { style = style.with(snapshot.theme.file) }
      append(span.range, style)
      end = span.range.upperBound
    }
    append(end..<bytes.count, .plain)
    return result
  }

  /// - Parameter isLast: whether the text ends the line, so that it may be unfinished.
  private func style(of role: HighlightSpan.Role, _ text: String, isLast: Bool) -> Style {
    let theme = snapshot.theme
    switch role {
    case .command(isKnown: true): return theme.command.with(.bold)
    case .command(isKnown: false): return isLast && beginsCommand(text) ? .plain : theme.unknown
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

  private func beginsCommand(_ text: String) -> Bool {
    let names = snapshot.parser.commands.lazy.flatMap { [$0.name] + $0.aliases }
    return names.contains { $0.hasPrefix(text) }
      || snapshot.aliases.names.contains { $0.hasPrefix(text) }
  }

  private func isKnown(_ code: String, isLast: Bool) -> Bool {
    switch code.lowercased() {
    case "last": snapshot.hasLast
    case "page": snapshot.hasPage
    default:
      // The rest of a list, such as `@CUP-1,@CUP-2`, is not looked at.
      if let pattern = code.contains(where: { "*?".contains($0) }) ? try? CodePattern(code) : nil {
        snapshot.codes.contains { pattern.matches($0.code) }
      } else {
        code.contains(",")
          || snapshot.codes.contains { isLast ? $0.code.hasPrefix(code) : $0.code == code }
      }
    }
  }

  private func exists(_ path: FilePath, _ lookups: inout Int) -> Bool {
    guard !path.isPattern else { return false }
    let absolute = snapshot.absolute(path.text, atHome: path.beginsAtHome)
    return cache.fileExists(absolute, lookups: &lookups) ?? false
  }
}
