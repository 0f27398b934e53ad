/// A format of `--format`.
public enum OutputFormat: String, CaseIterable, Sendable {
  case table
  case grid
  case json
  case jsonl
  case csv
  case tsv
  case ids

  /// The default: a table on a terminal, TSV elsewhere.
  public static func standard(isTerminal: Bool) -> OutputFormat { isTerminal ? .table : .tsv }

  /// Whether the format is for people rather than programs.
  public var isForPeople: Bool { self == .table || self == .grid }
}

/// Why an output cannot be written in the requested format.
public enum OutputFormatError: Error, Hashable, Sendable {
  /// `--fields` names a field that the output does not have.
  case unknownField(String, known: [String])
  /// `--format ids` for an output without ids.
  case noIdentifiers
}
