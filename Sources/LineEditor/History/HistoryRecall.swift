/// How lines of the history are found again.
struct HistoryRecall: Sendable {
  var navigation: HistoryNavigation?
  var search: HistorySearch?
  /// The pattern of the search before, for an empty one.
  var lastPattern = ""
}
