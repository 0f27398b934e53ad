/// The hint behind the line, and when it may stand there.

/// 1. Nothing is shown after a deletion, a walk or Escape until something is inserted.
/// 2. A hint stays while what is typed still fits it, so it does not flicker.
struct HintState: Sendable {
  /// Whether the last change of the text was an insertion.
  var isAllowed = false
  /// The line that was typed and the whole hint, when it was asked for.
  private var whole: [UInt8] = []
  private var kind = Hint.Kind.history
  /// The revision of the text that `current` belongs to.
  private var revision: Int?
  private var current: Hint?

  mutating func forget() {
    whole = []
    revision = nil
    current = nil
  }

  /// The hint for a text, asked for only where the last one does not fit any more.
  mutating func hint(for buffer: EditBuffer, asking ask: (String) -> Hint?) -> Hint? {
    if revision == buffer.revision { return current }
    revision = buffer.revision
    if whole.count > buffer.count, whole.starts(with: buffer.text.utf8) {
      current = Hint(String(decoding: whole.dropFirst(buffer.count), as: UTF8.self), kind)
      return current
    }
    current = ask(buffer.text).flatMap { $0.text.isEmpty || $0.text.contains("\n") ? nil : $0 }
    kind = current?.kind ?? .history
    whole = current.map { Array((buffer.text + $0.text).utf8) } ?? []
    return current
  }
}

extension Hint {
  /// What accepting puts into the line.
  var acceptable: String {
    kind == .history ? text : String(text.prefix { $0 != "<" })
  }
}
