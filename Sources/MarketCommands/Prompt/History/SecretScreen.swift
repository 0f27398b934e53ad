/// Which lines no history may hold: those with a secret, and those that the seller keeps out.
import CommandLanguage
import Foundation
import MarketWire

/// Looks for secrets in a line before it is kept.
struct SecretScreen: Sendable {
  /// What is known to be secret, such as the identifiers and secrets of all shops.
  private let secrets: [String]

  init(secrets: [String] = []) {
    self.secrets = secrets.filter { !$0.isEmpty }
  }

  /// - Parameter others: secrets from elsewhere, such as the environment.
  init(_ markets: Markets, and others: [String] = []) {
    self.init(
      secrets: others
        + markets.profiles.compactMap(\.credentials).flatMap {
          [$0.identifier.revealed, $0.secret.revealed]
        })
  }

  /// Whether the line may be kept. A blank in front keeps it out, as in other shells.
  func keeps(_ line: String) -> Bool {
    guard let first = line.unicodeScalars.first, !Self.blanks.contains(first) else { return false }
    if secrets.contains(where: { $0.utf8.count >= 4 && line.contains($0) }) { return false }
    return Tokenizer(line).allSatisfy { command in
      let words = command.tokens.map { $0.fragments.map(\.text).joined() }
      // What is taken out of the history must not come back by being asked for.
      return words.prefix(2) != ["history", "delete"]
        && zip(words, words.dropFirst() + [""]).allSatisfy {
          !isSecret($0, followedBy: $1, login: words.first == "login")
        }
    }
  }

  private func isSecret(_ word: String, followedBy next: String, login: Bool) -> Bool {
    if secrets.contains(where: { word.contains($0) && ($0.utf8.count >= 4 || word == $0) }) {
      return true
    }
    let (name, value) = Self.parts(word)
    if name.hasPrefix("-") || value != nil {
      let plain = name.lowercased()
      let isHarmless = Self.harmless.contains(plain)
      // `--identifier X` and `OPENMARKET_SECRET=X`, mistyped ones as well.
      if !isHarmless, Self.telling.contains(where: { plain.contains($0) }),
        value != nil || !next.isEmpty
      {
        return true
      }
    }
    return Self.isIdentifier(word) || value.map(Self.isIdentifier) ?? false
      || login && Self.holdsIdentifier(word)
  }

  private static func parts(_ word: String) -> (name: String, value: String?) {
    guard let equals = word.firstIndex(of: "=") else { return (word, nil) }
    return (String(word[..<equals]), String(word[word.index(after: equals)...]))
  }

  /// Options that only say where a secret comes from.
  private static let harmless: Set<String> = [
    "--secret-stdin", "--no-secret-stdin", "--secret-file",
  ]
  private static let telling = ["secret", "identif", "passw", "token", "비밀"]
  private static let blanks = Set(" \t\u{A0}\u{3000}".unicodeScalars)

  /// A vendor's identifier is a UUID alone in a word; photos of phones have one in their name.
  private static func isIdentifier(_ word: String) -> Bool {
    word.utf8.count == 36 && UUID(uuidString: word) != nil
  }

  private static func holdsIdentifier(_ word: String) -> Bool {
    let bytes = Array(word.utf8)
    guard bytes.count >= 36 else { return false }
    return (0...bytes.count - 36).contains { start in
      bytes[start + 8] == 0x2D && bytes[start + 13] == 0x2D
        && isIdentifier(String(decoding: bytes[start..<start + 36], as: UTF8.self))
    }
  }
}
