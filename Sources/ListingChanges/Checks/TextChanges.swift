import CommandLanguage
import Foundation
import MarketWire
import Messages

/// Changes of the words in names and descriptions: words that are replaced, and texts that are added
/// in front or at the end.
package struct TextChanges: Hashable, Sendable {
  package enum Field: String, ChoiceValue, Hashable {
    case name
    case description
  }

  package struct Replacement: Hashable, Sendable {
    package let old: String
    package let new: String

    package init(_ old: String, with new: String) {
      self.old = old
      self.new = new
    }
  }

  package var replacement: Replacement?
  package var prepended: String?
  package var appended: String?
  /// Where the changes apply; nil means both for words that are replaced, and the description for
  /// texts that are added.
  package var fields: Set<Field>?

  package init(
    replacing replacement: Replacement? = nil, prepending prepended: String? = nil,
    appending appended: String? = nil, in fields: Set<Field>? = nil
  ) {
    self.replacement = replacement
    self.prepended = prepended
    self.appended = appended
    self.fields = fields
  }

  /// The fields whose words are replaced.
  package var replacedFields: Set<Field> { fields ?? Set(Field.allCases) }

  /// Whether any of the changes applies to a field.
  package func touches(_ field: Field) -> Bool {
    replacement != nil && replacedFields.contains(field)
      || (prepended != nil || appended != nil) && addedFields.contains(field)
  }

  private var addedFields: Set<Field> { fields ?? [.description] }

  /// A text with the changes. An added text is separated by a space in a name and by a line break in
  /// a description, unless there are blanks already.
  package func changed(_ text: String, of field: Field) -> String {
    var result = text
    if let replacement, replacedFields.contains(field) {
      let normal = Folding.normalized(text)
      if normal.contains(replacement.old) {
        result = normal.replacing(replacement.old, with: replacement.new)
      }
    }
    guard addedFields.contains(field) else { return result }
    let separator = field == .name ? " " : "\n"
    if let prepended { result = Self.joined(prepended, result, separator) }
    if let appended { result = Self.joined(result, appended, separator) }
    return result
  }

  private static func joined(_ left: String, _ right: String, _ separator: String) -> String {
    let isSeparated =
      left.last?.isWhitespace ?? true || right.first?.isWhitespace ?? true
    return isSeparated ? left + right : left + separator + right
  }
}

extension EditPlan {
  /// Changes words of the texts, as they are after the changes so far.
  package mutating func set(_ changes: TextChanges) {
    let after = self.after
    set(
      name: changes.touches(.name) ? changes.changed(after.name, of: .name) : nil,
      description: changes.touches(.description)
        ? after.description.map { changes.changed($0, of: .description) } : nil)
  }
}
