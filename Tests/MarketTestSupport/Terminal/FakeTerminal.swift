import Synchronization
public import TerminalKit

/// A terminal for tests: input comes from a script, and output is recorded.
public final class FakeTerminal: Terminal {
  private struct State {
    var size: TerminalSize?
    var input: [String]
    var isInputOpen: Bool
    var output = ""
    var error = ""
    var screen = ""
    var prompts: [String] = []
    var whileAsking: (@Sendable () -> Void)?
    var waiting: [CheckedContinuation<Void, Never>] = []
    /// Tasks that wait for keys.
    var keyWaiters: [CheckedContinuation<Void, Never>] = []
    var closed: Set<TerminalOutput> = []
    var events: [TerminalEvent] = []
    /// Bytes that were pushed back.
    var typeAhead: [UInt8] = []
    var readsKeys = false
    var suspensions = 0
  }

  private let interactive: Set<TerminalStream>
  private let state: Mutex<State>

  /// A terminal at which a test types: its input stays open.
  public static func open(columns: Int = 100, rows: Int = 24) -> FakeTerminal {
    FakeTerminal(
      size: TerminalSize(columns: columns, rows: rows), interactive: Set(TerminalStream.allCases),
      isInputOpen: true)
  }

  /// Creates a terminal in which all three streams are terminals, or none of them.
  ///
  /// The input ends after `input`, and after `events`.
  public convenience init(
    columns: Int = 80, rows: Int = 24, isTTY: Bool = true, input: [String] = [],
    events: [TerminalEvent] = []
  ) {
    self.init(
      size: isTTY ? TerminalSize(columns: columns, rows: rows) : nil,
      interactive: isTTY ? Set(TerminalStream.allCases) : [], input: input, events: events)
  }

  /// Creates a terminal with the given interactive streams.
  ///
  /// With `isInputOpen`, a read after the last line, or a wait after the last event, lasts until it
  /// is canceled.
  public init(
    size: TerminalSize?, interactive: Set<TerminalStream>, input: [String] = [],
    isInputOpen: Bool = false, events: [TerminalEvent] = []
  ) {
    self.interactive = interactive
    state = Mutex(State(size: size, input: input, isInputOpen: isInputOpen, events: events))
  }

  /// The text written to standard output.
  public var output: String { state.withLock { $0.output } }
  /// The text written to standard error.
  public var error: String { state.withLock { $0.error } }
  /// Both outputs with the echoed input, but without secrets.
  public var screen: String { state.withLock { $0.screen } }
  /// The prompts in order.
  public var prompts: [String] { state.withLock { $0.prompts } }

  /// Sets what happens after each prompt, before the answer.
  public func whileAsking(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.whileAsking = body }
  }

  /// Whether keys are being read.
  public var readsKeys: Bool { state.withLock { $0.readsKeys } }
  /// The number of calls of `suspend()`.
  public var suspensions: Int { state.withLock { $0.suspensions } }

  /// Adds bytes to the key input and wakes a pending read.
  public func type(_ text: String) {
    let keyWaiters = state.withLock { state in
      state.events.append(.bytes(Array(text.utf8)))
      defer { state.keyWaiters = [] }
      return state.keyWaiters
    }
    for continuation in keyWaiters { continuation.resume() }
  }

  public func resize(columns: Int, rows: Int = 24) {
    state.withLock { $0.size = TerminalSize(columns: columns, rows: rows) }
  }

  /// Makes later writes to `stream` fail as for a closed pipe.
  public func close(_ stream: TerminalOutput) {
    state.withLock { _ = $0.closed.insert(stream) }
  }

  public func isInteractive(_ stream: TerminalStream) -> Bool { interactive.contains(stream) }

  public var windowSize: TerminalSize? { state.withLock { $0.size } }

  public func write(_ text: String, to stream: TerminalOutput) throws(TerminalError) {
    let isClosed = state.withLock { state in
      guard !state.closed.contains(stream) else { return true }
      if stream == .output { state.output += text } else { state.error += text }
      state.screen += text
      return false
    }
    if isClosed { throw .closed(stream) }
  }

  public func readLine(prompt: String) async throws -> String? {
    try await read(prompt: prompt) { $0 + "\n" }
  }

  public func readSecret(prompt: String) async throws -> String? {
    try await read(prompt: prompt) { _ in "\n" }
  }

  private func read(prompt: String, echo: (String) -> String) async throws -> String? {
    try Task.checkCancellation()
    if isInteractive(.input) {
      state.withLock { $0.prompts.append(prompt) }
      try write(prompt, to: isInteractive(.output) ? .output : .error)
      state.withLock { $0.whileAsking }?()
    }
    let (line, waits) = state.withLock { state -> (String?, Bool) in
      if let end = state.typeAhead.firstIndex(of: 0x0D) {
        state.input.insert(String(decoding: state.typeAhead[..<end], as: UTF8.self), at: 0)
        state.typeAhead.removeSubrange(...end)
      }
      guard !state.input.isEmpty else { return (nil, state.isInputOpen) }
      let line = state.input.removeFirst()
      if interactive.contains(.input) { state.screen += echo(line) }
      return (line, false)
    }
    guard waits else { return line }
    await waitForCancellation()
    throw CancellationError()
  }

  public func beginKeys() throws(TerminalError) {
    guard isInteractive(.input) else { throw .failed(call: "tcgetattr", code: 25) }
    state.withLock { $0.readsKeys = true }
  }

  public func endKeys() { state.withLock { $0.readsKeys = false } }

  public func suspend() { state.withLock { $0.suspensions += 1 } }

  /// Returns the next scripted event.
  ///
  /// After the last one, a wait with a timeout times out at once. Without a timeout, the lines of
  /// the script are typed, each followed by Enter.
  public func nextEvent(timeout: Duration?) async throws -> TerminalEvent {
    // Lets other tasks observe the wait before the event.
    await Task.yield()
    while true {
      try Task.checkCancellation()
      let (event, waits) = state.withLock { state -> (TerminalEvent, Bool) in
        guard state.typeAhead.isEmpty else {
          defer { state.typeAhead = [] }
          return (.bytes(state.typeAhead), false)
        }
        guard state.events.isEmpty else { return (state.events.removeFirst(), false) }
        guard timeout == nil else { return (.timedOut, false) }
        guard state.input.isEmpty else {
          return (.bytes(Array((state.input.removeFirst() + "\r").utf8)), false)
        }
        return (.end, state.isInputOpen)
      }
      guard waits else { return event }
      await waitForCancellation(orKeys: true)
    }
  }

  public func putBack(_ bytes: [UInt8]) {
    state.withLock { $0.typeAhead = bytes + $0.typeAhead }
  }

  private func waitForCancellation(orKeys: Bool = false) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          let isOver = Task.isCancelled || orKeys && !state.events.isEmpty
          if !isOver, orKeys { state.keyWaiters.append(continuation) }
          if !isOver, !orKeys { state.waiting.append(continuation) }
          return isOver
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      let waiting = state.withLock { state in
        defer { (state.waiting, state.keyWaiters) = ([], []) }
        return state.waiting + state.keyWaiters
      }
      for continuation in waiting { continuation.resume() }
    }
  }
}
