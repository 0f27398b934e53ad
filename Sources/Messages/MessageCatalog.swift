/// The translations of messages into one language. English is the empty catalog: it looks nothing
/// up. A message without a usable translation is rendered in English.
public struct MessageCatalog: Sendable {
  enum Mode: Sendable {
    case english
    /// English in brackets, for tests; each key is reported when its message is rendered.
    case bracketing(@Sendable (String) -> Void)
    /// Finds the translation of a message; nil is English.
    case translated(@Sendable (Message) -> MessagePattern?)
  }

  let mode: Mode
  /// Writes a command with the names that commands and options have in the language.
  private var named: @Sendable (String) -> String = { $0 }
  /// The code of the language, such as `ko`; empty if the catalog is not one of the program's.
  package internal(set) var language = ""

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

  public init(_ file: MOFile) { self.init(translation: file.pattern) }

  init(translation: @escaping @Sendable (Message) -> MessagePattern?) {
    mode = .translated(translation)
  }

  private init(mode: Mode) { self.mode = mode }

  /// The same texts, in which `names` writes the commands.
  public func naming(commands names: @escaping @Sendable (String) -> String) -> MessageCatalog {
    var catalog = self
    catalog.named = names
    return catalog
  }

  /// A command line with the names that commands and options have in the language.
  public func command(_ line: String) -> String { named(line) }
}
