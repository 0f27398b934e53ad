/// What a prompt enters into the history, and how a line ended.
import CommandLanguage
import MarketRender
import MarketWire

extension Session {
  /// Keeps a line of the prompt before it runs; nil where it is empty, begins with a blank, or may
  /// hold a secret. A paste of several commands is entered command by command.
  public func enter(_ line: String) -> HistoryEntry? {
    withState { $0.performed = HistoryEntry.Outcome(code: 0, ran: "") }
    guard line.contains(where: { !$0.isWhitespace }), mayBeKept(line),
      let market = try? profile().key
    else { return nil }
    return history.append(line, at: market)
  }

  /// An alias must not bring in what its own line was kept out for.
  private func mayBeKept(_ line: String) -> Bool {
    let (screen, plain) = (screen, portableLine)
    return screen.keeps(line) && Tokenizer(line).allSatisfy { screen.keeps(plain.text(of: $0)) }
  }

  /// Keeps how a line ended, and what was shown by it. To be called once the answer is written.
  public func finish(_ entry: HistoryEntry?, _ code: ExitCode) {
    if let entry {
      var outcome = withState { $0.performed }
      outcome.code = code.rawValue
      history.end(entry, with: outcome)
      if let problem = history.takeProblem() {
        report("\(ErrorText.words(problem)). This shell remembers its own lines only.")
      }
    }
    keepShown()
  }

  /// What no line of the history may hold.
  var screen: SecretScreen {
    let variables = ["OPENMARKET_SECRET", "OPENMARKET_IDENTIFIER"].compactMap {
      environment.variables[$0]
    }
    return SecretScreen((try? markets()) ?? Markets(), and: variables)
  }

  /// How commands are written for other shells, at this moment.
  var portableLine: PortableLine {
    PortableLine(
      parser: Self.parser, aliases: withState { $0.aliases },
      last: (try? remembered(\.lastAdded)) ?? nil, page: (try? remembered(\.page)) ?? nil ?? [])
  }

  /// The grammar of all commands.
  static let parser = Parser(commands: CommandRegistry.specs, process: ProcessOptions.all)

  /// Notes that a command of the line was done.
  func note(done plain: String) {
    withState { $0.performed.ran += $0.performed.ran.isEmpty ? plain : "\n" + plain }
  }

  /// Notes the codes that listings got.
  func noteCodes(_ changes: [Change]) {
    let codes = changes.filter { ["added", "changed"].contains($0.verb) }.compactMap { change in
      change.row.code.map { (change.row.product.id, $0) }
    }
    guard !codes.isEmpty else { return }
    withState { state in
      for (id, code) in codes { state.performed.codes[id] = code }
    }
  }

  /// Keeps what an error says to type instead for the prompt, where nothing can be harmed by it.
  func propose(_ suggestions: [String]) {
    guard isTyped else { return }
    let rules = ProposalRules(
      parser: Self.parser, aliases: withState { $0.aliases }, variables: variables,
      context: readingContext)
    let proposal = suggestions.first { rules.commands(of: $0) != nil }
    withState { $0.proposal = proposal }
  }

  /// The circumstances in which values are read now.
  var readingContext: ReadingContext {
    ReadingContext(now: environment.now().date, timeZone: environment.timeZone)
  }
}
