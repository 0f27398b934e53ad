extension ListingTarget {
  /// Returns targets that stand for exactly these ids, in their order. Three or more consecutive
  /// ids become a range.
  package static func covering(_ ids: [Int]) -> [ListingTarget] {
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
