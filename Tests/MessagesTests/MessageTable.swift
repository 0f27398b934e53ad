@testable import Messages

/// The usable translations of a PO file by key.
///
/// 1. Each pattern uses only values that its message has.
/// 2. A counted message has as many patterns as the plural rule can choose.
final class MessageTable: Sendable {
  private let single: [String: MessagePattern]
  private let counted: [String: [MessagePattern]]
  private let rule: PluralRule

  init(_ file: POFile) {
    var single: [String: MessagePattern] = [:]
    var counted: [String: [MessagePattern]] = [:]
    for entry in file.entries {
      guard let patterns = entry.patterns(forms: file.rule.forms) else { continue }
      if let key = entry.plural {
        counted[key] = patterns
      } else {
        single[entry.key] = patterns[0]
      }
    }
    self.single = single
    self.counted = counted
    rule = file.rule
  }

  func pattern(for message: Message) -> MessagePattern? {
    guard case .counted(let count, _) = message.form else { return single[message.key] }
    return counted[message.key]?[rule.index(of: count)]
  }
}

extension MessageCatalog {
  /// The catalog of a PO file; its damaged, fuzzy and empty entries stay English.
  init(po text: String) {
    self.init(POFile(text))
  }

  init(_ file: POFile) {
    self.init(translation: MessageTable(file).pattern)
  }
}
