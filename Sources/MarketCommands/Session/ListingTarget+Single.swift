import CommandLanguage

extension ListingTarget {
  /// Whether it names one listing.
  var isSingle: Bool {
    switch self {
    case .id, .code, .last: true
    case .range(let range): range.count == 1
    case .page: false
    }
  }
}

extension ListingTarget {
  /// Targets that stand for exactly these ids, in their order: neighbors that rise become a range.
  static func covering(_ ids: [Int]) -> [ListingTarget] {
    var runs: [ClosedRange<Int>] = []
    for id in ids {
      if let last = runs.last, last.upperBound + 1 == id {
        runs[runs.count - 1] = last.lowerBound...id
      } else {
        runs.append(id...id)
      }
    }
    return runs.flatMap { run -> [ListingTarget] in
      run.count < 3 ? run.map { .id($0) } : [.range(run)]
    }
  }
}
