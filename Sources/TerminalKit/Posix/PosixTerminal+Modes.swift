import Base
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension PosixTerminal {
  private static let bracketedPaste = (on: "\u{1B}[?2004h", off: "\u{1B}[?2004l")
  private static let defaultCursorShape = "\u{1B}[0 q"

  public func beginKeys() throws(TerminalError) {
    let code: Int32 = state.withLock { state in
      guard state.keys == nil else { return 0 }
      var modes = termios()
      guard tcgetattr(input, &modes) == 0 else { return errno }
      let before = modes
      Self.makeRaw(&modes)
      // TCSADRAIN waits for the output and keeps the type-ahead.
      guard set(&modes, TCSADRAIN) else { return errno }
      if state.saved == nil { state.saved = before }
      state.keys = modes
      state.size = windowSize
      if state.signals == nil { state.signals = watchSignals() }
      writeSequence(Self.bracketedPaste.on)
      return 0
    }
    if code != 0 { throw .failed(call: "tcsetattr", code: code) }
  }

  public func endKeys() { state.withLock { if $0.keys != nil { restoreModes(&$0) } } }

  /// Restores the terminal modes. May be called at any time and on any thread, but not in a signal
  /// handler.
  public func restore() { state.withLock { restoreModes(&$0) } }

  private func restoreModes(_ state: inout State) {
    // In the background, the modes belong to the foreground process.
    if isForeground {
      resetScreenModes(&state)
      if var modes = state.saved, !set(&modes, TCSANOW) { return }
    }
    (state.saved, state.keys, state.lineModes) = (nil, nil, nil)
  }

  private func resetScreenModes(_ state: inout State) {
    guard state.keys != nil else { return }
    writeSequence(
      Self.bracketedPaste.off + (state.hasCustomCursorShape ? Self.defaultCursorShape : ""))
    state.hasCustomCursorShape = false
  }

  static let escape: UInt8 = 0x1B

  /// Turns echo off, except for the line break at the end.
  func disableEcho() throws(TerminalError) {
    try changeLineModes { modes in
      modes.c_lflag &= ~tcflag_t(ECHO)
      modes.c_lflag |= tcflag_t(ECHONL)
    }
  }

  /// Makes the terminal deliver a line when Esc is pressed, as it does at Enter.
  func endLinesAtEscape() throws(TerminalError) {
    try changeLineModes { modes in
      withUnsafeMutableBytes(of: &modes.c_cc) { $0[Int(VEOL)] = Self.escape }
    }
  }

  /// Drops what follows an Esc: an arrow key sends Esc and more bytes, which may arrive later.
  func dropSequence() async {
    try? await Task.sleep(for: .milliseconds(50))
    _ = tcflush(input, TCIFLUSH)
  }

  /// Changes the terminal modes for reading one line and drops the type-ahead. The change lasts
  /// until `restore()`.
  private func changeLineModes(_ change: (inout termios) -> Void) throws(TerminalError) {
    let code: Int32 = state.withLock { state in
      var modes = termios()
      guard tcgetattr(input, &modes) == 0 else { return errno }
      let before = modes
      change(&modes)
      guard set(&modes, TCSAFLUSH) else { return errno }
      if state.saved == nil { state.saved = before }
      state.lineModes = modes
      if state.signals == nil { state.signals = watchSignals() }
      return 0
    }
    if code != 0 { throw .failed(call: "tcsetattr", code: code) }
  }

  /// Makes every byte available at once and unchanged. `OPOST` stays on, so `\n` still starts a new
  /// line.
  private static func makeRaw(_ modes: inout termios) {
    modes.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR | ISTRIP | BRKINT | PARMRK)
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    withUnsafeMutableBytes(of: &modes.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
  }

  private func set(_ modes: inout termios, _ when: Int32) -> Bool {
    while tcsetattr(input, when, &modes) != 0 {
      guard errno == EINTR else { return false }
    }
    return true
  }

  /// Whether this process may use the terminal; true without job control.
  private var isForeground: Bool {
    let group = tcgetpgrp(input)
    return group < 0 || group == getpgrp()
  }

  /// Writes a short sequence without taking the output lock. Skips it if the output stays blocked
  /// for 500 ms, so that the process can end.
  private func writeSequence(_ text: String) {
    guard isInteractive(.output) || isInteractive(.error) else { return }
    let descriptor = promptStream == .output ? output : error
    var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&ready, 1, 500) == 1 else { return }
    var text = text
    text.withUTF8 { _ = Self.systemWrite(descriptor, UnsafeRawBufferPointer($0)) }
  }

  /// Calls `write(2)`, which a method of the same name hides.
  private static func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }
}

extension PosixTerminal {
  /// How long to wait for the stop to take effect. An orphaned process group is never stopped, so
  /// the wait must end.
  private static let stopMilliseconds: Int32 = 100

  public func suspend() {
    guard let pipe = WakePipe() else { return }
    let hadKeys = state.withLock { state in
      state.continuation = pipe
      resetScreenModes(&state)
      if var modes = state.saved { _ = set(&modes, TCSANOW) }
      return state.keys != nil
    }
    _ = kill(0, SIGTSTP)
    // The stop reaches all threads a moment later and interrupts this wait, too.
    while pipe.wait(milliseconds: Self.stopMilliseconds), !isForeground {
      // A background process must stop again, as if it had read from the terminal.
      pipe.drain()
      _ = kill(0, SIGTTIN)
    }
    state.withLock { state in
      state.continuation = nil
      guard hadKeys, isForeground else { return }
      var before = termios()
      if tcgetattr(input, &before) == 0 { state.saved = before }
      reenterKeyMode(&state)
    }
  }

  /// Handles SIGCONT, which follows a stop by `suspend()` or by another process. `suspend()`
  /// returns to key mode itself. After a stop by another process or at a question, this method does,
  /// because the shell may have changed the terminal modes.
  func continued() {
    let isBack = state.withLock { state in
      if let continuation = state.continuation {
        continuation.signal()
        return false
      }
      if state.keys == nil, var modes = state.lineModes {
        return isForeground && set(&modes, TCSADRAIN)
      }
      guard state.keys != nil else { return false }
      guard isForeground else {
        _ = kill(0, SIGTTIN)
        return false
      }
      reenterKeyMode(&state)
      return true
    }
    if isBack { report(.resumed) }
  }

  private func reenterKeyMode(_ state: inout State) {
    guard var modes = state.keys else { return }
    _ = set(&modes, TCSADRAIN)
    writeSequence(Self.bracketedPaste.on)
  }

  private func watchSignals() -> SignalWatch {
    SignalWatch([
      SIGWINCH: { [weak self] in self?.windowChanged() },
      SIGCONT: { [weak self] in self?.continued() },
    ])
  }

  /// Handles SIGWINCH, which may arrive without a change of the size.
  private func windowChanged() {
    let size = windowSize
    let isNew = state.withLock { state in
      guard state.keys != nil, state.size != size else { return false }
      state.size = size
      return true
    }
    if isNew { report(.resized) }
  }

  private func report(_ change: PosixReader.Change) { (try? reader())?.report(change) }
}
