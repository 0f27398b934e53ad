@testable import Messages

/// A translation in the PO format of GNU gettext.
///
/// Comments, references and obsolete entries are skipped. An entry that is damaged is a problem and
/// nothing else: the rest of the file is read.
struct POFile: Sendable {
  /// A message with its translation.
  struct Entry: Hashable, Sendable {
    /// The line where the entry begins, from 1.
    var line: Int
    var key = ""
    /// The key of the text for other counts than 1.
    var plural: String?
    /// The translations; one for each plural form of a counted message.
    var texts: [String] = []
  }

  /// An entry or a line that is not used.
  struct Problem: Hashable, Sendable {
    enum Reason: Hashable, Sendable {
      /// A line that is no comment, keyword or quoted text, or at the wrong place.
      case syntax
      /// A translation with a lone brace, an unknown placeholder or particle, or without a value
      /// that the English text has.
      case placeholders
      /// Not as many plural forms as the header says.
      case pluralForms
      /// A `Plural-Forms` header that cannot be understood.
      case pluralRule
    }

    /// The line in the file, from 1.
    let line: Int
    let reason: Reason
  }

  /// The language code of the header, such as `ko`; empty without one.
  let language: String
  /// The keys of all entries, translated or not: what a template of `scripts/messages` lists.
  let keys: Set<String>
  /// Entries with translations, in the order of the file.
  let entries: [Entry]
  let rule: PluralRule
  /// What a translator has to repair.
  let problems: [Problem]

  init(_ text: String) {
    var reader = POReader()
    reader.read(text)
    var problems = reader.problems
    let header = reader.entries.first { $0.key.isEmpty }
    let fields = Self.fields(header?.texts.first ?? "")
    language = fields["language"] ?? ""
    var rule = PluralRule.oneAndOther
    if let text = fields["plural-forms"] {
      if let found = PluralRule(header: text) {
        rule = found
      } else {
        problems.append(Problem(line: header?.line ?? 1, reason: .pluralRule))
      }
    }
    self.rule = rule
    let messages = reader.entries.filter { !$0.key.isEmpty }
    keys = Set(messages.map { $0.plural ?? $0.key })
    entries = messages.filter { $0.texts.contains { !$0.isEmpty } }
    for entry in entries where entry.patterns(forms: rule.forms) == nil {
      let isShort = entry.plural != nil && entry.texts.count != rule.forms
      problems.append(Problem(line: entry.line, reason: isShort ? .pluralForms : .placeholders))
    }
    self.problems = problems.sorted { $0.line < $1.line }
  }

  private static func fields(_ header: String) -> [String: String] {
    var fields: [String: String] = [:]
    for line in header.split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      fields[line[..<colon].lowercased()] = String(value)
    }
    return fields
  }
}

extension POFile.Entry {
  /// The translations, one for each plural form, or a single one; nil if they do not fit the key.
  func patterns(forms: Int) -> [MessagePattern]? {
    guard texts.count == (plural == nil ? 1 : forms), texts.allSatisfy({ !$0.isEmpty }),
      let english = MessagePattern(plural ?? key)
    else { return nil }
    let patterns = texts.compactMap { MessagePattern($0) }
    guard patterns.count == texts.count,
      patterns.allSatisfy({ $0.valueCount <= english.valueCount })
    else { return nil }
    // One form may leave the count out, as in "1 listing"; no form may lose another value of all.
    let shown = patterns.reduce(into: Set<Int>()) { $0.formUnion($1.values) }
    return plural != nil || shown == english.values ? patterns : nil
  }
}

/// Collects the entries of a PO file, line by line.
private struct POReader {
  /// The text that a quoted line continues.
  private enum Place {
    case nothing, key, plural, text
    /// An entry with a context or an unknown keyword, which is skipped.
    case skipped
  }

  private(set) var entries: [POFile.Entry] = []
  private(set) var problems: [POFile.Problem] = []
  private var entry: POFile.Entry?
  private var place = Place.nothing
  private var isFuzzy = false
  private var isDamaged = false

  mutating func read(_ text: String) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() { read(line: line, number: index + 1) }
    finish()
  }

  private mutating func read(line: Substring, number: Int) {
    let line = line.trimmed
    if line.isEmpty { return finish() }
    if line.hasPrefix("#") {
      if case .text = place { finish() }
      if line.hasPrefix("#,"), line.contains("fuzzy") { isFuzzy = true }
      return
    }
    let keyword = line.prefix { $0 != " " && $0 != "\"" }
    guard let text = Self.unquoted(line.dropFirst(keyword.count).trimmed) else {
      return damage(number)
    }
    begin(keyword, number)
    append(text, number)
  }

  /// Starts the part of the entry that the keyword names; an empty one continues the last part.
  private mutating func begin(_ keyword: Substring, _ number: Int) {
    switch keyword {
    case "": break
    case "msgctxt":
      finish()
      place = .skipped
    case "msgid":
      if case .skipped = place { return }
      if case .text = place { finish() }
      entry = POFile.Entry(line: number)
      place = .key
    case "msgid_plural":
      if case .skipped = place { return }
      entry?.plural = ""
      place = .plural
    case "msgstr", "msgstr[\(entry?.texts.count ?? 0)]":
      if case .skipped = place { return }
      entry?.texts.append("")
      place = .text
    default: damage(number)
    }
  }

  private mutating func append(_ text: String, _ number: Int) {
    switch place {
    case .nothing: damage(number)
    case .skipped: break
    case .key: entry?.key += text
    case .plural: entry?.plural? += text
    case .text:
      guard let count = entry?.texts.count, count > 0 else { return damage(number) }
      entry?.texts[count - 1] += text
    }
  }

  private mutating func damage(_ line: Int) {
    problems.append(POFile.Problem(line: line, reason: .syntax))
    isDamaged = true
  }

  private mutating func finish() {
    if let entry, !isFuzzy, !isDamaged { entries.append(entry) }
    entry = nil
    place = .nothing
    isFuzzy = false
    isDamaged = false
  }

  /// The text of a quoted string; nil if the quotes or an escape are wrong.
  private static func unquoted(_ text: Substring) -> String? {
    guard text.count >= 2, text.first == "\"", text.last == "\"" else { return nil }
    var result = ""
    var rest = text.dropFirst().dropLast()
    while let character = rest.popFirst() {
      guard character == "\\" else {
        if character == "\"" { return nil }
        result.append(character)
        continue
      }
      switch rest.popFirst() {
      case "n": result.append("\n")
      case "t": result.append("\t")
      case "r": result.append("\r")
      case "\"": result.append("\"")
      case "\\": result.append("\\")
      default: return nil
      }
    }
    return result
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let start = drop(while: \.isWhitespace)
    return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? ""
  }
}

extension MessagePattern {
  /// The number of values that a message needs for this pattern.
  fileprivate var valueCount: Int {
    elements.reduce(0) { count, element in
      switch element {
      case .text: count
      case .value(let index), .particle(let index, _): max(count, index + 1)
      }
    }
  }
}
