/// Who a vendor is to the market: an identifier and a secret that print as `***`.

/// The value of the `identifier` header: a lower-case UUID that names a vendor account. It is all
/// that a removal asks for, so it is kept as carefully as a secret.
public struct VendorIdentifier: Hashable, Sendable, CustomStringConvertible,
  CustomDebugStringConvertible, CustomReflectable
{
  /// The true text, for the wire and for files that only the owner may read.
  public let revealed: String

  /// Takes the text as it is.
  public init(_ text: String) {
    revealed = text
  }

  public var description: String { "***" }
  public var debugDescription: String { "***" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The secret that stands in the body of every write.
public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The true text, for the wire and for files that only the owner may read.
  public let revealed: String

  /// Takes the text as it is.
  public init(_ text: String) {
    revealed = text
  }

  public var description: String { "***" }
  public var debugDescription: String { "***" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// What a vendor needs in order to write.
public struct Credentials: Hashable, Sendable {
  /// Goes into a header.
  public var identifier: VendorIdentifier
  /// Goes into the body.
  public var secret: Secret

  /// The two that belong together.
  public init(identifier: VendorIdentifier, secret: Secret) {
    self.identifier = identifier
    self.secret = secret
  }
}
