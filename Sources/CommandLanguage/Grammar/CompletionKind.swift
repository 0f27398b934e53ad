/// What may be offered where a value is wanted.

/// The closed set of things a prompt or an outside shell can complete.
public enum CompletionKind: Hashable, Sendable {
  /// Free text: nothing to offer.
  case none
  /// One of these words.
  case choice([String])
  /// An own or visible listing, by id or by words of its name.
  case listing
  /// One of the seller's codes, without `@`.
  case code
  /// A shop name.
  case shop
  /// A market one is signed in to.
  case market
  /// A batch of the journal.
  case batch
  /// The name of a command.
  case command
  /// The name of a variable.
  case variable
  /// A currency code.
  case currency
  /// A day.
  case date
  /// Any file.
  case file
  /// A picture file.
  case photo
  /// A folder.
  case directory
}
