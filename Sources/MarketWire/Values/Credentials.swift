/// The value of the `identifier` header: a lowercase UUID that names a vendor account (API 1.1).
///
/// It prints as `***`, because the last step of a removal needs the identifier alone (API 1.8).
public struct VendorIdentifier: Hashable, Sendable, Redacted {
  /// The identifier in plain text, for requests and for files that only the owner can read.
  public let revealed: String

  /// Creates an identifier from any text; the text is not checked.
  public init(_ text: String) {
    revealed = text
  }
}

/// The password of a vendor account, sent in the body of writes; it prints as `***` (API 1.1).
public struct Secret: Hashable, Sendable, Redacted {
  /// The secret in plain text, for requests and for files that only the owner can read.
  public let revealed: String

  /// Creates a secret from any text; the text is not checked.
  public init(_ text: String) {
    revealed = text
  }
}

/// A value that prints as `***`, so that no log, error or crash report shows it.
public protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
}

extension Redacted {
  /// Always `***`.
  public var description: String { "***" }
  /// Always `***`.
  public var debugDescription: String { "***" }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The identifier and the secret of a vendor account, which writes need.
public struct Credentials: Hashable, Sendable {
  /// The identifier, sent in the `identifier` header.
  public var identifier: VendorIdentifier
  /// The secret, sent in the body.
  public var secret: Secret

  /// Creates credentials from the two values of one account.
  public init(identifier: VendorIdentifier, secret: Secret) {
    self.identifier = identifier
    self.secret = secret
  }
}
