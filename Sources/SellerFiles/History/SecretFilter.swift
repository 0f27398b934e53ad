import CommandLanguage
import Foundation

/// Decides which lines are saved in the history. A line is not saved if it starts with whitespace,
/// contains a known secret or something that looks like one, or deletes from the history.
package struct SecretFilter: Sendable {
  private let secrets: [String]

  /// - Parameter secrets: Known secrets, such as the identifiers and passwords of all shops.
  package init(secrets: [String] = []) { self.secrets = secrets.filter { !$0.isEmpty } }

  /// Returns whether the line may be saved.
  package func allows(_ line: String) -> Bool {
    guard let first = line.unicodeScalars.first, !Self.whitespace.contains(first) else {
      return false
    }
    if secrets.contains(where: { $0.utf8.count >= 4 && line.contains($0) }) { return false }
    return Tokenizer(line).allSatisfy { command in
      let words = command.tokens.map { $0.fragments.map(\.text).joined() }
      // The argument of `history delete` is the text that must disappear.
      return words.prefix(2) != ["history", "delete"]
        && zip(words, words.dropFirst() + [""]).allSatisfy {
          !isSecret($0, followedBy: $1, isLogin: words.first == "login")
        }
    }
  }

  private func isSecret(_ word: String, followedBy next: String, isLogin: Bool) -> Bool {
    if secrets.contains(where: { word.contains($0) && ($0.utf8.count >= 4 || word == $0) }) {
      return true
    }
    let (name, value) = Self.parts(word)
    if name.hasPrefix("-") || value != nil {
      // `--identifier X` and `OPENMARKET_SECRET=X`, also if they are misspelled.
      let lowercased = name.lowercased()
      if !Self.harmlessOptions.contains(lowercased),
        Self.secretNameParts.contains(where: { lowercased.contains($0) }),
        value != nil || !next.isEmpty
      {
        return true
      }
    }
    return Self.isIdentifier(word) || value.map(Self.isIdentifier) ?? false
      || isLogin && Self.containsIdentifier(word)
  }

  private static func parts(_ word: String) -> (name: String, value: String?) {
    guard let equals = word.firstIndex(of: "=") else { return (word, nil) }
    return (String(word[..<equals]), String(word[word.index(after: equals)...]))
  }

  /// Options that name the source of a secret, but not the secret.
  private static let harmlessOptions: Set<String> = [
    "--secret-stdin", "--no-secret-stdin", "--secret-file",
  ]
  private static let secretNameParts = ["secret", "identif", "passw", "token", "비밀"]
  private static let whitespace = Set(" \t\u{A0}\u{3000}".unicodeScalars)

  /// Whether the word is a UUID, as identifiers are. A UUID inside a longer word is usually part of
  /// the file name of a photo.
  private static func isIdentifier(_ word: String) -> Bool {
    word.utf8.count == 36 && UUID(uuidString: word) != nil
  }

  private static func containsIdentifier(_ word: String) -> Bool {
    let bytes = Array(word.utf8)
    guard bytes.count >= 36 else { return false }
    return (0...bytes.count - 36).contains { start in
      bytes[start + 8] == 0x2D && bytes[start + 13] == 0x2D
        && isIdentifier(String(decoding: bytes[start..<start + 36], as: UTF8.self))
    }
  }
}
