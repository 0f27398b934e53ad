import MarketWire

/// Removes the secrets of a call from untrusted text, in the forms in which a market may echo them.
struct Redaction: Sendable {
  private var secrets: Set<String> = []

  init(credentials: Credentials?, path: RemovalPath? = nil) {
    if let credentials {
      hide(credentials.secret.revealed)
      hide(credentials.identifier.revealed)
    }
    if let path {
      let token = path.revealed.split(separator: "/").last.map(String.init) ?? path.revealed
      hide(token)
      hide(String(token.prefix { $0 != "=" }))
      if let decoded = PercentEncoding.decode(token) { hide(decoded) }
    }
  }

  init(hiding texts: [String]) {
    for text in texts { hide(text) }
  }

  /// Returns the text without secrets, cut to ``ClientError/messageLimit`` characters.
  func callAsFunction(_ text: String) -> String {
    String(hide(in: text).prefix(ClientError.messageLimit))
  }

  /// Returns the text with each secret replaced by `***`.
  func hide(in text: String) -> String {
    // The longest first, because a short one can be part of it.
    secrets.sorted { $0.utf8.count > $1.utf8.count }.reduce(text) { text, secret in
      text.replacing(secret, with: "***")
    }
  }

  private mutating func hide(_ text: String) {
    // Shorter texts are typing errors, not secrets. Hiding them would make messages unreadable.
    guard text.utf8.count >= 4 else { return }
    secrets.formUnion([text, text.uppercased(), text.lowercased(), PercentEncoding.encode(text)])
  }
}
