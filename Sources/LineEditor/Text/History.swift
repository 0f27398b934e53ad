/// The history of lines in memory, newest last.
///
/// 1. It contains each line once, at its newest position.
/// 2. A line canceled by Ctrl-C can be recalled with Up, but it is not an entry and never a hint.
public struct History: Sendable {
  /// Entries and canceled lines, newest last.
  private(set) var lines: [String]
  private var discarded: Set<String> = []

  /// - Parameter entries: the lines, newest last; duplicates are removed.
  public init(_ entries: [String] = []) {
    var seen = Set<String>(minimumCapacity: entries.count)
    var lines: [String] = []
    lines.reserveCapacity(entries.count)
    for entry in entries.reversed() where Self.isEntry(entry) && seen.insert(entry).inserted {
      lines.append(entry)
    }
    lines.reverse()
    self.lines = lines
  }

  /// The lines to save, newest last.
  public var entries: [String] {
    discarded.isEmpty ? lines : lines.filter { !discarded.contains($0) }
  }

  /// Adds a line as the newest entry. Empty lines and lines with leading whitespace are ignored.
  public mutating func add(_ line: String) {
    guard Self.isEntry(line) else { return }
    remove(line)
    lines.append(line)
  }

  public mutating func remove(_ line: String) {
    discarded.remove(line)
    let bytes = Array(line.utf8)
    lines.removeAll { $0.utf8.count == bytes.count && $0.hasBytePrefix(bytes) }
  }

  /// Adds a line that was discarded with Ctrl-C, so that it can be recalled.
  mutating func keepDiscarded(_ line: String) {
    guard !line.isEmpty else { return }
    let count = lines.count
    let wasDiscarded = discarded.contains(line)
    remove(line)
    let isEntry = lines.count < count && !wasDiscarded
    lines.append(line)
    if !isEntry { discarded.insert(line) }
  }

  private static func isEntry(_ line: String) -> Bool {
    line.unicodeScalars.first.map { !$0.properties.isWhitespace } ?? false
  }
}

extension History {
  /// Returns the position of the next older or newer line that starts with `prefix` and differs
  /// from `current`.
  func position(from start: Int, older: Bool, prefix: String, unlike current: String) -> Int? {
    var position = older ? start - 1 : start + 1
    let prefix = Array(prefix.utf8)
    while lines.indices.contains(position) {
      if lines[position].hasBytePrefix(prefix), lines[position] != current { return position }
      position += older ? -1 : 1
    }
    return nil
  }

  /// Returns the entries that start with `line` and are longer, newest first. A hint has one row,
  /// so entries with a line break in the rest are left out.
  func continuations(of line: String) -> Continuations {
    Continuations(lines: lines, discarded: discarded, prefix: Array(line.utf8))
  }

  /// Returns the last word of the entry `depth` lines before the newest. Quotes keep a word
  /// together.
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
    for character in line {
      if character.isWhitespace, quote == nil, !isEscaped {
        if !word.isEmpty { last = word }
        word = ""
        continue
      }
      word.append(character)
      if isEscaped {
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "\"" || character == "'" {
        quote = character
      }
    }
    return word.isEmpty ? last : word
  }
}

/// The entries that continue a prefix. A concrete type, so that the compiler specializes the loop:
/// each key press searches all entries.
struct Continuations: Sequence, IteratorProtocol, Sendable {
  private let lines: [String]
  private let discarded: Set<String>
  private let prefix: [UInt8]
  /// The number of lines left to check.
  private var left: Int

  init(lines: [String], discarded: Set<String>, prefix: [UInt8]) {
    self.lines = lines
    self.discarded = discarded
    self.prefix = prefix
    left = lines.count
  }

  mutating func next() -> String? {
    while left > 0 {
      left -= 1
      guard lines[left].utf8.count > prefix.count, lines[left].hasBytePrefix(prefix) else {
        continue
      }
      let line = lines[left]
      let hasLineBreak = line.utf8.dropFirst(prefix.count).contains(UInt8(ascii: "\n"))
      if !hasLineBreak, !discarded.contains(line) { return line }
    }
    return nil
  }
}

extension String {
  /// Whether the string starts with these bytes. Canonically equivalent strings with other bytes do
  /// not match: as commands, they differ.
  func hasBytePrefix(_ prefix: [UInt8]) -> Bool {
    guard utf8.count >= prefix.count else { return false }
    let quick = utf8.withContiguousStorageIfAvailable { bytes in
      // Lines of the same command differ at the end.
      for index in prefix.indices.reversed() where bytes[index] != prefix[index] { return false }
      return true
    }
    return quick ?? utf8.starts(with: prefix)
  }
}
