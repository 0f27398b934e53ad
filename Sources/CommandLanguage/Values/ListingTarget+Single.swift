extension ListingTarget {
  /// Whether it names one listing.
  package var isSingle: Bool {
    switch self {
    case .id, .code, .last: true
    case .range(let range): range.count == 1
    case .codes, .page, .input: false
    }
  }
}
