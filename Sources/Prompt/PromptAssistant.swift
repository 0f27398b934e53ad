import CommandLanguage
import LineEditor
import MarketRender
import Messages
package import TerminalKit

/// The assistant of the line editor: colors, hints, completion and usage, all from a snapshot.
///
/// 1. No answer waits for a network. The disk is read for names in folders and headers of pictures
///    only.
/// 2. Results that the next keys are likely to need again are cached.
package struct PromptAssistant: EditorAssistant {
  /// The longest line, in UTF-8 bytes, that gets colors, hints and completion. A longer one was
  /// pasted, and each key must stay quick.
  static let longestLine = 32_768

  let snapshot: PromptSnapshot
  let files: FileMetadataCache
  let cache = AssistantCache()

  /// - Parameter files: lives as long as the prompt, so that folders are not read again for each
  ///   line.
  package init(_ snapshot: PromptSnapshot, files: FileMetadataCache) {
    self.snapshot = snapshot
    self.files = files
  }

  package func isUnfinished(_ line: String) -> Bool {
    guard case .incomplete = Tokenizer.read(line) else { return false }
    return true
  }

  package func commandCount(_ text: String) -> Int {
    Tokenizer(text).reduce(0) { count, _ in count + 1 }
  }

  package var helpLine: String? { "help" }

  package func usage(of line: String, at cursor: Int) -> StyledText? {
    guard line.utf8.count <= Self.longestLine,
      let hint = snapshot.parser.usage(in: line, at: cursor, aliases: snapshot.aliases)
    else { return nil }
    let catalog = snapshot.catalog
    let label: Message = "usage:"
    var text = StyledText(label.text(in: catalog) + " ", snapshot.theme.quiet)
    text += StyledText(hint.usage.text(in: catalog), .bold)
    if let parameter = hint.parameter {
      text += StyledText("\n") + StyledText(parameter.text(in: catalog), snapshot.theme.quiet)
    }
    return text
  }
}
