import Base
package import CommandLanguage
import MarketWire
import Messages
package import SellerFiles

/// The aliases that every prompt has, in a file.
package struct SavedAliases: Sendable {
  private let file: PrivateFile

  package init(_ environment: Environment) {
    file = PrivateFile(path: environment.paths.aliases)
  }

  /// The commands by the names of the aliases.
  package func read() throws(FileError) -> [String: String] {
    guard let value = try file.read() else { return [:] }
    guard let members = value.objectValue?.members else {
      throw FileError(path: file.path, reason: .damaged("it is no object"))
    }
    return Dictionary(
      members.compactMap { member in member.value.stringValue.map { (member.key, $0) } },
      uniquingKeysWith: { $1 })
  }

  /// The aliases; those that an older or newer version wrote and that are no commands are left out.
  package var aliases: Aliases {
    get throws(FileError) {
      try read().reduce(into: Aliases()) { aliases, entry in
        try? aliases.set(entry.key, to: entry.value)
      }
    }
  }

  /// Keeps an alias, or removes it from the file if its text is nil.
  package func set(_ name: String, to text: String?) throws(FileError) {
    try file.withLock { () throws(FileError) in
      var all = try read()
      guard all[name] != text else { return }
      all[name] = text
      var object = JSONObject()
      for (name, text) in all.sorted(by: { $0.key < $1.key }) {
        object.append(name, .string(text))
      }
      try file.write(.object(object))
    }
  }
}
