extension Message {
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
