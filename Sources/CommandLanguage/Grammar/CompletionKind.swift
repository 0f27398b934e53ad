/// The kind of values that a prompt or a shell offers for a parameter.
public enum CompletionKind: Hashable, Sendable {
  /// Free text, for which nothing is offered.
  case none
  /// One of these words.
  case choice([String])
  /// A listing, found by its id or by words of its name.
  case listing
  /// One of the seller's codes, without `@`.
  case code
  /// A market with a saved login.
  case market
  /// A command or a help topic, by name.
  case helpSubject
  case draft, shop, batch, variable, currency, date, file, photo, directory
}
