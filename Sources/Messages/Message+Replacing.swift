extension Message {
  /// The message with other words for some of its commands and trusted texts, such as the label of
  /// a field for the name of an option.
  public func replacing(_ words: [String: Message]) -> Message {
    guard !words.isEmpty else { return self }
    var result = Message(head: head, parts: parts.map { $0.replacing(words) })
    if case .counted(let count, let one) = form {
      result = Message(count: count, one: one.replacing(words), other: result)
    }
    return result
  }
}

extension Message.Part {
  fileprivate func replacing(_ words: [String: Message]) -> Message.Part {
    let new: Message.Value =
      switch value {
      case .formatted(let text), .command(let text): words[text].map { .message($0) } ?? value
      case .message(let message): .message(message.replacing(words))
      case .emphasized(let message, let emphasis):
        .emphasized(message.replacing(words), emphasis)
      case .count, .data: value
      }
    return Message.Part(value: new, literal: literal)
  }
}
