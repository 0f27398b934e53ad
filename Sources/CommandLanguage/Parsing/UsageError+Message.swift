public import Messages

extension UsageError {
  /// What is wrong at one place of the command.
  public struct Sentence: Hashable, Sendable {
    /// Nil for what is missing.
    public let place: SourcePlace?
    /// Without a full stop and without `error:`.
    public let text: Message
  }

  /// More sentences than these are only counted.
  private static let sentenceLimit = 10

  /// A sentence for each problem; the last one names everything that is missing.
  public var sentences: [Sentence] {
    var sentences = problems.compactMap { problem in
      problem.message.map { Sentence(place: problem.place, text: $0) }
    }
    if let missing { sentences.append(Sentence(place: nil, text: missing)) }
    let rest = sentences.count - Self.sentenceLimit
    guard rest > 0 else { return sentences }
    return sentences.prefix(Self.sentenceLimit) + [Sentence(place: nil, text: "and \(rest) more")]
  }

  public var message: Message { .list(sentences.map(\.text), .semicolon) }

  /// The help of the parameters that have a wrong value, one line each.
  public var details: [Message] {
    var lines: [Message] = []
    for case let facts? in problems.map(\.explainedParameter) {
      let line: Message = "\(HelpText.synopsis(facts))  \(facts.help)"
      if !lines.contains(line) { lines.append(line) }
    }
    return lines
  }

  /// A command to type instead: the corrected one, or `help`.
  public var suggestions: [String] {
    [UsageCorrection.quoted(self), UsageCorrection.line(for: self)].compactMap(\.self)
  }

  /// Everything that is missing: `add needs --description and at least one --image`.
  private var missing: Message? {
    let names = problems.compactMap { problem -> Message? in
      switch problem.code {
      case .missing:
        problem.parameter.map { facts in
          facts.repeats ? "at least one \(facts.label)" : facts.label
        }
      case .needsOneOf(let all, let description):
        description ?? .list(all.map(\.label), .or)
      default: nil
      }
    }
    guard !names.isEmpty else { return nil }
    let list = Message.list(names, .and)
    guard let command else { return "the command needs \(list)" }
    return "\(command: command) needs \(list)"
  }
}

extension UsageProblem {
  /// What is wrong, without a full stop; nil for what is missing, which `UsageError` says.
  var message: Message? {
    switch code {
    case .missing, .needsOneOf: nil
    case .badValue(let text, let problem):
      badValue(problem.message(typed: text).orStraightQuotes(for: text))
    case .tooFewWords(let alias, let count):
      Message(
        count: count, one: "\(command: alias) needs a word after it",
        other: "\(command: alias) needs \(count) words after it")
    case .valueMissing: "\(typedParameter) needs a value"
    case .valueUnexpected: "\(typedParameter) takes no value"
    case .givenTwice: "\(typedParameter) is given twice"
    case .unexpectedWord(let text): Self.unexpected(text)
    case .conflict(let all):
      "\(Message.list(all.map(\.typedLabel), .and)) cannot be combined"
    case .controlCharacter(let value):
      "a command cannot contain the control character \(formatted: Self.hex(value))"
    case .valuesTooLong(let limit):
      "the values of variables in a command have at most \(Message.exactByteCount(limit))"
    case .unfinished(.singleQuote): "this ' is not closed"
    case .unfinished(.doubleQuote): "this \" is not closed"
    case .unfinished(.backslash): "the line after \\ is missing"
    case .unknownVariable, .noCommand, .unknownCommand, .unknownSubcommand, .unknownOption:
      nameMessage
    }
  }

  /// The parameter whose help explains what is wrong.
  fileprivate var explainedParameter: ParameterFacts? {
    switch code {
    case .badValue, .valueMissing, .valueUnexpected: parameter
    default: nil
    }
  }

  private var typedParameter: Message { parameter?.typedLabel ?? "" }

  private var nameMessage: Message? {
    switch code {
    case .noCommand: "a command is missing"
    case .unknownVariable(let name, let nearest):
      ("there is no variable $\(name)" as Message).suggesting(nearest.map { "$\($0)" })
    case .unknownCommand(let name, let nearest):
      ("unknown command \(quoted: name)" as Message).suggesting(nearest)
    case .unknownOption(let name, let nearest):
      ("unknown option \(quoted: name)" as Message).suggesting(nearest)
    case .unknownSubcommand(let word, let choices, let nearest):
      Self.unknownSubcommand(word, choices).suggesting(nearest)
    default: nil
    }
  }

  private static func unknownSubcommand(_ word: String?, _ choices: [String]) -> Message {
    let names = choices.map { name -> Message in "\(formatted: name)" }
    guard let word else { return "one more word is needed: \(Message.list(names, .or))" }
    return "\(quoted: word) is not one of \(Message.list(names))"
  }

  private func badValue(_ message: Message) -> Message {
    parameter.map { "\($0.typedLabel): \(message)" } ?? message
  }

  private static func unexpected(_ text: String) -> Message {
    let message: Message = "unexpected word \(quoted: text)"
    guard [">", ">>", "<", "|"].contains(text) else { return message.orStraightQuotes(for: text) }
    return
      "\(message) — only the system shell redirects: `\(command: "market list > list.tsv")`"
  }

  /// `U+001B`.
  private static func hex(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
