/// The current hint, and whether it may be shown.
///
/// 1. After a deletion, history navigation or Escape, no hint is shown until text is inserted.
/// 2. A hint stays as long as it matches the typed text, so it does not flicker.
struct HintState: Sendable {
  /// Whether the last change was an insertion.
  var isAllowed = false
  /// The typed line followed by the hint, at the time the assistant was asked.
  private var expected: [UInt8] = []
  private var kind = Hint.Kind.history
  /// The text revision that `current` belongs to.
  private var revision: Int?
  private var current: Hint?

  mutating func reset() {
    expected = []
    revision = nil
    current = nil
  }

  /// Returns the hint for the text, and asks the assistant only if the last hint no longer matches.
  mutating func hint(for buffer: EditBuffer, asking ask: (String) -> Hint?) -> Hint? {
    if revision == buffer.revision { return current }
    revision = buffer.revision
    if expected.count > buffer.count, expected.starts(with: buffer.text.utf8) {
      current = Hint(String(decoding: expected.dropFirst(buffer.count), as: UTF8.self), kind)
      return current
    }
    current = ask(buffer.text).flatMap { $0.text.isEmpty || $0.text.contains("\n") ? nil : $0 }
    kind = current?.kind ?? .history
    expected = current.map { Array((buffer.text + $0.text).utf8) } ?? []
    return current
  }
}

extension Hint {
  /// The text that accepting the hint inserts.
  var acceptable: String { kind == .history ? text : String(text.prefix { $0 != "<" }) }
}
