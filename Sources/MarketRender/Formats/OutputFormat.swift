/// The formats of `--format`, and what a format cannot do.

/// How an answer is written.
public enum OutputFormat: String, CaseIterable, Sendable {
  case table
  case grid
  case json
  case jsonl
  case csv
  case tsv
  case ids

  /// What is used unless the user says otherwise.
  public static func standard(isTerminal: Bool) -> OutputFormat { isTerminal ? .table : .tsv }

  /// Whether the text is for people.
  public var isForPeople: Bool { self == .table || self == .grid }
}

/// Why an answer cannot be written as wished.
public enum OutputFormatError: Error, Hashable, Sendable {
  /// `--fields` names a field that the answer does not have.
  case unknownField(String, known: [String])
  /// `--format ids` for an answer without ids.
  case noIdentifiers
}
