import CommandLanguage

extension [CompletionItem] {
  /// The most items of one completion.
  static var limit: Int { 1000 }

  /// The items that match the typed word, best first: the typed word is the whole first word, the
  /// shorter match, the earlier match, the lower priority, the more uses, the original order.
  func ranked(by typed: String) -> [CompletionItem] {
    let ranking = CompletionRanking(typed)
    var keys: [UInt64] = []
    keys.reserveCapacity(count)
    for index in indices {
      if let key = ranking.key(of: self[index], at: index) { keys.append(key) }
    }
    keys.sort()
    return keys.prefix(Self.limit).map { self[Int($0 & 0x3F_FFFF)] }
  }
}

/// Sort keys of completion items for a typed word.
private struct CompletionRanking {
  private let match: FuzzyPattern
  /// The Latin letters of the same keys, if Hangul was typed.
  private let latinMatch: FuzzyPattern?
  /// The typed word if it has digits only.
  private let number: String?

  init(_ typed: String) {
    match = FuzzyPattern(typed)
    latinMatch = FuzzyPattern(pressedFor: typed)
    number = typed.utf8.allSatisfy { (0x30...0x39).contains($0) } ? typed : nil
  }

  /// The sort key of an item; nil if it does not match.
  ///
  /// All criteria are packed into one number, because sorting thousands of numbers is fast. From
  /// the highest bit: 1 bit for the first word, 12 for the length of the match, 12 for its start, 4
  /// for the priority, 13 for the uses, 22 for the index.
  func key(of item: CompletionItem, at index: Int) -> UInt64? {
    func field(_ value: Int, _ bits: Int) -> UInt64 { UInt64(min(max(0, value), 1 << bits - 1)) }
    let isById = isById(item)
    var best = rank(of: item)
    if isById, let rank = match.rank(in: FuzzyText(item.text)) {
      best = best.map { min($0, rank) } ?? rank
    }
    guard let best else { return nil }
    var key: UInt64 = best.isFirstWord ? 0 : 1
    key = key << 12 | field(best.span, 12)
    key = key << 12 | field(best.start, 12)
    key = key << 4 | field(isById ? 0 : item.priority, 4)
    key = key << 13 | field(8191 - item.useCount, 13)
    return key << 22 | field(index, 22)
  }

  private func rank(of item: CompletionItem) -> FuzzyPattern.Rank? {
    rank(of: item, by: match) ?? latinMatch.flatMap { rank(of: item, by: $0) }
  }

  private func rank(of item: CompletionItem, by match: FuzzyPattern) -> FuzzyPattern.Rank? {
    let rank = match.rank(in: item.match)
    guard let other = item.otherMatch.flatMap(match.rank) else { return rank }
    return rank.map { min($0, other) } ?? other
  }

  /// Whether the typed digits begin the id of a listing. Digits in its name match as well.
  private func isById(_ item: CompletionItem) -> Bool {
    guard let number, case .listing = item.content else { return false }
    return item.text.utf8.starts(with: number.utf8)
  }
}
