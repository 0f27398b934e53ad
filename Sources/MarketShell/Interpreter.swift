import CommandLanguage
import ListingChanges
import MarketCommands
import MarketRender
import Messages
import OpenMarketClient
import SellerFiles
import SellerSession
import ShellCommands
import Synchronization
import TerminalKit

/// Parses and runs single commands, for the prompt and for scripts alike.
struct Interpreter: Sendable {
  let session: SellerSession
  var core: SellerCore { session.core }
  let scope: CommandScope
  /// The options of the process, or of the script that contains the command.
  let options: ProcessOptions
  private let parser: Parser
  private let shell: Shell

  init(
    session: SellerSession, scope: CommandScope, options: ProcessOptions = ProcessOptions(),
    shell: Shell = Shell()
  ) {
    self.shell = shell
    self.session = session
    self.scope = scope
    self.options = options
    parser = CommandRegistry.parser
  }

  /// Parses the words of a command, or returns everything that is wrong with them.
  ///
  /// - Parameter isRead: whether the value of a parameter is needed; by default, all are.
  func parse(_ words: [Word], reading isRead: (ParameterFacts) -> Bool = { _ in true }) -> Parsed {
    parser.parse(words, in: core.settings.readingContext, reading: isRead)
  }

  /// Returns the context of a command.
  func context(for parsed: Parsed) -> CommandContext {
    context(ProcessOptions(parsed.process).over(options))
  }

  /// The context outside any command.
  var baseContext: CommandContext { context(options) }

  func context(_ options: ProcessOptions) -> CommandContext {
    CommandContext(options, scope: scope, session.access, session.browser, shell: shell)
  }

  /// Runs one command and writes its output or its error.
  ///
  /// Process options that the command does not have come from the session or the script.
  ///
  /// - Parameters:
  ///   - words: The command, with its variables expanded.
  ///   - address: The place shown before an error for a word, such as `autumn.market:14:22`.
  func run(
    _ words: [Word], address: @escaping @Sendable (SourcePlace?) -> String? = { _ in nil }
  ) async -> ExitCode {
    await run(parse(words), words, address: address)
  }

  /// Runs a command of the prompt after expanding its variables and its alias.
  func run(
    _ tokens: CommandTokens,
    address: @escaping @Sendable (SourcePlace?) -> String? = { _ in nil }
  ) async -> ExitCode {
    // The command may change what `@last` refers to.
    let memory = core.memory
    let plain = scope.isTyped ? baseContext.portableLine.text(of: tokens) : nil
    memory.proposal = nil
    _ = memory.takeFilled()
    do throws(UsageError) {
      let variables = memory.variables
      let words = try memory.aliases.expand(variables.words(of: tokens), with: variables)
      let code = await run(parse(words), words, source: tokens.source) {
        address($0 ?? tokens.place)
      }
      if code == .done, let plain { memory.record(performed: memory.takeFilled() ?? plain) }
      return code
    } catch {
      return report(error, source: tokens.source) { address($0 ?? tokens.place) }
    }
  }

  /// Runs a parsed command.
  ///
  /// - Parameter source: The command as it was typed, if an error should show it with a caret.
  func run(
    _ parsed: Parsed, _ words: [Word], source: CommandSource? = nil,
    address: @escaping @Sendable (SourcePlace?) -> String?
  ) async -> ExitCode {
    let context = context(for: parsed)
    defer { session.access.caches.writeResponses() }
    if scope.isTyped { context.market.continueVisit() }
    let start = core.environment.uptime
    core.activity.settle(
      usesScreenReader: core.settings.usesScreenReader, color: context.console.color)
    let isAnswered = Mutex(false)
    do {
      let (time, isCached) = try await core.activity.withoutCounting {
        try await cancellable {
          let output = try await answer(parsed, context)
          isAnswered.withLock { $0 = true }
          let time = core.environment.uptime - start
          try await deliver(output, of: parsed.spec, context)
          return (time, output.cachedAt != nil)
        }
      }
      showTiming(time, context)
      // A script learns from the exit code that the output is cached.
      return isCached && scope.mode == .script ? .unreachable : .done
    } catch {
      let time = core.environment.uptime - start
      if !isAnswered.withLock(\.self) {
        await writeOutput(before: error, of: parsed, context)
      }
      let code = report(error, in: context, words: words, source: source, address: address)
      showTiming(time, context)
      return code
    }
  }

  /// Writes an error to stderr and returns its exit code.
  ///
  /// - Parameter context: The context of the command; nil outside any command.
  func report(
    _ error: any Error, in context: CommandContext? = nil, words: [Word] = [],
    source: CommandSource? = nil, address: (SourcePlace?) -> String? = { _ in nil }
  ) -> ExitCode {
    let context = context ?? baseContext
    core.activity.pause()
    let proposals = Proposals(context: context, parser: parser)
    let usage = (error as? UsageError).map(proposals.correctingCodes)
    var text = ErrorLayout(
      usage ?? error, market: try? context.market.profile(), words: words, source: source,
      commands: parser.commands, catalog: core.environment.catalog, address: address)
    text.typedCommand = context.typedCommand.line
    let all = text.suggestions
    text.suggestions = proposals.usable(all)
    // The first correction that can be run is meant.
    if usage != nil { text.suggestions = Array(text.suggestions.prefix(1)) }
    if let command = text.misusedCommand, text.suggestions.isEmpty, !all.isEmpty {
      text.suggestions = ["help \(command)"]
    }
    // A correction of a line in English names keeps them.
    let catalog = core.environment.catalog
    let english = words.first.map(\.text).flatMap { catalog.command($0) == $0 ? nil : "\($0) " }
    let isNamed = { (line: String) in english.map(line.hasPrefix) != true }
    text.suggestions = text.suggestions.map { isNamed($0) ? catalog.command($0) : $0 }
    context.propose(text.suggestions)
    // A line of a script is corrected in the script.
    if usage == nil || !scope.isInScript {
      text.suggestions = text.suggestions.map { line in
        let typed = context.typedCommand.line(line)
        return isNamed(line) ? catalog.command(typed) : typed
      }
    }
    let terminal = core.environment.terminal
    let stream = context.console.capabilities(of: .error)
    let width = stream.isTerminal ? stream.size.columns : nil
    for line in text.lines(width: width, theme: core.settings.theme) {
      try? terminal.write(stream.ansi.encode(line) + "\n", to: .error)
    }
    return text.exitCode
  }

  /// Returns the command and its values.
  func checked(_ parsed: Parsed) throws -> (spec: CommandSpec, input: Input) {
    let namesSecret = parsed.problems.contains { problem in
      if case .unknownOption(let name, _) = problem.code { return name == "--secret" }
      return false
    }
    if namesSecret, parsed.spec?.traits.contains(.signsIn) == true {
      throw SellerError.secretInArgument
    }
    return try parsed.checked()
  }

  /// Returns the command and its values, or reports all problems at once: those of the words, and
  /// those of the values that could be read.
  private func checkedInFull(
    _ parsed: Parsed, _ context: CommandContext
  ) throws -> (spec: CommandSpec, input: Input) {
    do {
      return try checked(parsed)
    } catch let error as UsageError {
      let command = error.command.flatMap(CommandRegistry.command)
      guard let others = command?.furtherProblems(parsed.input, in: context) else { throw error }
      throw ProblemsTogether(usage: error, others: others)
    }
  }

  /// Checks the output format options before the command runs.
  func check(_ options: ProcessOptions, for spec: CommandSpec) throws(OutputFormatError) {
    guard !spec.fields.isEmpty else { return }
    let unknown = options.fields?.first { field in
      !spec.fields.contains(field) && !spec.fields.contains(ListingField.key(named: field))
    }
    if let field = unknown {
      throw .unknownField(field, known: spec.fields)
    }
    if options.format == .ids, !spec.fields.contains("id") { throw .noIdentifiers }
  }

  /// `market 1.0.0 (0a1b2c3d4e5f)`; `doctor` has the versions of the libraries, too.
  private var version: String {
    let environment = core.environment
    let commit = environment.host.commit.map { " (\($0))" } ?? ""
    return "market \(environment.version)\(commit)\n"
  }

  private func answer(_ parsed: Parsed, _ context: CommandContext) async throws -> Output {
    let options = context.options
    if options.wantsVersion { return .text(version) }
    if options.wantsHelp {
      let screen = HelpScreen(context)
      if let spec = parsed.spec { return screen.explain(spec) }
      let below = parsed.firstWord.map(parser.commands(below:)) ?? []
      return below.isEmpty
        ? screen.overview(of: parser.commands, topics: HelpTopics.all())
        : screen.overview(of: below)
    }
    let (spec, input): (CommandSpec, Input)
    switch try await completed(parsed, context) {
    case .left(let output)?: return output
    case .run(let filled)?: (spec, input) = (filled.spec, filled.input)
    case nil: (spec, input) = try checkedInFull(parsed, context)
    }
    if options.listsFields {
      return .table(
        PlainTable(
          columns: [.init("field", title: "field")], rows: spec.fields.map { [.text($0)] }))
    }
    try check(options, for: spec)
    if let file = options.out {
      try await OutputFile(file, in: context).checkReplacing(isAnswered: options.replaces)
    }
    guard let command = CommandRegistry.command(named: spec.name) else {
      throw SellerError.noSuchCommand(spec.name, nearest: nil)
    }
    let output = try await OfflineFallback(context: context).answer(command, input)
    remember(output, context)
    session.access.shown.forgetLearned(after: output, of: spec.effect)
    return output
  }

  /// Saves an output with listings for `again`. A streamed list clears the saved output.
  func remember(_ output: Output, _ context: CommandContext) {
    context.remember(output)
    switch output {
    case .listings, .detail, .details, .change, .changes: session.browser.lastAnswer = output
    case .listingStream: session.browser.lastAnswer = nil
    default: break
    }
  }

  /// Runs `body` so that Ctrl-C cancels it. A command of a script is canceled with the script.
  ///
  /// - Parameter isPart: Whether `body` is a command of the script.
  func cancellable<R: Sendable, E: Error>(
    inScript isPart: Bool = true, _ body: @escaping @Sendable () async throws(E) -> R
  ) async throws(E) -> R {
    if isPart, scope.isCancelledByScript { return try await body() }
    return try await core.environment.interruptible(body)
  }

  private func showTiming(_ time: Duration, _ context: CommandContext) {
    guard !scope.isInStartFile, context.showsTiming else { return }
    context.console.report("It took \(Message.preciseDuration(time)).")
  }
}
