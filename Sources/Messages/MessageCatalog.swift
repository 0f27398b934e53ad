/// The translations of messages into one language.
///
/// English is the empty catalog: it looks nothing up. A message without a usable translation is
/// rendered in English.
public struct MessageCatalog: Sendable {
  enum Mode: Sendable {
    case english
    /// English in brackets, for tests; each key is reported when its message is rendered.
    case bracketing(@Sendable (String) -> Void)
    case translated(MessageTable)
    case compiled(MOFile)
  }

  let mode: Mode

  public static let english = MessageCatalog(mode: .english)

  /// English with `⟦…⟧` around each text: letters outside of brackets are values, or text that is
  /// not a message.
  public static let bracketing = MessageCatalog(mode: .bracketing { _ in })

  /// Like ``bracketing``, and reports the key of each message that it renders.
  public static func bracketing(
    observing observe: @escaping @Sendable (String) -> Void
  ) -> MessageCatalog {
    MessageCatalog(mode: .bracketing(observe))
  }

  /// The catalog of a PO file; its damaged, fuzzy and empty entries stay English.
  public init(po text: String) {
    self.init(POFile(text))
  }

  public init(_ file: POFile) {
    mode = .translated(MessageTable(file))
  }

  public init(_ file: MOFile) {
    mode = .compiled(file)
  }

  private init(mode: Mode) {
    self.mode = mode
  }
}

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
