/// The state of history navigation and search.
struct HistoryRecall: Sendable {
  var navigation: HistoryNavigation?
  var search: HistorySearch?
  /// The pattern of the previous search, which a search without a pattern uses.
  var lastPattern = ""
}
