package import LineEditor
import MarketWire
package import Messages

/// A field of a form.
package struct FormField: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case line
    /// A text that may have several lines.
    case text
    /// One of these words.
    case choice([String])
    /// The paths of photos, in order.
    case photos
    /// Nothing to type, and pictures that are shown below the form.
    case shown(pictures: [String])
  }

  /// The choice that takes nothing, which can be typed; Delete takes it, too.
  package static let leftOut = "-"

  /// The name of its option, without dashes.
  package let name: String
  package let label: Message
  package let kind: Kind
  /// What belongs into the field, while nothing is wrong with it.
  package let help: Message
  /// What it means that the field is empty.
  package let absence: Message?
  /// The length of the text in UTF-16 units of its NFC form, or the number of photos.
  package let limit: ClosedRange<Int>?
  package let isRequired: Bool
  /// What stands behind a choice, such as the values that it is about.
  package let sample: String

  package init(
    _ name: String, label: Message, kind: Kind = .line, help: Message,
    absence: Message? = nil, limit: ClosedRange<Int>? = nil, isRequired: Bool = false,
    sample: String = ""
  ) {
    self.sample = sample
    self.name = name
    self.label = label
    self.kind = kind
    self.help = help
    self.absence = absence
    self.limit = limit
    self.isRequired = isRequired
  }
}

/// What the fields contain, by their names.
package struct FormValues: Hashable, Sendable {
  /// The paths of photos, or one text; an empty field has none.
  package private(set) var texts: [String: [String]] = [:]

  package init(_ texts: [String: [String]] = [:]) {
    for (name, values) in texts { self[name] = values }
  }

  package subscript(name: String) -> [String] {
    get { texts[name] ?? [] }
    set { texts[name] = newValue.isEmpty ? nil : newValue }
  }

  package func text(_ name: String) -> String { self[name].first ?? "" }

  package mutating func set(_ name: String, _ text: String) {
    self[name] = text.isEmpty ? [] : [text]
  }
}

extension FormField {
  /// The number that the limit is about.
  func count(in values: FormValues) -> Int {
    kind == .photos ? values[name].count : Folding.normalized(values.text(name)).utf16.count
  }

  /// How the values break the limit; nil if they do not.
  func broken(by values: FormValues) -> Message? {
    guard let limit else { return nil }
    let count = count(in: values)
    if count < limit.lowerBound {
      return kind == .photos
        ? "at least \(limit.lowerBound)" : "at least \(limit.lowerBound) characters"
    }
    guard count > limit.upperBound else { return nil }
    return kind == .photos
      ? "at most \(limit.upperBound)"
      : "at most \(limit.upperBound) characters, \(count - limit.upperBound) too many"
  }
}

/// The rules of a form, which are those of its command. Each answer comes at once.
package struct FormRules: Sendable {
  /// What is wrong with the values that the fields have, by the names of the fields.
  package var problems: @Sendable (FormValues) -> [String: Message]
  /// The values after that of a field was typed; a currency that is written with an amount is that
  /// of the listing.
  package var following: @Sendable (FormValues, _ field: String) -> FormValues
  /// The files that a typed path means.
  package var photos: @Sendable (String) -> Result<[String], FormFault>
  /// Completes the path of a photo, as at the prompt.
  package var completion: @Sendable (_ line: String, _ cursor: Int) -> Completion?
  /// Finds out what the values would do; nil for a form that shows it only at the end.
  package var outlook: (@Sendable (FormValues) async -> FormOutlook?)?

  package init(
    problems: @escaping @Sendable (FormValues) -> [String: Message],
    following: @escaping @Sendable (FormValues, _ field: String) -> FormValues = { values, _ in
      values
    },
    photos: @escaping @Sendable (String) -> Result<[String], FormFault>,
    completion: @escaping @Sendable (_ line: String, _ cursor: Int) -> Completion?,
    outlook: (@Sendable (FormValues) async -> FormOutlook?)? = nil
  ) {
    self.outlook = outlook
    self.problems = problems
    self.following = following
    self.photos = photos
    self.completion = completion
  }
}

/// What is wrong with a form, or with a photo.
package struct FormFault: Error, Hashable, Sendable {
  package let text: Message
  /// The name of the field to go to, if it is known.
  package let field: String?

  package init(_ text: Message, field: String? = nil) {
    self.text = text
    self.field = field
  }
}
