import MarketWire

/// A word of a shell command, made of literal text and variables.
///
/// Literal text never becomes a variable, so a listing cannot make the shell insert a secret.
struct ShellWord: Hashable {
  private enum Piece: Hashable {
    case literal(String)
    case variable(String)
  }

  private var pieces: [Piece] = []

  init(_ text: String = "") {
    append(text)
  }

  mutating func append(_ text: String) {
    if case .literal(let before) = pieces.last {
      pieces[pieces.count - 1] = .literal(before + text)
    } else if !text.isEmpty {
      pieces.append(.literal(text))
    }
  }

  mutating func append(variable name: String) {
    pieces.append(.variable(name))
  }

  /// Returns the word with each literal transformed.
  func map(_ transform: (String) -> String) -> ShellWord {
    var result = self
    result.pieces = pieces.map { piece in
      if case .literal(let text) = piece { .literal(transform(text)) } else { piece }
    }
    return result
  }

  static func + (left: ShellWord, right: ShellWord) -> ShellWord {
    var result = left
    for piece in right.pieces {
      switch piece {
      case .literal(let text): result.append(text)
      case .variable(let name): result.append(variable: name)
      }
    }
    return result
  }

  /// The word quoted for a POSIX shell.
  var quoted: String {
    guard !pieces.isEmpty else { return "''" }
    return pieces.map { piece in
      switch piece {
      case .literal(let text): Self.quote(text)
      case .variable(let name): "\"$\(name)\""
      }
    }.joined()
  }

  private static func quote(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0.isAlphanumeric || "-./:_,".utf8.contains($0) }
    return isPlain ? text : "'\(text.replacing("'", with: "'\\''"))'"
  }
}
