import CommandLanguage
import Foundation
import MarketRender
import MarketWire
import Messages
import Prompt
import SellerFiles
import SellerSession
import TerminalKit

/// The interactive prompt `market>`.
struct Repl: Sendable {
  private let interpreter: Interpreter
  private let readsStartFile: Bool

  /// - Parameters:
  ///   - options: The options of the process.
  ///   - readsStartFile: Whether the commands in `marketrc` run first.
  init(session: SellerSession, options: ProcessOptions, readsStartFile: Bool = true) {
    self.readsStartFile = readsStartFile
    interpreter = Interpreter(
      session: session, scope: CommandScope(mode: .prompt), options: options)
  }

  private var core: SellerCore { interpreter.session.core }
  private var context: CommandContext { interpreter.baseContext }

  /// Runs until `quit` or the end of the input.
  func run() async -> ExitCode {
    let terminal = core.environment.terminal
    // Between two commands Ctrl-C has nothing to stop, and must not end the prompt.
    let watch = core.environment.onInterrupt {}
    defer { withExtendedLifetime(watch) {} }
    loadAliases()
    if readsStartFile {
      await StartFile(session: interpreter.session, options: interpreter.options).run()
    }
    let notice = Notice { await openHome() }
    defer { notice.cancel() }
    // The editor draws its prompt first.
    if !usesEditor { notice.start() }
    let host = ShellPromptHost { [interpreter] in interpreter.baseContext }
    let editor = PromptEditor(host, notice: notice)
    do {
      try terminal.write(try banner(), to: .output)
      if !usesEditor, let unfinished = context.startNotice() {
        context.console.report(unfinished)
      }
      while !core.memory.isLeaving {
        switch try await readCommand(editor) {
        case .end: return .done
        case .interrupted:
          // If the program was asked to end, end it before another prompt is drawn.
          withExtendedLifetime(core.environment.onInterrupt {}) {}
        case .line(let text):
          mark("C")
          let code = await run(text)
          mark("D;\(code.rawValue)")
          if code == .interrupted { await editor.dropPendingInput() }
          if usesEditor { await context.learnListings() }
        }
      }
      return .done
    } catch {
      return interpreter.report(error)
    }
  }

  private func loadAliases() {
    do throws(FileError) {
      core.memory.aliases = try SavedAliases(context.environment).aliases
    } catch {
      _ = interpreter.report(error)
    }
  }

  /// Opens the market on this machine while the seller types, so that the first command need not
  /// wait for it.
  ///
  /// Errors are reported by the first command that needs the market.
  private func openHome() async -> Message? {
    let unfinished = usesEditor ? context.startNotice() : nil
    guard (try? context.market.profile().isHome) == true else { return unfinished }
    _ = try? await context.market.client()
    guard usesEditor else { return unfinished }
    await context.learnListings()
    let news = await context.newsNotice()
    return news.map { news in unfinished.map { .list([$0, news], .lines) } ?? news } ?? unfinished
  }

  /// Whether the terminal can show the line editor. The editor repaints, which disturbs screen
  /// readers.
  private var usesEditor: Bool {
    let terminal = core.environment.terminal
    return terminal.isInteractive(.input) && terminal.isInteractive(.output)
      && context.console.capabilities(of: .output).escapes && !core.settings.usesScreenReader
  }

  /// Reads one or more complete commands. Ctrl-C discards the current input.
  private func readCommand(_ editor: PromptEditor) async throws -> Line {
    guard usesEditor else { return try await readPlainCommand() }
    let prompt = try prompt()
    try showTitle()
    mark("A")
    return try await interruptible {
      switch try await editor.read(prompt) {
      case .line(let text): .line(text)
      case .end: .end
      }
    }
  }

  /// Marks a prompt, the beginning of an answer or its end (FinalTerm's OSC 133).
  private func mark(_ letter: String) {
    guard usesEditor, core.settings.preferences.marksPrompts else { return }
    try? core.environment.terminal.write("\u{1B}]133;\(letter)\u{7}", to: .output)
  }

  private func showTitle() throws {
    guard core.settings.preferences.showsTitle else { return }
    let place = UntrustedText(context.console.text(try context.market.place())).line
    try core.environment.terminal.write("\u{1B}]2;market: \(place)\u{7}", to: .output)
  }

  /// Reads plain lines until they form complete commands.
  private func readPlainCommand() async throws -> Line {
    let terminal = core.environment.terminal
    var text = ""
    while true {
      let prompt = text.isEmpty ? try self.prompt().plain : "  ...> "
      switch try await interruptible({
        try await terminal.readLine(prompt: prompt).map(Line.line) ?? .end
      }) {
      case .interrupted:
        text = ""
        try terminal.write("\n", to: .output)
      case .end:
        if text.isEmpty { try terminal.write("\n", to: .output) }
        return text.isEmpty ? .end : .line(text)
      case .line(let line):
        text += text.isEmpty ? line : "\n" + line
        guard case .incomplete = Tokenizer.read(text) else { return .line(text) }
      }
    }
  }

  private enum Line: Sendable {
    case line(String)
    case end
    case interrupted
  }

  /// Reads input until it is canceled by Ctrl-C or a request to end the program.
  private func interruptible(
    _ read: @escaping @Sendable () async throws -> Line
  ) async throws -> Line {
    do {
      return try await core.environment.interruptible(read)
    } catch is CancellationError {
      return .interrupted
    }
  }

  /// Runs the entered commands up to the first that fails, and returns its exit code.
  ///
  /// Each line of a paste is saved in the history separately.
  private func run(_ text: String) async -> ExitCode {
    let lines = EnteredLine.all(in: text)
    for (index, line) in lines.enumerated() {
      if lines.count > 1 { repeatAbove(line.text) }
      let code = await run(line)
      guard code == .done, !core.memory.isLeaving else {
        let left = lines.count - index - 1
        if left > 0 {
          context.console.report(
            Message(
              count: left, one: "1 more line was not run.",
              other: "\(left) more lines were not run."))
        }
        return code
      }
    }
    return .done
  }

  /// Shows a line of a paste above its answer, since the paste stands above all of them.
  private func repeatAbove(_ line: String) {
    let out = context.console.capabilities(of: .output)
    let text = StyledText("> " + UntrustedText(line).block, core.settings.theme.quiet)
    try? core.environment.terminal.write(out.ansi.encode(text) + "\n", to: .output)
  }

  private func run(_ line: EnteredLine) async -> ExitCode {
    let entry = context.enter(line.text)
    var code = ExitCode.done
    for tokens in line.commands {
      code = await interpreter.run(tokens)
      if code != .done || core.memory.isLeaving { break }
    }
    context.finish(entry, code)
    return code
  }

  private func prompt() throws -> StyledText {
    let profile = try context.market.profile()
    if profile.isHome { return "market> " }
    let place = profile.signedInShop.map { "\($0)@\(profile.name)" } ?? profile.name
    let isUnreachable = context.market.connections.isUnreachable(profile.key)
    let away = isUnreachable ? " " + context.console.text("(offline)") : ""
    return StyledText("market ") + StyledText(UntrustedText(place).line, core.settings.theme.own)
      + StyledText(away, core.settings.theme.failure) + "> "
  }

  private func banner() throws -> String {
    let profile = try context.market.profile()
    let place: Message = profile.isHome ? "the market on this machine" : "\(profile.url)"
    let name: Message = "\(formatted: "Open Market")"
    let shop: Message =
      profile.signedInShop.map { "\(name) · \(profile.name) as \($0) · \(place)" }
      ?? "\(name) · \(profile.name) · \(place)"
    var keys: [Message] = ["\(command: "help") explains"]
    if usesEditor { keys.append("\(command: "Tab") completes") }
    keys.append("\(command: "list") shows the market")
    let preferences = context.settings.preferences
    let isNew = !preferences.isSetUp && preferences.currency == nil
    keys.append(isNew ? "\(command: "add") sells something" : "\(command: "quit") leaves")
    let capabilities = context.console.capabilities(of: .output)
    let wrapping = Wrapping(width: max(capabilities.size.columns - 1, 1), indent: 2)
    return [styled(shop), styled(.list(keys, .dot))].flatMap(wrapping.lines)
      .map { capabilities.ansi.encode($0) + "\n" }.joined()
  }

  /// Commands and the program's name in bold, the rest dimmed.
  private func styled(_ message: Message) -> StyledText {
    message.pieces(in: core.environment.catalog).reduce(into: StyledText()) { text, piece in
      let isBold = piece.kind == .command || piece.kind == .value
      text.append(piece.text, isBold ? .bold : .dim)
    }
  }
}
