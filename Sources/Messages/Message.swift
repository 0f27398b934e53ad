/// User-visible text: an interpolated literal whose English is the key of its translations.
///
///     let heading: Message = "\(shown) of \(total) shown"     // key: {1} of {2} shown
///     let count = Message(count: total, one: "1 listing", other: "\(total) listings")
///
/// A message becomes text only when it is rendered with a `MessageCatalog`. Sentences are never
/// concatenated, because languages order them differently: a message is a value of another message
/// (`\(count)`), or an item of a list (`Message.list(_:_:)`). There is therefore no `+`, and no way
/// to make a message from a `String` except as a value.
///
/// In a key, the values are `{1}`, `{2}` … in the order of the English text; a brace of the text is
/// doubled (`{{`, `}}`).
public struct Message: Hashable, Sendable {
  /// A value of a message, by what has to be done with it.
  enum Value: Hashable, Sendable {
    /// A number; `isGrouped` separates the thousands.
    case count(Int, isGrouped: Bool)
    /// Untrusted text, sanitized when it is rendered.
    case data(String)
    /// Trusted text that is the same in every language, such as an amount or a date.
    case formatted(String)
    /// A command to type; it may contain untrusted text and is sanitized as well.
    case command(String)
    case message(Message)
    case emphasized(Message, Emphasis)
  }

  /// What a part of a message is, so that a screen can show it in a style of its own.
  public enum Emphasis: Hashable, Sendable {
    case strong
    /// Not in the style of the message around it.
    case plain
    case quiet
    /// Something of the seller's own.
    case own
    /// No longer valid, such as a price before a discount.
    case old
    case failure
  }

  /// A value and the literal text after it.
  struct Part: Hashable, Sendable {
    let value: Value
    var literal: String
  }

  /// Whether a count chooses between two texts.
  enum Form: Hashable, Sendable {
    case single
    /// The message is the text for other counts than 1; `one` is the text for 1.
    indirect case counted(Int, one: Message)
  }

  /// The literal text before the first value.
  private(set) var head: String
  private(set) var parts: [Part]
  private(set) var form: Form

  init(head: String, parts: [Part]) {
    self.head = head
    self.parts = parts
    form = .single
  }

  /// A text that depends on a count.
  ///
  /// A translation may have any number of plural forms. It is found by the key of `other`, whose
  /// values it uses; `one` may leave values out but has none of its own.
  /// - Parameters:
  ///   - count: the number that chooses; 1 and -1 choose `one`. It is shown only if it is a value.
  ///   - one: a literal, such as `"1 listing"`.
  ///   - other: a literal, such as `"\(count) listings"`.
  public init(count: Int, one: Message, other: Message) {
    head = other.head
    parts = other.parts
    form = .counted(count, one: one)
  }

  /// The English text with numbered placeholders; of a counted message, its `other` text.
  public var key: String {
    var key = Self.escaped(head)
    for (index, part) in parts.enumerated() {
      key += "{\(index + 1)}"
      key += Self.escaped(part.literal)
    }
    return key
  }

  public var isEmpty: Bool { english.isEmpty }

  /// The English text for the count of the message.
  var chosen: Message {
    guard case .counted(let count, let one) = form, count.magnitude == 1 else { return self }
    return one
  }

  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) else {
      return text
    }
    return text.replacing("{", with: "{{").replacing("}", with: "}}")
  }
}

extension Message: CustomDebugStringConvertible {
  /// For failed tests; never shown to users.
  public var debugDescription: String { "Message(\(english.debugDescription))" }
}
