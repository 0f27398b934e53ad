/// Runs one command: words become a command with its input, its answer becomes text.
public import CommandLanguage
import Foundation
import MarketRender
import MarketWire
import OpenMarketClient
import TerminalKit

/// The way of a command from its words to its exit code, the same wherever the line came from.
public struct Interpreter: Sendable {
  let session: Session
  private let parser: Parser

  public init(session: Session) {
    self.session = session
    parser = Parser(commands: CommandRegistry.specs, process: ProcessOptions.all)
  }

  /// What the words of a command mean, or everything that is wrong with them.
  func parse(_ words: [Word]) -> Parsed {
    let context = ReadingContext(
      now: session.environment.now().date, timeZone: session.environment.timeZone)
    return parser.parse(words, in: context)
  }

  /// Runs the words of one command and writes its answer, or what was wrong. Options of the
  /// process that it does not have are those of the session, or of the batch that it stands in.
  ///
  /// - Parameters:
  ///   - words: the command, its variables already filled in.
  ///   - address: where a place in it is, put in front of an error: `autumn.market:14:22`.
  public func run(
    _ words: [Word], address: @escaping @Sendable (SourcePlace?) -> String? = { _ in nil }
  ) async -> ExitCode {
    await run(parse(words), words, address: address)
  }

  /// Runs a command of the prompt, with its variables and its alias filled in.
  func run(
    _ tokens: CommandTokens,
    address: @escaping @Sendable (SourcePlace?) -> String? = { _ in nil }
  ) async -> ExitCode {
    // What `@last` means is another listing afterwards.
    let plain = session.isTyped ? session.portableLine.text(of: tokens) : nil
    session.withState { $0.proposal = nil }
    do throws(UsageError) {
      let variables = session.variables
      let aliases = session.withState { $0.aliases }
      let words = try aliases.expand(variables.words(of: tokens), with: variables)
      let code = await run(parse(words), words, source: tokens) { address($0 ?? tokens.place) }
      if code == .done, let plain { session.note(done: plain) }
      return code
    } catch {
      return report(error, source: tokens) { address($0 ?? tokens.place) }
    }
  }

  /// Runs a command that was parsed before.
  ///
  /// - Parameter source: the command as it was typed, where an error is to show it with a caret.
  func run(
    _ parsed: Parsed, _ words: [Word], source: CommandTokens? = nil,
    address: @escaping @Sendable (SourcePlace?) -> String?
  ) async -> ExitCode {
    let before = session.options
    let options = ProcessOptions(parsed.process).over(before)
    session.options = options
    defer {
      session.options = before
      session.writeKept()
    }
    let start = session.environment.uptime
    session.activity.settle(isSpoken: session.isSpoken, color: session.color)
    do {
      let (time, isKept) = try await session.activity.aside {
        try await cancellable {
          let output = try await answer(parsed, options)
          let time = session.environment.uptime - start
          try await write(output, options)
          return (time, output.keptAt != nil)
        }
      }
      tell(time)
      // Whoever started the program is told what a person sees.
      return isKept && session.mode == .script ? .unreachable : .done
    } catch {
      let time = session.environment.uptime - start
      // What was done of many is an answer, though not all of it was.
      if let done = (error as? BulkFailure)?.done, !done.isEmpty {
        try? await write(.changes(done), options)
      }
      if let failure = error as? PartialWork, failure.done > 0 {
        try? await write(failure.output, options)
      }
      let code = report(error, words: words, source: source, address: address)
      tell(time)
      return code
    }
  }

  /// Writes what went wrong to stderr.
  func report(
    _ error: any Error, words: [Word] = [], source: CommandTokens? = nil,
    address: (SourcePlace?) -> String? = { _ in nil }
  ) -> ExitCode {
    session.activity.pause()
    let text = ErrorText(
      error, market: try? session.profile(), words: words, source: source, address: address)
    session.propose(text.suggestions)
    let terminal = session.environment.terminal
    let stream = session.capabilities(of: .error)
    let width = stream.isTerminal ? stream.size.columns : nil
    for line in text.lines(width: width, theme: session.theme) {
      try? terminal.write(stream.ansi.encode(line) + "\n", to: .error)
    }
    return text.exitCode
  }

  /// Judges how the answer of a command is wished for, before the command is done.
  func check(_ options: ProcessOptions, for spec: CommandSpec) throws(PresentationError) {
    guard !spec.fields.isEmpty else { return }
    if let field = options.fields?.first(where: { !spec.fields.contains($0) }) {
      throw .unknownField(field, known: spec.fields)
    }
    if options.format == .ids, !spec.fields.contains("id") { throw .noIdentifiers }
  }

  private func answer(_ parsed: Parsed, _ options: ProcessOptions) async throws -> Output {
    if options.wantsVersion { return .text("market \(session.environment.version)\n") }
    if options.wantsHelp {
      let screen = HelpScreen(session: session)
      return parsed.spec.map(screen.explain) ?? screen.overview(of: CommandRegistry.specs)
    }
    let (spec, input) = try parsed.checked()
    if options.listsFields {
      return .text(spec.fields.map { $0 + "\n" }.joined())
    }
    try check(options, for: spec)
    guard let command = CommandRegistry.command(named: spec.name) else {
      throw SellerError.noSuchCommand(spec.name, nearest: nil)
    }
    let output = try await session.answer(command, input)
    session.remember(output)
    return output
  }

  /// Does something so that Ctrl-C cancels it; a command of a script is cancelled with the script.
  func cancellable<R: Sendable, E: Error>(
    _ body: @escaping @Sendable () async throws(E) -> R
  ) async throws(E) -> R {
    if session.withState({ !$0.running.isEmpty || ($0.scripts > 0 && !$0.isStarting) }) {
      return try await body()
    }
    let task = Task { () async -> Result<R, E> in
      do throws(E) { return .success(try await body()) } catch { return .failure(error) }
    }
    let watch = session.environment.onInterrupt { task.cancel() }
    defer { withExtendedLifetime(watch) {} }
    return try await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }.get()
  }

  private func tell(_ time: Duration) {
    guard !session.withState({ $0.isStarting }) else { return }
    if session.showsTiming { session.report(TimeText.words(time)) }
  }
}
