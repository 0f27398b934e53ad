/// The lines that were run, as the editor walks through them.

/// Earlier lines in memory, the newest last.
///
/// 1. No line is in it twice: the newest place counts.
/// 2. A line dropped by Ctrl-C can be walked to, but is neither an entry nor ever a hint.
public struct History: Sendable {
  /// Entries and dropped lines in the order in which Up meets them from the end.
  private(set) var lines: [String]
  private var dropped: Set<String> = []

  /// - Parameter entries: the newest last; of equal ones the last counts.
  public init(_ entries: [String] = []) {
    var seen = Set<String>(minimumCapacity: entries.count)
    var kept: [String] = []
    kept.reserveCapacity(entries.count)
    for entry in entries.reversed() where Self.isKept(entry) && seen.insert(entry).inserted {
      kept.append(entry)
    }
    kept.reverse()
    lines = kept
  }

  /// What is to be kept, the newest last.
  public var entries: [String] {
    dropped.isEmpty ? lines : lines.filter { !dropped.contains($0) }
  }

  /// Adds a line as the newest. An empty line and one with a leading blank are refused.
  public mutating func add(_ line: String) {
    guard Self.isKept(line) else { return }
    remove(line)
    lines.append(line)
  }

  public mutating func remove(_ line: String) {
    dropped.remove(line)
    let bytes = Array(line.utf8)
    lines.removeAll { $0.utf8.count == bytes.count && $0.begins(with: bytes) }
  }

  /// Keeps a line that was not run, so that it can be brought back.
  mutating func drop(_ line: String) {
    guard !line.isEmpty else { return }
    let count = lines.count
    let wasDropped = dropped.contains(line)
    remove(line)
    let isEntry = lines.count < count && !wasDropped
    lines.append(line)
    if !isEntry { dropped.insert(line) }
  }

  private static func isKept(_ line: String) -> Bool {
    line.unicodeScalars.first.map { !$0.properties.isWhitespace } ?? false
  }
}

extension History {
  /// The next line before (or behind) a position that begins with `prefix` and is not `current`.
  func position(
    from start: Int, older: Bool, prefix: String, unlike current: String
  ) -> Int? {
    var position = older ? start - 1 : start + 1
    let prefix = Array(prefix.utf8)
    while lines.indices.contains(position) {
      if lines[position].begins(with: prefix), lines[position] != current { return position }
      position += older ? -1 : 1
    }
    return nil
  }

  /// Entries that begin with a line and are longer, newest first, found as they are asked for. A
  /// hint stands in one row, so one that would go over several lines is left out.
  func continuations(of line: String) -> Continuations {
    Continuations(lines: lines, dropped: dropped, prefix: Array(line.utf8))
  }

  /// The last word of the entry `depth` lines before the newest; quotes hold a word together.
  func lastWord(depth: Int) -> String? {
    let entries = entries
    guard entries.indices.contains(entries.count - 1 - depth) else { return nil }
    return Self.lastWord(of: entries[entries.count - 1 - depth])
  }

  private static func lastWord(of line: String) -> String {
    var last = ""
    var word = ""
    var quote: Character?
    var isEscaped = false
    for letter in line {
      if letter.isWhitespace, quote == nil, !isEscaped {
        if !word.isEmpty { last = word }
        word = ""
        continue
      }
      word.append(letter)
      if isEscaped {
        isEscaped = false
      } else if letter == "\\", quote != "'" {
        isEscaped = true
      } else if letter == quote {
        quote = nil
      } else if quote == nil, letter == "\"" || letter == "'" {
        quote = letter
      }
    }
    return word.isEmpty ? last : word
  }
}

/// Entries that go on from a prefix. The loop is here, where it is compiled for strings: a hint is
/// looked for among all entries at each key.
struct Continuations: Sequence, IteratorProtocol, Sendable {
  private let lines: [String]
  private let dropped: Set<String>
  private let prefix: [UInt8]
  /// How many are still to be looked at.
  private var left: Int

  init(lines: [String], dropped: Set<String>, prefix: [UInt8]) {
    self.lines = lines
    self.dropped = dropped
    self.prefix = prefix
    left = lines.count
  }

  mutating func next() -> String? {
    while left > 0 {
      left -= 1
      guard lines[left].utf8.count > prefix.count, lines[left].begins(with: prefix) else {
        continue
      }
      let line = lines[left]
      let goesOver = line.utf8.dropFirst(prefix.count).contains(UInt8(ascii: "\n"))
      if !goesOver, !dropped.contains(line) { return line }
    }
    return nil
  }
}

extension String {
  /// Compares bytes: the text that stands behind them is what will be run.
  func begins(with prefix: [UInt8]) -> Bool {
    guard utf8.count >= prefix.count else { return false }
    let quick = utf8.withContiguousStorageIfAvailable { bytes in
      for index in prefix.indices where bytes[index] != prefix[index] { return false }
      return true
    }
    return quick ?? utf8.starts(with: prefix)
  }
}
