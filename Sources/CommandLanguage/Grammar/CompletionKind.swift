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
  /// A draft of a listing, by its name.
  case draft
  /// A shop name.
  case shop
  /// A market with a saved login.
  case market
  /// A batch in the journal.
  case batch
  /// A command or a help topic, by name.
  case helpSubject
  case variable
  /// A currency code.
  case currency
  case date
  /// Any file.
  case file
  /// An image file.
  case photo
  /// A folder.
  case directory
}
