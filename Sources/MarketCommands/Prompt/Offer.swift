/// One thing that may stand at the cursor, before it is known whether it fits what is typed.
import CommandLanguage
import LineEditor
import TerminalKit

/// What is offered, and by which texts it is found.
struct Offer: Sendable {
  /// How it looks in the menu; made only for what is shown.
  enum Look: Sendable {
    /// Itself, with words beside it.
    case word(detail: String)
    /// An option with its value's name.
    case option(ParameterFacts)
    case listing(ShownListing)
    case code(String, ShownListing?)
    case file(path: String, isFolder: Bool)
  }

  /// What is put into the line where it needs no quotes.
  var text: String
  var look: Look
  /// How it is searched, in any of these texts.
  var matches: [MatchText]
  /// Kinds that are smaller come first where nothing else decides.
  var kind = 0
  var uses = 0

  init(_ text: String, _ look: Look, matches: [MatchText]? = nil, kind: Int = 0) {
    self.text = text
    self.look = look
    self.matches = matches ?? [MatchText(text)]
    self.kind = kind
  }

  init(_ text: String, _ detail: String = "", kind: Int = 0) {
    self.init(text, .word(detail: detail), kind: kind)
  }
}

extension [Offer] {
  /// More than anybody scrolls through.
  static var most: Int { 1000 }

  /// Those that fit what is typed, best first: the exact first word, the shorter span, the earlier
  /// start, the kind, how often it was used, then the order that they have.
  func ranked(by typed: String) -> [Offer] {
    let match = LetterMatch(typed)
    let pressed = LetterMatch(pressedFor: typed)
    var keys: [UInt64] = []
    keys.reserveCapacity(count)
    for (index, offer) in enumerated() {
      guard let rank = offer.rank(by: match) ?? pressed.flatMap(offer.rank) else { continue }
      keys.append(offer.key(rank, index))
    }
    return keys.sorted().prefix(Self.most).map { self[Int($0 & 0x3F_FFFF)] }
  }
}

extension Offer {
  fileprivate func rank(by match: LetterMatch) -> LetterMatch.Rank? {
    var best: LetterMatch.Rank?
    for text in matches {
      guard let rank = match.rank(in: text) else { continue }
      if best.map({ rank < $0 }) ?? true { best = rank }
    }
    return best
  }

  /// All that the order goes by in one number, so that thousands are sorted in a moment.
  fileprivate func key(_ rank: LetterMatch.Rank, _ index: Int) -> UInt64 {
    func part(_ value: Int, _ bits: Int) -> UInt64 {
      UInt64(Swift.min(max(0, value), 1 << bits - 1))
    }
    var key: UInt64 = rank.isFirstWord ? 0 : 1
    key = key << 12 | part(rank.span, 12)
    key = key << 12 | part(rank.start, 12)
    key = key << 4 | part(kind, 4)
    key = key << 13 | part(8191 - uses, 13)
    return key << 22 | part(index, 22)
  }
}
