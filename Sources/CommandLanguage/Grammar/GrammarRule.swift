/// What ties several parameters of a command together.

/// A rule over several parameters of one command.
public enum GrammarRule: Sendable {
  /// They exclude each other, as `--grid` and `--table`.
  case atMostOne([any Parameter])
  /// Without any of them the command means nothing.
  case atLeastOne([any Parameter])
  /// One of them without the others means nothing, as a certificate without its key.
  case allOrNone([any Parameter])
}
