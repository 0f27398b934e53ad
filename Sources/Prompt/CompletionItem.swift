/// One thing that may stand at the cursor, before it is known whether it fits what is typed.
import CommandLanguage

/// What is offered, and by which texts it is found.
struct CompletionItem: Sendable {
  /// How it is written and looks in the menu; made only for what is shown.
  enum Look: Sendable {
    /// Itself, with words beside it.
    case word(detail: String)
    /// An option with its value's name.
    indirect case option(ParameterFacts)
    /// A listing, by its place among those that were shown.
    case listing(Int)
    /// A code, with the place of its listing where that was shown.
    case code(Int?)
    case file(isFolder: Bool)
    case variable(value: String)
    /// A whole line.
    case proposal
    /// The home folder by its sign.
    case home
  }

  /// What is put into the line where it needs no quotes.
  var text: String
  var look: Look
  /// How it is searched.
  var match: FuzzyText
  /// A second text by which it is found.
  var otherMatch: FuzzyText?
  /// Kinds that are smaller come first where nothing else decides.
  var kind = 0
  var uses = 0

  init(
    _ text: String, _ look: Look, match: FuzzyText? = nil, or otherMatch: FuzzyText? = nil,
    kind: Int = 0
  ) {
    self.text = text
    self.look = look
    self.match = match ?? FuzzyText(text)
    self.otherMatch = otherMatch
    self.kind = kind
  }

  init(_ text: String, _ detail: String = "", kind: Int = 0) {
    self.init(text, .word(detail: detail), kind: kind)
  }
}

extension [CompletionItem] {
  /// More than anybody scrolls through.
  static var most: Int { 1000 }

  /// Those that fit what is typed, best first: the exact first word, the shorter span, the earlier
  /// start, the kind, how often it was used, then the order that they have.
  func ranked(by typed: String) -> [CompletionItem] {
    let ranking = Ranking(typed)
    var keys: [UInt64] = []
    keys.reserveCapacity(count)
    for index in indices {
      if let key = ranking.key(of: self[index], at: index) { keys.append(key) }
    }
    keys.sort()
    return keys.prefix(Self.most).map { self[Int($0 & 0x3F_FFFF)] }
  }
}

/// How offers are put in order by what is typed.
private struct Ranking {
  private let match: FuzzyPattern
  /// The same keys with the Korean keyboard left on.
  private let pressed: FuzzyPattern?
  /// The digits typed, or nothing; nil for anything else.
  private let number: String?

  init(_ typed: String) {
    match = FuzzyPattern(typed)
    pressed = FuzzyPattern(pressedFor: typed)
    number = typed.utf8.allSatisfy { (0x30...0x39).contains($0) } ? typed : nil
  }

  /// All that the order goes by in one number, so that thousands are sorted in a moment; nil for
  /// what does not fit.
  func key(of offer: CompletionItem, at index: Int) -> UInt64? {
    func part(_ value: Int, _ bits: Int) -> UInt64 {
      UInt64(min(max(0, value), 1 << bits - 1))
    }
    let isById = isById(offer)
    var best = rank(of: offer)
    if isById, let rank = match.rank(in: FuzzyText(offer.text)) {
      best = best.map { min($0, rank) } ?? rank
    }
    guard let best else { return nil }
    var key: UInt64 = best.isFirstWord ? 0 : 1
    key = key << 12 | part(best.span, 12)
    key = key << 12 | part(best.start, 12)
    key = key << 4 | part(isById ? 0 : offer.kind, 4)
    key = key << 13 | part(8191 - offer.uses, 13)
    return key << 22 | part(index, 22)
  }

  private func rank(of offer: CompletionItem) -> FuzzyPattern.Rank? {
    rank(of: offer, by: match) ?? pressed.flatMap { rank(of: offer, by: $0) }
  }

  private func rank(of offer: CompletionItem, by match: FuzzyPattern) -> FuzzyPattern.Rank? {
    let rank = match.rank(in: offer.match)
    guard let other = offer.otherMatch.flatMap(match.rank) else { return rank }
    return rank.map { min($0, other) } ?? other
  }

  /// Whether digits are those of a listing's id from its start; digits of names are found as well.
  private func isById(_ offer: CompletionItem) -> Bool {
    guard let number, case .listing = offer.look else { return false }
    return offer.text.utf8.starts(with: number.utf8)
  }
}
