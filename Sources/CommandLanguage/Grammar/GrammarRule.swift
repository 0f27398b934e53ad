public import Messages

/// A rule over several parameters of one command.
public enum GrammarRule: Sendable {
  /// They exclude each other, as `--grid` and `--table`.
  case atMostOne([any Parameter])
  /// Without any of them the command means nothing.
  ///
  /// The description says what is needed if the names of all would be too many: "a listing such as
  /// 12, or a filter such as --mine".
  case atLeastOne([any Parameter], description: Message? = nil)
  /// One of them without the others means nothing, as a certificate without its key.
  case allOrNone([any Parameter])
}
