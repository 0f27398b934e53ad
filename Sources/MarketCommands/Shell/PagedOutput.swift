/// The way of an answer to the terminal: held back while it fits the window, then with a pager.
import MarketRender
import TerminalKit
import TerminalPictures

/// Takes an answer piece by piece.
///
/// 1. Nothing is written while the text may still fit the window; the first piece that does not fit
///    starts the pager.
/// 2. Where there is to be no pager, each piece is written at once.
/// 3. Pictures stand as letters in what the pager gets, and are drawn as the terminal can in what
///    is written to it. Once a key has ended the waiting for them, later pieces have
///    neither pictures nor room for them.
struct PagedOutput {
  private enum State {
    case plain
    /// What came so far fits.
    case held(PicturedText)
    case paging(PagerRun)
  }

  /// The most that is kept for the case that the pager turns out not to run.
  private static let keptLimit = 1 << 20

  private let session: Session
  private let out: Capabilities
  private let command: String?
  private let hosts = PictureHosts()
  /// nil where pictures are not drawn, or not any more.
  private var pen: PicturePen?
  private let onPager: @Sendable (PagerRun) -> Void
  private var state = State.plain
  /// All that the pager was given, from the beginning; nil where that is too much.
  private var given: String? = ""

  /// - Parameters:
  ///   - mayPage: whether the answer is for people.
  ///   - onPager: is told when the pager runs.
  init(
    _ session: Session, _ out: Capabilities, mayPage: Bool, pen: PicturePen? = nil,
    onPager: @escaping @Sendable (PagerRun) -> Void = { _ in }
  ) {
    self.session = session
    self.out = out
    self.pen = pen
    self.onPager = onPager
    let pager = Pager(variables: session.environment.variables, setting: session.preferences.pager)
    let isAlone = session.withState { $0.scripts == 0 && $0.running.isEmpty }
    let isPaged =
      mayPage && isAlone && out.isTerminal && session.environment.terminal.isInteractive(.input)
      && !session.isSpoken
    command = isPaged ? pager.command : nil
    if command != nil { state = .held(PicturedText()) }
  }

  /// - Throws: `TerminalError.closed` when the reader has left, so that nothing more is made.
  mutating func take(_ piece: Presentation) async throws {
    guard case .styled(let text) = piece.output, !text.isEmpty else { return try write(piece) }
    // Taking text apart into lines takes as long as a quarter of making it.
    if case .plain = state, piece.pictures.isEmpty { return try write(piece) }
    let page = PicturedText(text, piece.pictures)
    if case .plain = state { try await write(page) }
    if !piece.error.isEmpty { try write(Presentation(error: piece.error)) }
    switch state {
    case .plain: break
    case .held(var all):
      all.append(page)
      state = .held(all)
      if !Pager.fits(all.lines, in: out.size) { try await begin(with: all) }
    case .paging(let run): try await give(page, to: run)
    }
  }

  /// Writes what was held back, or waits for the reader.
  mutating func end() async throws {
    let ending = state
    state = .plain
    switch ending {
    case .plain: break
    case .held(let page): try await write(page)
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

  private mutating func begin(with page: PicturedText) async throws {
    guard let command else { return }
    let request = PagerRequest(
      command: command, variables: Pager.variables(session.environment.variables))
    guard let run = await session.environment.page(request) else {
      tellAbsence()
      state = .plain
      return try await write(page)
    }
    state = .paging(run)
    session.activity.hold()
    onPager(run)
    try await give(page, to: run)
  }

  private mutating func give(_ page: PicturedText, to run: PagerRun) async throws {
    guard let pen, !page.pictures.isEmpty else {
      if await !give(page.encoded(by: out.ansi), to: run) { try await goOn(without: run) }
      return
    }
    var lettered = LetteredPage(
      page, session: session, pen: pen, windowRows: out.size.rows, hosts: hosts)
    var isTaken = true
    try await lettered.hand(from: try await session.pictureClient()) { text in
      isTaken = await give(text, to: run)
      if !isTaken { try await goOn(without: run) }
      return isTaken
    }
    guard !isTaken else { return }
    try await write(lettered.rest)
  }

  /// False where nobody reads it.
  private mutating func give(_ text: String, to run: PagerRun) async -> Bool {
    given?.append(text)
    guard await run.write(text) else { return false }
    if let known = given, known.utf8.count > Self.keptLimit { given = nil }
    return true
  }

  /// One that cannot be run reads nothing: then all goes on without it.
  private mutating func goOn(without run: PagerRun) async throws {
    guard try await finish(run) == .notStarted else { throw TerminalError.closed(.output) }
  }

  private func tellAbsence() {
    session.report("The pager \(command ?? "") cannot be run, so here is everything at once.")
  }

  /// Writes text to the screen, and draws its pictures.
  private mutating func write(_ page: PicturedText) async throws {
    guard let pen, !page.pictures.isEmpty else {
      guard !page.lines.isEmpty else { return }
      let text = page.withoutRoom.encoded(by: out.ansi)
      return try session.environment.terminal.write(text, to: .output)
    }
    var illustrated = IllustratedPage(page, session: session, pen: pen, out: out, hosts: hosts)
    let isFilled = try await illustrated.write(from: try await session.pictureClient())
    if !isFilled { self.pen = nil }
  }

  private func write(_ piece: Presentation) throws {
    try piece.write(
      to: session.environment.terminal, output: out.ansi,
      error: session.capabilities(of: .error).ansi)
  }
}
