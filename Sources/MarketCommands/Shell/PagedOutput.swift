/// The way of an answer to the terminal: held back while it fits the window, then with a pager.
import MarketRender
import TerminalKit

/// Takes an answer piece by piece.
///
/// 1. Nothing is written while the text may still fit the window; the first piece that does not fit
///    starts the pager.
/// 2. Where there is to be no pager, each piece is written at once.
struct PagedOutput {
  private enum State {
    case plain
    /// What came so far fits.
    case held(StyledText)
    case paging(PagerRun)
  }

  /// The most that is kept for the case that the pager turns out not to run.
  private static let keptLimit = 1 << 20

  private let session: Session
  private let out: Capabilities
  private let command: String?
  private var state = State.plain
  /// All that the pager was given, from the beginning; nil where that is too much.
  private var given: String? = ""

  /// - Parameter mayPage: whether the answer is for people.
  init(_ session: Session, _ out: Capabilities, mayPage: Bool) {
    self.session = session
    self.out = out
    let pager = Pager(variables: session.environment.variables, setting: session.taste.pager)
    let isAlone = session.withState { $0.scripts == 0 && $0.running.isEmpty }
    let isPaged =
      mayPage && isAlone && out.isTerminal && session.environment.terminal.isInteractive(.input)
      && !session.isSpoken
    command = isPaged ? pager.command : nil
    if command != nil { state = .held(StyledText()) }
  }

  /// Whether a pager will show this text.
  func pages(_ text: StyledText) -> Bool { command != nil && !Pager.fits(text, in: out.size) }

  /// - Throws: `TerminalError.closed` when the reader has left, so that nothing more is made.
  mutating func take(_ piece: Presentation) async throws {
    guard case .styled(let text) = piece.output, !text.isEmpty else { return try write(piece) }
    switch state {
    case .plain: try write(piece)
    case .held(let before):
      if !piece.error.isEmpty { try write(Presentation(error: piece.error)) }
      let all = before + text
      state = .held(all)
      if !Pager.fits(all, in: out.size) { try await begin(with: all) }
    case .paging(let run):
      if !piece.error.isEmpty { try write(Presentation(error: piece.error)) }
      try await give(text, to: run)
    }
  }

  /// Writes what was held back, or waits for the reader.
  mutating func end() async throws {
    let ending = state
    state = .plain
    switch ending {
    case .plain: break
    case .held(let text): try write(Presentation(output: .styled(text)))
    case .paging(let run): _ = try await finish(run)
    }
  }

  /// Waits for the reader, or writes what a pager that never ran was given.
  ///
  /// - Throws: `SellerError.pagerLost` where not all of that is known any more.
  private mutating func finish(_ run: PagerRun) async throws -> PagerEnd {
    state = .plain
    let ending = await run.finish()
    session.activity.release()
    guard ending == .notStarted else { return ending }
    guard let given else { throw SellerError.pagerLost(command: command ?? "") }
    tellAbsence()
    try session.environment.terminal.write(given, to: .output)
    return ending
  }

  private mutating func begin(with text: StyledText) async throws {
    guard let command else { return }
    let request = PagerRequest(
      command: command, variables: Pager.variables(session.environment.variables))
    guard let run = await session.environment.page(request) else {
      tellAbsence()
      state = .plain
      return try write(Presentation(output: .styled(text)))
    }
    state = .paging(run)
    session.activity.hold()
    try await give(text, to: run)
  }

  private mutating func give(_ text: StyledText, to run: PagerRun) async throws {
    let encoded = out.ansi.encode(text)
    given?.append(encoded)
    guard await run.write(encoded) else {
      // One that cannot be run reads nothing: then all goes on without it.
      guard try await finish(run) == .notStarted else { throw TerminalError.closed(.output) }
      return
    }
    if let known = given, known.utf8.count > Self.keptLimit { given = nil }
  }

  private func tellAbsence() {
    session.report("The pager \(command ?? "") cannot be run, so here is everything at once.")
  }

  private func write(_ piece: Presentation) throws {
    try piece.write(
      to: session.environment.terminal, output: out.ansi,
      error: session.capabilities(of: .error).ansi)
  }
}
