import CCatalogs
import Synchronization

/// The language of what the user reads.
public final class DisplayLanguage: Sendable {
  private let current: Mutex<MessageCatalog>
  private let usual: MessageCatalog
  /// What writes commands in a language, by its code.
  private let commandNames = Mutex<[String: @Sendable (String) -> String]>([:])

  /// The codes of the languages that the program has, English first.
  public static let codes: [String] =
    ["en"] + (0..<Int(catalog_count)).map { String(cString: catalog_at($0).language) }

  /// - Parameter variables: the environment, where the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that
  ///   is not empty names the language, such as `ko_KR.UTF-8`.
  public convenience init(variables: [String: String]) {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { variables[$0] }
    let name = names.first { !$0.isEmpty } ?? ""
    self.init(Self.catalog(of: String(name.prefix { $0 != "_" && $0 != "." && $0 != "@" })))
  }

  public init(_ catalog: MessageCatalog) {
    usual = catalog
    current = Mutex(catalog)
  }

  public var catalog: MessageCatalog {
    let catalog = current.withLock(\.self)
    return commandNames.withLock { $0[catalog.language] }.map(catalog.naming) ?? catalog
  }

  /// Sets what writes the commands in texts of a language with the names that they have in it.
  public func nameCommands(in code: String, _ names: @escaping @Sendable (String) -> String) {
    commandNames.withLock { $0[code] = names }
  }

  /// Changes the language.
  ///
  /// - Parameter code: such as `ko`; nil is that of the environment.
  public func choose(_ code: String?) { current.withLock { $0 = code.map(Self.catalog) ?? usual } }

  /// The catalog of a language; English for one that the program does not have.
  public static func catalog(of code: String) -> MessageCatalog {
    for index in 0..<Int(catalog_count) {
      let found = catalog_at(index)
      guard String(cString: found.language) == code else { continue }
      let bytes = UnsafeBufferPointer(start: found.bytes, count: found.size)
      var catalog = MOFile(StaticBytes(bytes)).map(MessageCatalog.init) ?? .english
      catalog.language = code
      return catalog
    }
    return .english
  }
}
