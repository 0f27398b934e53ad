import Foundation
import MarketWire

/// A pattern for one name in a path: `*.jpg`, `photo-?.png`, `[0-9]*`. `*` is any text, `?` one
/// grapheme cluster, `[a-z]` one of a set, `[!a-z]` one that is not in it. Names are compared in
/// NFC. The dot of a hidden file is matched by a dot only.
public struct Glob: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case letter(Character)
    case any
    case one
    case set([ClosedRange<Character>], isNegated: Bool)
  }

  let parts: [Part]
  /// The name as it was typed, in any normalization form.
  let written: String

  /// - Parameter pieces: the parts of the name; only unquoted ones and variables contain patterns.
  init(_ pieces: [Word.Piece]) {
    var parts: [Part] = []
    for piece in pieces {
      let text = Array(Folding.normalized(piece.text))
      let isPattern = piece.origin == .unquoted || piece.origin == .variable
      parts += isPattern ? Self.parts(of: text) : text.map { .letter($0) }
    }
    self.parts = parts
    written = pieces.map(\.text).joined()
  }

  /// Creates a pattern from unquoted text.
  public init(_ pattern: String) { self.init([Word.Piece(pattern, .unquoted)]) }

  /// Whether it contains more than letters.
  public var isPattern: Bool { parts.contains { if case .letter = $0 { false } else { true } } }

  /// Whether the whole name matches; the time is at most the product of both lengths.
  ///
  /// - Parameter hidesDots: whether a dot at the start is matched by a dot only.
  public func matches(_ name: String, hidesDots: Bool = true) -> Bool {
    let letters = Array(Folding.normalized(name))
    if hidesDots, letters.first == ".", parts.first != .letter(".") { return false }
    var part = 0
    var letter = 0
    var retry: (part: Int, letter: Int)?
    while letter < letters.count {
      if part < parts.count, parts[part] == .any {
        part += 1
        retry = (part, letter)
      } else if part < parts.count, Self.matches(parts[part], letters[letter]) {
        part += 1
        letter += 1
      } else if let last = retry {
        retry = (last.part, last.letter + 1)
        (part, letter) = (last.part, last.letter + 1)
      } else {
        return false
      }
    }
    return parts[part...].allSatisfy { $0 == .any }
  }

  private static func matches(_ part: Part, _ letter: Character) -> Bool {
    switch part {
    case .letter(let own): own == letter
    case .any, .one: true
    case .set(let ranges, let isNegated): ranges.contains { $0.contains(letter) } != isNegated
    }
  }

  /// The parts of a pattern; a `[` without `]` is text.
  private static func parts(of text: [Character]) -> [Part] {
    var parts: [Part] = []
    var index = 0
    var mayHoldSets = true
    while index < text.count {
      switch text[index] {
      case "*":
        if parts.last != .any { parts.append(.any) }
      case "?": parts.append(.one)
      case "[" where mayHoldSets:
        if let (set, end) = set(in: text, at: index) {
          parts.append(set)
          index = end
        } else {
          mayHoldSets = false
          parts.append(.letter("["))
        }
      default: parts.append(.letter(text[index]))
      }
      index += 1
    }
    return parts
  }

  private static func set(in text: [Character], at open: Int) -> (Part, Int)? {
    var index = open + 1
    let isNegated = index < text.count && (text[index] == "!" || text[index] == "^")
    if isNegated { index += 1 }
    var ranges: [ClosedRange<Character>] = []
    while index < text.count, text[index] != "]" || ranges.isEmpty {
      let low = text[index]
      if index + 2 < text.count, text[index + 1] == "-", text[index + 2] != "]" {
        let high = text[index + 2]
        ranges.append(min(low, high)...max(low, high))
        index += 3
      } else {
        ranges.append(low...low)
        index += 1
      }
    }
    return index < text.count ? (.set(ranges, isNegated: isNegated), index) : nil
  }
}
