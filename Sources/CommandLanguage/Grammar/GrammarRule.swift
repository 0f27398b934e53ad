/// What ties several parameters of a command together.

/// A rule over several parameters of one command.
public enum GrammarRule: Sendable {
  /// They exclude each other, as `--grid` and `--table`.
  case atMostOne([any Parameter])
  /// Without any of them the command means nothing.
  /// `told` says in words what is needed where the names of all would be too many.
  case atLeastOne([any Parameter], told: String? = nil)
  /// One of them without the others means nothing, as a certificate without its key.
  case allOrNone([any Parameter])
}
