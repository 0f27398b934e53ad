public import Messages

/// A rule for several parameters of a command.
public enum GrammarRule: Sendable {
  /// They exclude each other, like `--grid` and `--table`.
  case atMostOne([any Parameter])
  /// At least one of them is required. Errors use the description instead of the names, for example
  /// if there are too many: "a listing such as 12, or a filter such as --mine".
  case atLeastOne([any Parameter], description: Message? = nil)
  /// With the first one, the others are not required.
  case standsFor(any Parameter, [any Parameter])
  /// All or none of them are given, like a certificate and its key.
  case allOrNone([any Parameter])
}
