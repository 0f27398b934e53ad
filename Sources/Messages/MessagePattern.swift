/// The text of a translation with its placeholders. `{2}` is the second value of the message,
/// `{2:을/를}` the particle that fits after it, `{{` and `}}` are braces.
struct MessagePattern: Hashable, Sendable {
  enum Element: Hashable, Sendable {
    case text(String)
    /// The value with this index, from 0.
    case value(Int)
    case particle(Int, KoreanParticle)
  }

  private(set) var elements: [Element] = []

  /// - Returns: nil if a brace is alone, or a placeholder has no number or an unknown particle.
  init?(_ text: String) {
    var literal = ""
    var rest = text[...]
    while let first = rest.popFirst() {
      switch first {
      case "{" where rest.first == "{", "}" where rest.first == "}":
        rest.removeFirst()
        literal.append(first)
      case "{":
        guard let end = rest.firstIndex(of: "}"), let element = Self.placeholder(rest[..<end])
        else { return nil }
        if !literal.isEmpty { elements.append(.text(literal)) }
        literal = ""
        elements.append(element)
        rest = rest[rest.index(after: end)...]
      case "}": return nil
      default: literal.append(first)
      }
    }
    if !literal.isEmpty { elements.append(.text(literal)) }
  }

  /// The indices of the values that are shown; a particle alone does not show its value.
  var values: Set<Int> {
    Set(
      elements.compactMap { element in
        guard case .value(let index) = element else { return nil }
        return index
      })
  }

  private static func placeholder(_ text: Substring) -> Element? {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let number = Int(parts[0]), (1...99).contains(number), String(number) == parts[0] else {
      return nil
    }
    guard parts.count == 2 else { return .value(number - 1) }
    return KoreanParticle(rawValue: String(parts[1])).map { .particle(number - 1, $0) }
  }
}
