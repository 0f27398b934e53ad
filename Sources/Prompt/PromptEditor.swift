import LineEditor
import MarketRender
import Messages
package import TerminalKit

/// Drives the line editor at a terminal: passes it the keys and draws what it shows. It lives as
/// long as the prompt, so the kill ring, the history and keys typed ahead are still there for the
/// next line.
///
/// 1. The terminal is in key mode only while a line is read, so commands find it unchanged.
/// 2. The screen is drawn once for all keys that have arrived, in a single write.
package actor PromptEditor {
  /// The result of reading a line.
  package enum Answer: Hashable, Sendable {
    case line(String)
    /// Ctrl-D was pressed, or the terminal is closed.
    case end
  }

  /// How long to wait for the rest of an escape sequence before it counts as the Escape key.
  private static let escapeTimeout = Duration.milliseconds(50)
  /// How long a paste may pause before it counts as complete.
  private static let pasteTimeout = Duration.seconds(5)
  /// How often to check for the notice while it is pending.
  private static let noticeInterval = Duration.milliseconds(30)
  private static let controlC: [UInt8] = [3]
  private static let continuation = StyledText("  ...> ", .dim)

  private let host: any PromptHost
  private let terminal: any Terminal
  private let notice: Notice
  private var decoder = KeyDecoder()
  private var editor: LineEditor
  private var painter: FramePainter
  private var ansi: ANSI
  private var size: TerminalSize
  /// The window size that the terminal reported when `size` was set; `size` may differ.
  private var lastWindowSize: TerminalSize?
  /// Keys that are not processed yet.
  private var pendingInput: ArraySlice<TerminalInput> = []
  /// Bytes that are not decoded yet. Those after an Enter belong to the next line, or to the window
  /// that the command opens.
  private var pendingBytes: ArraySlice<UInt8> = []
  private var prompt = StyledText()
  /// The lines that the editor's history was made from.
  private var historyLines: [String] = []
  private var hasQueriedBackground = false
  /// Whether the assistant must be updated when the notice is done.
  private var awaitsNotice = true

  /// - Parameter notice: a message to show above the prompt as soon as it is ready.
  package init(_ host: any PromptHost, notice: Notice) {
    self.host = host
    self.notice = notice
    terminal = host.terminal
    let capabilities = host.capabilities
    size = capabilities.size
    ansi = capabilities.ansi
    painter = FramePainter(size: capabilities.size)
    editor = LineEditor(assistant: SilentAssistant(), history: History(), keys: host.keyStyle)
  }

  /// Reads one command line, which may contain line breaks. Ctrl-C starts over.
  ///
  /// - Throws: `CancellationError` when the task is canceled, `TerminalError`.
  package func read(_ prompt: StyledText) async throws -> Answer {
    self.prompt = prompt
    try terminal.beginKeys()
    defer { terminal.endKeys() }
    beginLine()
    do {
      // The prompt appears before the history is read, which takes a moment.
      try draw()
      try queryBackground()
      notice.start()
      updateAssistant()
      while true {
        while let input = nextInput() {
          if case .reply(let reply) = input { handle(reply) }
          for effect in editor.apply(input) {
            if let answer = try await perform(effect) { return answer }
          }
        }
        if let message = notice.take() { try show(message) }
        updateAssistantAfterNotice()
        try draw()
        if try await readInput() == false {
          try close()
          return .end
        }
      }
    } catch {
      try? close()
      throw error
    }
  }

  /// Drops the keys that were typed while a command ran, after that command was interrupted.
  package func dropPendingInput() async {
    (pendingInput, pendingBytes) = ([], [])
    while case .bytes = try? await terminal.nextEvent(timeout: .zero) {}
  }
}

// Settings, history and completion.
extension PromptEditor {
  private func beginLine() {
    lastWindowSize = terminal.windowSize
    let capabilities = host.capabilities
    size = capabilities.size
    ansi = capabilities.ansi
    painter = FramePainter(size: capabilities.size)
    editor.use(host.keyStyle)
    editor.restart()
    if let proposal = host.proposal { editor.propose(proposal) }
  }

  /// Asks the terminal for its background color, once. The reply arrives among the keys.
  private func queryBackground() throws {
    guard !hasQueriedBackground else { return }
    hasQueriedBackground = true
    if let query = host.backgroundQuery { try write(query) }
  }

  private func handle(_ reply: TerminalReply) {
    guard case .background(let background) = reply else { return }
    let theme = host.theme
    host.setBackground(background)
    if host.theme != theme { updateAssistant() }
  }

  /// Updates the assistant when the notice is done. Completion then offers the listings that were
  /// read for the notice.
  private func updateAssistantAfterNotice() {
    guard awaitsNotice, !notice.isPending else { return }
    awaitsNotice = false
    updateAssistant()
  }

  private func updateAssistant() {
    editor.assistant = host.makeAssistant()
    let lines = host.historyLines()
    if lines != historyLines { editor.history = History(lines) }
    historyLines = lines
  }
}

// Input and effects.
extension PromptEditor {
  /// The next key that has arrived; nil if there is none. What is behind an Enter is decoded only
  /// when that key has been processed.
  private func nextInput() -> TerminalInput? {
    while pendingInput.isEmpty, !pendingBytes.isEmpty {
      let enter = pendingBytes.firstIndex { $0 == 0x0D || $0 == 0x0A }
      let end = enter.map { $0 + 1 } ?? pendingBytes.endIndex
      pendingInput += decoder.decode(Array(pendingBytes[..<end]))
      pendingBytes = pendingBytes[end...]
    }
    return pendingInput.popFirst()
  }

  /// Waits for input; false at its end.
  private func readInput() async throws -> Bool {
    switch try await terminal.nextEvent(timeout: timeout) {
    // Ctrl-C ends a paste whose end sequence got lost.
    case .bytes(let bytes) where decoder.isPasting && bytes == Self.controlC:
      pendingInput += decoder.endPaste() + decoder.decode(bytes)
    case .bytes(let bytes): pendingBytes += bytes
    case .timedOut where decoder.isPasting: pendingInput += decoder.endPaste()
    case .timedOut: pendingInput += decoder.isWaiting ? decoder.flush() : []
    case .resized: try resize()
    case .resumed:
      painter.forget()
      try resize()
    case .end: return false
    }
    return true
  }

  private var timeout: Duration? {
    if decoder.isWaiting { return Self.escapeTimeout }
    if decoder.isPasting { return Self.pasteTimeout }
    // Not whether it is pending now: it may have ended since the assistant was looked at.
    return awaitsNotice ? Self.noticeInterval : nil
  }

  /// Carries out an effect of the editor. Returns the answer if it ends the line.
  private func perform(_ effect: EditorEffect) async throws -> Answer? {
    switch effect {
    case .accept(let text):
      try close()
      terminal.putBack(Array(pendingBytes))
      pendingBytes = []
      return .line(text)
    case .exit:
      try close()
      return .end
    case .discardLine:
      try close(mark: StyledText("^C", host.theme.quiet))
      editor.restart()
    case .showExitHint: try show("\(command: "quit") or Ctrl-D ends the program.")
    case .clearScreen:
      try write("\u{1B}[H\u{1B}[2J")
      painter.forget()
    case .suspend:
      try close()
      terminal.suspend()
      try resize()
    case .openEditor(let text): try await editExternally(text)
    case .forget(let line):
      host.deleteFromHistory(line)
      editor.history.remove(line)
    case .bell: try write("\u{7}")
    }
    return nil
  }

  private func editExternally(_ text: String) async throws {
    try close()
    terminal.endKeys()
    let result = await host.edit(text)
    try terminal.beginKeys()
    painter.forget()
    try resize()
    switch result {
    case .edited(let text): editor.replace(with: text)
    case .notStarted(let command):
      try show(
        error:
          "cannot start \(formatted: command): set \(formatted: "VISUAL") or \(formatted: "EDITOR")"
      )
    case .failed: try show("The editor failed; the line is unchanged.")
    }
  }
}

// The screen.
extension PromptEditor {
  private func draw() throws {
    // The window may have been resized without an event yet.
    if let window = terminal.windowSize, window != lastWindowSize { try resize() }
    var scene = editor.scene(prompt: prompt, continuation: Self.continuation)
    scene.hintStyle = host.theme.hint
    try write(
      painter.paint(EditorView.frame(of: scene, in: size, catalog: host.catalog), ansi: ansi))
  }

  /// Leaves the line on the screen without hint, menu and status, and moves below it.
  private func close(mark: StyledText = "") throws {
    var scene = editor.scene(prompt: prompt, continuation: Self.continuation)
    scene.above = []
    scene.hint = ""
    scene.status = nil
    scene.menu = nil
    scene.line += mark
    scene.cursor = scene.line.plain.utf8.count
    scene.cursorShape = .normal
    let frame = EditorView.frame(of: scene, in: size, catalog: host.catalog)
    try write(painter.paint(frame, ansi: ansi) + painter.finish())
  }

  /// Shows a text in place of the prompt. The next draw puts the prompt below it.
  private func insertAbove(_ text: StyledText) throws {
    let wrapping = Wrapping(width: max(size.columns - 1, 1), indent: 2)
    let lines = text.lines.flatMap(wrapping.lines)
    try write(painter.resize(to: size) + lines.map { ansi.encode($0) + "\n" }.joined())
    painter.forget()
  }

  private func show(_ message: Message) throws { try insertAbove(styled(message)) }

  private func show(error: Message) throws {
    let label: Message = "error:"
    let prefix = StyledText(label.text(in: host.catalog) + " ", host.theme.failure)
    try insertAbove(prefix + styled(error))
  }

  private func styled(_ message: Message) -> StyledText {
    var text = StyledText()
    for piece in message.pieces(in: host.catalog) {
      text.append(piece.text, piece.kind == .command ? host.theme.command : .plain)
    }
    return text
  }

  private func resize() throws {
    lastWindowSize = terminal.windowSize
    let size = host.capabilities.size
    let bytes = painter.resize(to: size)
    self.size = size
    try write(bytes)
  }

  private func write(_ text: String) throws {
    if !text.isEmpty { try terminal.write(text, to: .output) }
  }
}
