package import CommandLanguage
package import LineEditor

/// The topics of `help`, one per file of this folder.
package enum HelpTopics {
  /// - Parameter keys: the keys that `help keys` lists.
  package static func all(keys: KeyStyle = .emacs) -> [HelpTopic] {
    [pictures, offline, scripts, serving, money, dates, Self.keys(keys), forms, files]
  }
}
