extension Message {
  /// How the items of a list are separated; each separator is a message of its own.
  public enum Separator: Hashable, Sendable {
    /// `a, b, c`
    case comma
    /// `a; b; c`
    case semicolon
    /// `a · b · c`
    case dot
    /// `a, b and c`
    case and
    /// `a, b or c`
    case or
    /// Whole sentences, one after the other.
    case sentences
    /// Each item on a line of its own.
    case lines

    fileprivate func join(_ left: Message, _ right: Message) -> Message {
      switch self {
      case .comma: "\(left), \(right)"
      case .semicolon: "\(left); \(right)"
      case .dot: "\(left) · \(right)"
      case .and: "\(left) and \(right)"
      case .or: "\(left) or \(right)"
      case .sentences: "\(left) \(right)"
      case .lines: "\(left)\n\(right)"
      }
    }
  }

  /// The items as one message, empty if there are none.
  public static func list(_ items: [Message], _ separator: Separator = .comma) -> Message {
    switch separator {
    case .comma, .semicolon, .dot, .sentences, .lines: joined(items[...], separator)
    case .and, .or:
      if let last = items.last, items.count > 1 {
        separator.join(joined(items.dropLast(), .comma), last)
      } else {
        items.first ?? ""
      }
    }
  }

  /// Joins in halves, so that the depth of the message stays logarithmic.
  private static func joined(_ items: ArraySlice<Message>, _ separator: Separator) -> Message {
    guard items.count > 1 else { return items.first ?? "" }
    let middle = items.startIndex + items.count / 2
    return separator.join(joined(items[..<middle], separator), joined(items[middle...], separator))
  }

  /// The message with names that were probably meant: `unknown command "lst" — did you mean list?`
  ///
  /// - Parameter names: as they would be typed; without any, the message is unchanged.
  public func suggesting(_ names: [String]) -> Message {
    guard !names.isEmpty else { return self }
    return "\(self) — did you mean \(Message.list(names.map { "\(command: $0)" }, .or))?"
  }

  /// The message with the name that was probably meant, if there is one.
  public func suggesting(_ name: String?) -> Message { suggesting(name.map { [$0] } ?? []) }
}
