/// Makes the command that was probably meant, for the `try:` line of a usage error.
enum UsageCorrection {
  /// The correction of one problem.
  private enum Edit {
    case replace(SourcePlace, with: String)
    case extend(SourcePlace, by: String)
    case append(ParameterFacts)
  }

  /// The corrected command if every problem can be corrected, otherwise a `help` command. An
  /// example of the command is never suggested: it could change a listing that the seller did not
  /// mean.
  static func line(for error: UsageError) -> String? {
    // Nobody copies a longer line, and the words of an alias all have the place of the alias.
    let canBeWritten =
      error.typed.count <= 60 && Set(error.typed.map(\.place)).count == error.typed.count
    let edits = canBeWritten ? error.problems.map { edit(for: $0, in: error.typed) } : []
    if !edits.isEmpty, !edits.contains(where: { $0 == nil }) {
      return corrected(error, by: edits.compactMap { $0 })
    }
    if let command = error.command { return "help \(command)" }
    let isAboutNames = error.problems.contains { problem in
      switch problem.code {
      case .noCommand, .unknownCommand, .unknownSubcommand: true
      default: false
      }
    }
    return isAboutNames ? "help" : nil
  }

  /// The command with quotes around a value whose other words were taken for arguments, as in
  /// `edit 12 --name Oak mug`; nil if there are none. It need not be a right one.
  static func quoted(_ error: UsageError) -> String? {
    let words = error.typed
    let stray = error.problems.first { problem in
      switch problem.code {
      case .unexpectedWord, .badValue(_, .notATarget): true
      default: false
      }
    }
    guard let place = stray?.place, let index = words.firstIndex(where: { $0.place == place }),
      let head = words[..<index].lastIndex(where: { OptionHead($0) != nil }), index - head > 1
    else { return nil }
    let end = words[index...].firstIndex { OptionHead($0) != nil } ?? words.count
    let value = words[(head + 1)..<end].map(\.text).joined(separator: " ")
    let parts = words[...head].map(plain) + [Quoting.quote(value)] + words[end...].map(plain)
    return parts.joined(separator: " ")
  }

  private static func edit(for problem: UsageProblem, in typed: [Word]) -> Edit? {
    switch (problem.code, problem.place) {
    case (.unknownCommand(_, let nearest), let place?) where nearest.count == 1:
      .replace(place, with: nearest[0])
    case (.unknownSubcommand(.some, _, let nearest?), let place?):
      .replace(place, with: nearest)
    case (.unknownOption(_, let nearest?), let place?):
      .replace(place, with: nearest)
    // In a longer word, the text around the variable would be lost.
    case (.unknownVariable(_, let nearest?), let place?)
    where typed.contains { $0.place.range == place.range }:
      .replace(place, with: "$\(nearest)")
    case (.badValue(_, let value), let place?):
      value.correction.map { .replace(place, with: Quoting.quote($0)) }
    case (.valueMissing, let place?):
      problem.parameter.map { .extend(place, by: $0.sample) }
    case (.missing, _): problem.parameter.map { .append($0) }
    case (.needsOneOf(let all, description: nil), _): all.first.map { .append($0) }
    default: nil
    }
  }

  private static func corrected(_ error: UsageError, by edits: [Edit]) -> String {
    var parts = error.typed.map { written($0, edits) }
    var firstOption = error.typed.firstIndex { OptionHead($0) != nil } ?? parts.count
    for case .append(let facts) in edits {
      if facts.form == .argument {
        let isAfterName = firstOption >= (error.command ?? "").split(separator: " ").count
        parts.insert(facts.sampleWords, at: isAfterName ? firstOption : parts.count)
        firstOption += 1
      } else {
        parts.append(facts.sampleWords)
      }
    }
    return parts.joined(separator: " ")
  }

  private static func written(_ word: Word, _ edits: [Edit]) -> String {
    let range = word.place.range
    for edit in edits {
      switch edit {
      case .replace(let place, let text) where range.contains(place.range.lowerBound):
        return replaced(word, at: place, with: text)
      case .extend(let place, let text) where range.lowerBound == place.range.lowerBound:
        return word.text + " " + text
      default: continue
      }
    }
    return plain(word)
  }

  private static func replaced(_ word: Word, at place: SourcePlace, with text: String) -> String {
    guard let head = OptionHead(word) else { return text }
    if place.range.lowerBound > word.place.range.lowerBound { return "\(head.name)=\(text)" }
    return text + (head.attached.map { "=" + plain($0) } ?? "")
  }

  private static func plain(_ word: Word) -> String {
    if let head = OptionHead(word) {
      return head.name + (head.attached.map { "=" + plain($0) } ?? "")
    }
    let isAsWritten = word.pieces.allSatisfy { $0.origin == .unquoted }
    return isAsWritten && !word.text.isEmpty ? word.text : Quoting.quote(word.text)
  }
}
