import MarketRender
import Messages
import SellerSession
import TerminalKit

/// Writes output to the terminal piece by piece, through the pager if it does not fit the window.
///
/// 1. Nothing is written while the text may still fit the window; the first piece that does not fit
///    starts the pager.
/// 2. Without a pager, each piece is written at once.
struct PagedOutput {
  private enum State {
    case plain
    /// All text so far; it still fits the window.
    case held([StyledText])
    case paging(PagerRun)
  }

  /// The maximum text size that is saved in case the pager cannot run, in bytes.
  private static let rememberedLimit = 1 << 20

  private let context: CommandContext
  private let out: Capabilities
  private let command: String?
  private let isDefault: Bool
  private let onPager: @Sendable (PagerRun) -> Void
  private var state = State.plain
  /// All text that the pager received; nil if it is longer than ``rememberedLimit``.
  private var pagedText: String? = ""

  /// - Parameters:
  ///   - mayPage: Whether the format is for people.
  ///   - onPager: Called when the pager runs.
  init(
    _ context: CommandContext, _ out: Capabilities, mayPage: Bool,
    onPager: @escaping @Sendable (PagerRun) -> Void = { _ in }
  ) {
    self.context = context
    self.out = out
    self.onPager = onPager
    let pager = Pager(
      variables: context.environment.variables, setting: context.settings.preferences.pager)
    command = mayPage && Self.isPossible(context, out) ? pager.command : nil
    isDefault = pager.isDefault
    if command != nil { state = .held([]) }
  }

  /// Whether long output goes through a pager, if there is one.
  static func isPossible(_ context: CommandContext, _ out: Capabilities) -> Bool {
    // `less` needs escape sequences to move the cursor.
    !context.scope.isInScript && out.isTerminal && out.escapes
      && context.environment.terminal.isInteractive(.input) && !context.settings.usesScreenReader
  }

  /// - Throws: `TerminalError.closed` if the reader quit, so that no more output is produced.
  mutating func take(_ piece: RenderedOutput) async throws {
    guard case .styled(let text) = piece.output, !text.isEmpty else { return try write(piece) }
    // Splitting text into lines takes a quarter of the time that rendering it took.
    if case .plain = state { return try write(piece) }
    if !piece.error.isEmpty { try write(RenderedOutput(error: piece.error)) }
    var lines = text.lines
    if lines.last?.isEmpty == true { lines.removeLast() }
    switch state {
    case .plain: break
    case .held(let earlier):
      let all = earlier + lines
      state = .held(all)
      if !Pager.fits(all, in: out.size) { try await begin(with: all) }
    case .paging(let run): try await pass(lines, to: run)
    }
  }

  /// Writes the text that was held back, or waits for the reader to quit.
  mutating func end() async throws {
    let ending = state
    state = .plain
    switch ending {
    case .plain: break
    case .held(let lines): try write(lines)
    case .paging(let run): _ = try await finish(run)
    }
  }

  /// Waits for the reader to quit. If the pager never ran, writes its text instead.
  ///
  /// - Throws: `SellerError.pagerLost` if not all of the text was saved.
  private mutating func finish(_ run: PagerRun) async throws -> PagerEnd {
    state = .plain
    let ending = await run.finish()
    context.activity.release()
    guard ending == .notStarted else { return ending }
    guard let pagedText else { throw SellerError.pagerLost(command: command ?? "") }
    reportMissingPager()
    try context.environment.terminal.write(pagedText, to: .output)
    return ending
  }

  private mutating func begin(with lines: [StyledText]) async throws {
    guard let command else { return }
    let request = PagerRequest(
      command: command, variables: Pager.variables(context.environment.variables))
    await context.environment.terminal.withholdTypedKeys()
    guard let run = await context.environment.page(request) else {
      reportMissingPager()
      state = .plain
      return try write(lines)
    }
    state = .paging(run)
    context.activity.hold()
    onPager(run)
    try await pass(lines, to: run)
  }

  private mutating func pass(_ lines: [StyledText], to run: PagerRun) async throws {
    let text = encoded(lines)
    pagedText?.append(text)
    guard await run.write(text) else {
      // `finish` has written everything if the pager could not be run.
      guard try await finish(run) == .notStarted else { throw TerminalError.closed(.output) }
      return
    }
    if let known = pagedText, known.utf8.count > Self.rememberedLimit { pagedText = nil }
  }

  private func reportMissingPager() {
    if isDefault { return }
    context.console.report(
      "Cannot run the pager \(command: command ?? ""); showing everything at once.")
  }

  private func encoded(_ lines: [StyledText]) -> String {
    lines.map { out.ansi.encode($0) + "\n" }.joined()
  }

  private func write(_ lines: [StyledText]) throws {
    guard !lines.isEmpty else { return }
    try context.environment.terminal.write(encoded(lines), to: .output)
  }

  private func write(_ piece: RenderedOutput) throws {
    try piece.write(
      to: context.environment.terminal, output: out.ansi,
      error: context.console.capabilities(of: .error).ansi)
  }
}
