/// The words for what is wrong with a command.

/// Words usage errors; a pure function of the facts.
public enum UsageText {
  /// Sentences beyond this number are only counted.
  static let mostSentences = 10

  public static func message(for error: UsageError) -> UsageMessage {
    var sentences: [UsageMessage.Sentence] = []
    for problem in error.problems where problem.place != nil || problem.code == .noCommand {
      sentences.append(.init(place: problem.place, text: sentence(for: problem)))
    }
    if let text = missing(error) { sentences.append(.init(place: nil, text: text)) }
    if sentences.count > mostSentences {
      let rest = sentences.count - mostSentences
      sentences = Array(sentences.prefix(mostSentences))
      sentences.append(.init(place: nil, text: "and \(rest) more"))
    }
    var help: [String] = []
    for case let facts? in error.problems.map(helped) {
      let line = "\(synopsis(facts))  \(facts.help)"
      if !help.contains(line) { help.append(line) }
    }
    return UsageMessage(
      sentences: sentences, help: help, proposal: UsageProposal.text(for: error))
  }

  /// `"a"`, `"a" and "b"`, `"a", "b" and "c"`, with another last word where it is asked for.
  static func list(_ items: [String], _ last: String = "and") -> String {
    guard items.count > 1, let final = items.last else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " \(last) " + final
  }

  /// What was typed, in quotes, cut and without control characters.
  static func quoted(_ text: String) -> String {
    let visible = text.unicodeScalars.prefix(200).map { scalar in
      scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
        ? "·" : String(scalar)
    }.joined()
    let cut = visible.count > 40 ? visible.prefix(39) + "…" : visible[...]
    return "\"\(cut)\""
  }

  /// `--price <amount>`, `-p, --page <n>`, `<listing>`.
  static func synopsis(_ facts: ParameterFacts) -> String { HelpText.synopsis(facts) }

  private static func helped(_ problem: UsageProblem) -> ParameterFacts? {
    switch problem.code {
    case .badValue, .valueMissing, .valueUnexpected: problem.parameter
    default: nil
    }
  }

  /// `add needs --description and at least one --image`: all that is absent in one sentence.
  private static func missing(_ error: UsageError) -> String? {
    let names: [String] = error.problems.compactMap { problem in
      switch problem.code {
      case .missing:
        problem.parameter.map { ($0.repeats ? "at least one " : "") + $0.shown }
      case .needsOneOf(let all, let told): told ?? list(all.map(\.shown), "or")
      default: nil
      }
    }
    return names.isEmpty ? nil : "\(error.command ?? "this") needs \(list(names))"
  }

  private static func sentence(for problem: UsageProblem) -> String {
    let shown = problem.parameter?.shown ?? ""
    switch problem.code {
    case .missing, .needsOneOf: return ""
    case .badValue(let text, let value):
      return (shown.isEmpty ? "" : "\(shown): ") + ValueText.sentence(for: value, typed: text)
    case .valueMissing: return "\(shown) needs a value"
    case .valueUnexpected: return "\(shown) takes no value"
    case .givenTwice: return "\(shown) is given twice"
    case .unexpectedWord(let text):
      return "\(quoted(text)) is one word too many" + straightQuotes(text)
    case .conflict(let all):
      return "\(list(all.map(\.shown))) cannot stand together"
    case .controlCharacter, .unfinished, .unknownVariable:
      return lexicalSentence(for: problem.code)
    case .noCommand, .unknownCommand, .unknownSubcommand, .unknownOption:
      return nameSentence(for: problem.code)
    }
  }

  private static func lexicalSentence(for code: UsageProblem.Code) -> String {
    switch code {
    case .controlCharacter(let value):
      let digits = String(value, radix: 16, uppercase: true)
      let hex = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      return "a control character (U+\(hex)) cannot stand in a command"
    case .unfinished(.singleQuote): return "this ' is never closed"
    case .unfinished(.doubleQuote): return "this \" is never closed"
    case .unfinished(.backslash): return "nothing follows the \\ that continues the line"
    case .unknownVariable(let name, let nearest):
      return "no variable is called $\(name)" + didYouMean(nearest.map { ["$\($0)"] } ?? [])
    default: return ""
    }
  }

  private static func nameSentence(for code: UsageProblem.Code) -> String {
    switch code {
    case .noCommand: return "a command is missing"
    case .unknownCommand(let name, let nearest):
      return "no command is called \(quoted(name))" + didYouMean(nearest)
    case .unknownSubcommand(nil, let choices, _):
      return "one more word is needed: \(list(choices, "or"))"
    case .unknownSubcommand(let word?, let choices, let nearest):
      return "\(quoted(word)) is not one of \(list(choices))"
        + didYouMean(nearest.map { [$0] } ?? [])
    case .unknownOption(let name, let nearest):
      return "there is no option \(quoted(name).dropFirst().dropLast()) here"
        + didYouMean(nearest.map { [$0] } ?? [])
    default: return ""
    }
  }

  /// Word processors bend quotes, and bent ones hold nothing together.
  private static func straightQuotes(_ text: String) -> String {
    let isBent = text.contains { "“”„‟‘’".contains($0) }
    return isBent ? " — quotes are straight here: \"…\"" : ""
  }

  private static func didYouMean(_ names: [String]) -> String {
    names.isEmpty ? "" : " — did you mean \(list(names, "or"))?"
  }
}
