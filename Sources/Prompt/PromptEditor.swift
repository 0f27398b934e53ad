/// The prompt at a terminal: keys go to the line editor, and what it shows goes to the screen.
import CommandHistory
import LineEditor
import MarketRender
import TerminalKit

/// Reads lines key by key. It lives as long as the prompt: cut texts, the history and keys that were
/// typed ahead stay from one line to the next.
///
/// 1. The terminal reads keys only while a line is awaited; commands find it as it was.
/// 2. What is drawn is written in one piece a round of keys, and only when no key waits any more.
actor PromptEditor {
  /// How a reading ended.
  enum Answer: Hashable, Sendable {
    case line(String)
    /// Ctrl-D, or the terminal is gone.
    case end
  }

  /// How long the rest of a sequence may take that begins like the Escape key.
  private static let escapeTime = Duration.milliseconds(50)
  /// How long a paste may be silent before what came of it is taken as all of it.
  private static let pasteTime = Duration.seconds(5)
  /// How often it is looked whether there is a notice, while one may still come.
  private static let noticeTime = Duration.milliseconds(30)
  private static let continuation = StyledText("  ...> ", .dim)

  private let makeContext: @Sendable () -> CommandContext
  /// The context outside any command, with the settings of this moment.
  private var context: CommandContext { makeContext() }
  private let terminal: any Terminal
  private let notice: Notice
  private var decoder = KeyDecoder()
  private var editor: LineEditor
  private var painter: FramePainter
  private var size: TerminalSize
  /// What the terminal said of its window when `size` was taken.
  private var known: TerminalSize?
  private var ansi: ANSI
  /// Keys that came and are not obeyed yet; behind an Enter they wait for the next line.
  private var ahead: ArraySlice<TerminalInput> = []
  private var prompt = StyledText()
  /// What the editor's history was made of.
  private var lines: [String] = []
  /// Whether the terminal was asked about itself.
  private var hasAsked = false

  /// - Parameter notice: told above the prompt as soon as it is known.
  init(
    notice: Notice, context makeContext: @escaping @Sendable () -> CommandContext
  ) {
    self.makeContext = makeContext
    let context = makeContext()
    self.notice = notice
    terminal = context.environment.terminal
    let out = context.console.capabilities(of: .output)
    size = out.size
    ansi = out.ansi
    painter = FramePainter(size: out.size)
    editor = LineEditor(
      assistant: SilentAssistant(), history: History(),
      keys: context.settings.preferences.keys.style)
  }

  /// Reads one line, which may hold line breaks; Ctrl-C begins it anew.
  ///
  /// - Throws: `CancellationError` where the program is asked to end.
  func read(_ prompt: StyledText) async throws -> Answer {
    self.prompt = prompt
    try terminal.beginKeys()
    defer { terminal.endKeys() }
    begin()
    do {
      // Before the history is read, so that the prompt shows at once.
      try draw()
      try askOnce()
      notice.begin()
      equip()
      while true {
        while let input = ahead.popFirst() {
          if case .reply(let reply) = input { learn(reply) }
          for effect in editor.apply(input) {
            if let answer = try await obey(effect) { return answer }
          }
        }
        try tellNotice()
        try draw()
        if try await takeKeys() == false {
          try close()
          return .end
        }
      }
    } catch {
      try? close()
      throw error
    }
  }

  /// Keys that were typed while something ran which was then stopped are not meant any more.
  func dropKeysAhead() { ahead = [] }
}

// Between the lines.
extension PromptEditor {
  private func begin() {
    known = terminal.windowSize
    let out = context.console.capabilities(of: .output)
    size = out.size
    ansi = out.ansi
    painter = FramePainter(size: out.size)
    editor.use(context.settings.preferences.keys.style)
    editor.restart()
    if let proposal = context.memory.proposal { editor.propose(proposal) }
  }

  /// Asks the terminal what light its letters stand on; the answer comes among the keys.
  private func askOnce() throws {
    guard !hasAsked else { return }
    hasAsked = true
    if let question = context.market.backgroundQuery { try write(question) }
  }

  private func learn(_ reply: TerminalReply) {
    guard case .background(let background) = reply else { return }
    let before = context.settings.theme
    context.settings.background = background
    if context.settings.theme != before { equip() }
  }

  /// Gives the editor what is known now.
  private func equip() {
    editor.assistant = context.assistant()
    let lines = context.session.history.lines()
    if lines != self.lines { editor.history = History(lines) }
    self.lines = lines
  }
}

// Between two keys.
extension PromptEditor {
  /// Waits for keys; false where no more will come.
  private func takeKeys() async throws -> Bool {
    switch try await terminal.nextEvent(timeout: timeout) {
    case .bytes(let bytes): ahead += decoder.decode(bytes)
    case .timedOut where decoder.isPasting: ahead += decoder.endPaste()
    case .timedOut: ahead += decoder.isWaiting ? decoder.flush() : []
    case .resized: try resize()
    case .resumed:
      painter.forget()
      try resize()
    case .end: return false
    }
    return true
  }

  private var timeout: Duration? {
    if decoder.isWaiting { return Self.escapeTime }
    if decoder.isPasting { return Self.pasteTime }
    return notice.isAwaited ? Self.noticeTime : nil
  }

  /// Does what the editor cannot do; the answer where the line is done.
  private func obey(_ effect: EditorEffect) async throws -> Answer? {
    switch effect {
    case .accept(let text):
      try close()
      return .line(text)
    case .leave:
      try close()
      return .end
    case .drop:
      try close(mark: StyledText("^C", context.settings.theme.quiet))
      editor.restart()
    case .showExitHint:
      try tell(
        StyledText("quit", context.settings.theme.command)
          + StyledText(" or Ctrl-D leaves.", .plain))
    case .clearScreen:
      try write("\u{1B}[H\u{1B}[2J")
      painter.forget()
    case .suspend:
      try close()
      terminal.suspend()
      try resize()
    case .openEditor(let text): try await openEditor(text)
    case .forget(let line):
      context.session.history.remove(line)
      editor.history.remove(line)
    case .bell: try write("\u{7}")
    }
    return nil
  }

  /// Lets the seller's own editor change the line.
  private func openEditor(_ text: String) async throws {
    try close()
    terminal.endKeys()
    let request = TextEditRequest(
      text + "\n", fileName: "command.market", environment: context.environment)
    let end = await context.environment.edit(request)
    try terminal.beginKeys()
    painter.forget()
    try resize()
    switch end {
    case .edited(let text): editor.replace(with: text)
    case .notStarted:
      try tell(
        StyledText("error: ", context.settings.theme.failure)
          + StyledText("\(request.command) cannot be started; VISUAL or EDITOR names your editor."))
    case .failed: try tell("The editor did not end well; the line is as it was.")
    }
  }
}

// To the screen.
extension PromptEditor {
  private func draw() throws {
    // The window may have changed since, though the terminal has not said so yet.
    if let window = terminal.windowSize, window != known { try resize() }
    let scene = editor.scene(prompt: prompt, continuation: Self.continuation)
    try write(painter.paint(EditorView.frame(of: scene, in: size), ansi: ansi))
  }

  /// Leaves the line on the screen as it is, without what helped to type it, and goes below it.
  private func close(mark: StyledText = "") throws {
    var scene = editor.scene(prompt: prompt, continuation: Self.continuation)
    scene.above = []
    scene.hint = ""
    scene.status = nil
    scene.menu = nil
    scene.line += mark
    scene.cursor = scene.line.plain.utf8.count
    scene.cursorShape = .normal
    let frame = EditorView.frame(of: scene, in: size)
    try write(painter.paint(frame, ansi: ansi) + painter.finish())
  }

  /// Takes the picture away, tells a line in its place, and draws it anew below.
  private func tell(_ line: StyledText) throws {
    let lines = Wrapping(width: max(size.columns - 1, 1), indent: 2).lines(line)
    try write(painter.resize(to: size) + lines.map { ansi.encode($0) + "\n" }.joined())
    painter.forget()
  }

  private func tellNotice() throws {
    if let text = notice.take() { try tell(text) }
  }

  private func resize() throws {
    known = terminal.windowSize
    let size = context.console.capabilities(of: .output).size
    let bytes = painter.resize(to: size)
    self.size = size
    try write(bytes)
  }

  private func write(_ text: String) throws {
    if !text.isEmpty { try terminal.write(text, to: .output) }
  }
}
