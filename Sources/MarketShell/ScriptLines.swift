import CommandLanguage
import Messages
import SellerSession

/// A parsed command of a script with its words; a class, because a long file is held several times.
final class ScriptLine: Sendable {
  let source: CommandSource
  /// The words, with variables expanded and with the options that the script passes on.
  let words: [Word]
  /// The words that the script passes on.
  private let inherited: Range<Int>
  let parsed: Parsed

  init(_ source: CommandSource, written: [Word], words: [Word], parsed: Parsed) {
    self.source = source
    self.words = words
    let start = zip(written, words).prefix { $0 == $1 }.count
    inherited = start..<start + words.count - written.count
    self.parsed = parsed
  }

  /// Whether the command sends photos.
  var hasPhotos: Bool { parsed.spec?.mentions(.photo, in: parsed.input) ?? false }

  /// One line of output, such as `autumn.market:3:1  edit @MUG-01 --price 12000`.
  func text(in script: Script) -> Message {
    let written = words[..<inherited.lowerBound] + words[inherited.upperBound...]
    let command = written.map(Self.written).joined(separator: " ")
    return "\(formatted: script.address(of: source.place))  \(command)"
  }

  /// A word in a form that can be typed again.
  private static func written(_ word: Word) -> String {
    let isPlain =
      !word.isQuoted && !word.text.contains { $0.isWhitespace || "'\"\\;$".contains($0) }
    if isPlain, !word.text.isEmpty { return word.text }
    guard word.mayBeginOption, word.text.hasPrefix("--"),
      let equals = word.text.firstIndex(of: "=")
    else { return Quoting.quote(word.text) }
    let value = word.text[word.text.index(after: equals)...]
    return word.text[...equals] + Quoting.quote(String(value))
  }
}

/// Parses all commands of a script, so that an error in the last line is reported before the first
/// one runs.
struct ScriptParser: Sendable {
  let interpreter: Interpreter
  /// Options passed on to each command that supports them.
  var inherited = InheritedOptions()
  /// Whether errors show their place in the file; false for `-c`, which has no file.
  var showsAddresses = true

  /// The maximum number of reported faults, so that a file that is not a script does not fill the
  /// screen.
  private static let mostFaults = 10

  /// Returns all commands without an error, with their variables expanded, and the number of errors,
  /// which are reported.
  ///
  /// `let` takes effect during parsing, so that later lines know the variable.
  ///
  /// - Parameter onFault: called with each fault after it was reported.
  func lines(
    of script: Script, onFault: (any Error, CommandTokens) -> Void = { _, _ in }
  ) -> (lines: [ScriptLine], faults: Int) {
    var lines: [ScriptLine] = []
    var faults = 0
    lazy var open = OpenQuote(in: script)
    /// Variables without a value because of an error, which the lines that use them would repeat.
    var unset: Set<String> = []
    var commands = CommandParsing(
      script, variables: interpreter.core.memory.variables, parse: line)
    while let (tokens, line) = commands.next() {
      do {
        lines.append(try line.get())
      } catch {
        let isFollowUp = tokens.uses(anyOf: unset)
        if let usage = error as? UsageError, let name = interpreter.parse(usage.typed).assignedName
        {
          unset.insert(name)
        }
        if isFollowUp { continue }
        // All that follows an open quote is misread.
        let misread = open.flatMap { $0.precedesEnd(of: tokens.place) ? $0 : nil }
        faults += 1
        report(
          misread?.error ?? error, misread?.tokens ?? tokens, of: script,
          isShown: faults <= Self.mostFaults, onFault)
        guard let misread else { continue }
        lines.removeAll { misread.precedesEnd(of: $0.source.place) }
        break
      }
    }
    if faults > Self.mostFaults {
      interpreter.baseContext.console.report(
        Message(
          count: faults - Self.mostFaults, one: "1 more command has errors.",
          other: "\(faults - Self.mostFaults) more commands have errors."))
    }
    return (lines, faults)
  }

  private func report(
    _ error: any Error, _ tokens: CommandTokens, of script: Script, isShown: Bool,
    _ onFault: (any Error, CommandTokens) -> Void
  ) {
    onFault(error, tokens)
    guard isShown else { return }
    _ = interpreter.report(
      error, source: showsAddresses ? tokens.source : nil,
      address: address(in: script, of: tokens.source))
  }

  /// The quote of a script that is never closed, and the command in which it is.
  private struct OpenQuote {
    let tokens: CommandTokens
    let error: UsageError
    func precedesEnd(of place: SourcePlace) -> Bool {
      place.range.upperBound > error.place?.range.lowerBound ?? 0
    }

    /// Returns nil if every quote is closed.
    init?(in script: Script) {
      guard case .incomplete(let commands, let unfinished) = Tokenizer.read(script.text),
        let tokens = commands.first(where: {
          $0.place.range.upperBound > unfinished.origin.range.lowerBound
        })
      else { return nil }
      self.tokens = tokens
      error = UsageError(
        command: nil,
        problems: [UsageProblem(.unfinished(unfinished.kind), at: unfinished.origin)], typed: [])
    }
  }

  /// The address of a place of a command, for errors.
  func address(
    in script: Script, of source: CommandSource
  ) -> @Sendable (SourcePlace?) -> String? {
    { [showsAddresses] place in
      showsAddresses ? script.address(of: place ?? source.place) : nil
    }
  }

  private func line(_ tokens: CommandTokens, _ variables: Variables) throws -> ScriptLine {
    let written = try variables.words(of: tokens)
    var words = written
    if inherited != InheritedOptions() {
      let parsed = interpreter.parse(words, reading: InheritedOptions.depend)
      words = inherited.words(words, of: parsed)
    }
    let parsed = interpreter.parse(words)
    let options = ProcessOptions(parsed.process)
    if !options.isAnsweredAlone {
      let (spec, _) = try interpreter.checked(parsed)
      try interpreter.check(options.over(interpreter.options), for: spec)
    }
    return ScriptLine(tokens.source, written: written, words: words, parsed: parsed)
  }
}
