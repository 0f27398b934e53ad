/// The maximum size of a history.
package struct HistoryLimits: Hashable, Sendable {
  /// The number of entries that a rewrite keeps.
  package var entries = 10_000
  /// The file size above which the file is rewritten, in bytes.
  package var bytes = 8_000_000
  /// The maximum length of a line in the file, in bytes. Longer lines are kept in memory only.
  package var lineBytes = 65_536

  package init() {}
}
