import Foundation
import MarketWire

/// The variables of `let` and `--var`.
public struct Variables: Hashable, Sendable {
  /// The most bytes of a value, and of all the values in one command. A variable may be part of the
  /// next one's value, so that a few lines could fill the memory.
  public static let byteLimit = 64 << 10

  private var texts: [String: String] = [:]

  /// - Parameter texts: the values by name; the names are not checked.
  public init(_ texts: [String: String] = [:]) {
    for (name, text) in texts { self[name] = text }
  }

  /// The value of a variable; names are compared in NFC.
  public subscript(name: String) -> String? {
    get { texts[Folding.normalized(name)] }
    set { texts[Folding.normalized(name)] = newValue }
  }

  public var names: [String] { texts.keys.sorted() }

  /// Whether a text is a valid name: a letter of any script or `_`, then letters, digits and `_`.
  public static func isName(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, startsName(first) else { return false }
    return scalars.dropFirst().allSatisfy(continuesName)
  }

  /// The words of a command with the values of its variables; a value never becomes two words.
  ///
  /// - Throws: all problems at once: control characters, open quotes, unknown variables, values that
  ///   are too long together.
  public func words(of command: CommandTokens) throws(UsageError) -> [Word] {
    var problems = command.problems
    if let unfinished = command.unfinished {
      problems.append(UsageProblem(.unfinished(unfinished.kind), at: unfinished.origin))
    }
    var bytesLeft = Self.byteLimit
    let words = command.tokens.map { word(of: $0, &bytesLeft, problems: &problems) }
    guard problems.isEmpty else { throw UsageError(command: nil, problems: problems, typed: words) }
    return words
  }

  static func startsName(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isAlphabetic
  }

  static func continuesName(_ scalar: Unicode.Scalar) -> Bool {
    startsName(scalar) || scalar.properties.numericType == .decimal
      || scalar.properties.generalCategory == .nonspacingMark
  }

  private func word(
    of token: Token, _ bytesLeft: inout Int, problems: inout [UsageProblem]
  ) -> Word {
    var pieces: [Word.Piece] = []
    for fragment in token.fragments {
      switch fragment.kind {
      case .unquoted: pieces.append(Word.Piece(fragment.text, .unquoted))
      case .quoted: pieces.append(Word.Piece(fragment.text, .quoted))
      case .variable, .quotedVariable:
        if let text = self[fragment.text] {
          let isFirstTooLong = bytesLeft >= 0 && text.utf8.count > bytesLeft
          bytesLeft -= text.utf8.count
          if isFirstTooLong {
            problems.append(UsageProblem(.valuesTooLong(Self.byteLimit), at: fragment.place))
          }
          guard bytesLeft >= 0 else { continue }
          pieces.append(Word.Piece(text, fragment.kind == .variable ? .variable : .quoted))
        } else {
          let nearest = NearMiss.nearest(to: fragment.text, among: names)
          problems.append(
            UsageProblem(
              .unknownVariable(fragment.text, nearest: nearest), at: fragment.place))
        }
      }
    }
    return Word(pieces, at: token.place)
  }
}
