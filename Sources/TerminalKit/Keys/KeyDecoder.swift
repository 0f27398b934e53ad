/// A decoder that turns the bytes of a terminal into keys, pastes and replies.
///
/// 1. The result does not depend on how the bytes are split, with one exception: a grapheme cluster
///    split between its scalars becomes several `.text` inputs, which the edited text joins again.
/// 2. Otherwise a `.text` input is one grapheme cluster, so that a key table can be searched for
///    it.
/// 3. An unknown or malformed sequence is discarded, at most up to the next control byte, and never
///    becomes text.
/// 4. `buffer` belongs to the state: the parameters of a sequence, the contents of a string, or a
///    paste.
public struct KeyDecoder: Sendable {
  private enum State {
    case ground
    /// After an Escape.
    case escape
    /// After `ESC [` (CSI).
    case csi
    /// After `ESC [ [`, which the Linux console sends for F1 to F5.
    case linuxConsole
    /// After `ESC [ M`: three bytes of a mouse report follow.
    case mouse(remaining: Int)
    /// After `ESC O` (SS3).
    case ss3
    /// After `ESC ]`, `ESC P`, `ESC X`, `ESC ^` or `ESC _`: in a string that ST ends. `buffer`
    /// starts with the byte after the Escape.
    case string
    /// After an Escape in a string: the end of the string, or the start of another sequence.
    case stringEscape
    case paste
  }

  /// Longer sequences and strings have no known meaning; the rest is not stored.
  private static let longestSequence = 64
  private static let longestString = 1024
  /// An unterminated string ends after this many bytes.
  private static let longestOpenString = 1 << 20
  /// The limit for the rest of a string after a timeout.
  private static let lateStringLimit = 64

  /// Whether `CSI row ; column R` is a reply. If false, row 1 means F3 with a modifier, for which
  /// xterm sends the same sequence. The reply resets this property.
  public var expectsCursorReply = false

  private let pasteLimit: Int
  private var state = State.ground
  private var buffer: [UInt8] = []
  private var utf8 = UTF8Decoder()
  /// Whether the sequence starts with two Escapes, as rxvt sends Alt.
  private var hasTwoEscapes = false
  /// Whether an Escape precedes the incomplete scalar.
  private var isAltNext = false
  private var stringLength = 0
  /// Whether the sequence timed out; the rest of it is discarded.
  private var hasTimedOut = false
  /// Whether the last input was an Escape that timed out.
  private var endedWithLoneEscape = false
  private var inputs: [TerminalInput] = []

  /// - Parameter pasteLimit: the size in bytes above which a paste is emitted in parts.
  public init(pasteLimit: Int = 64 << 20) { self.pasteLimit = pasteLimit }

  /// Whether an incomplete sequence is pending. If no byte follows within about 50 milliseconds,
  /// call `flush()`. An incomplete scalar does not count, because only the next byte can decide
  /// about it.
  public var isWaiting: Bool {
    switch state {
    case .ground, .paste: false
    case .escape, .stringEscape: true
    default: !hasTimedOut
    }
  }

  /// Whether a paste has started and not ended. The end of a paste can get lost. If no byte arrives
  /// for several seconds, call `endPaste()` to get the text so far.
  public var isPasting: Bool {
    if case .paste = state { true } else { false }
  }

  /// Decodes bytes, together with the pending ones.
  public mutating func decode(_ bytes: [UInt8]) -> [TerminalInput] {
    var rest = bytes[...]
    if endedWithLoneEscape, Self.isLateSequence(rest) { state = .escape }
    if !rest.isEmpty { endedWithLoneEscape = false }
    while !rest.isEmpty { step(&rest) }
    return takeInputs()
  }

  /// Decodes the pending bytes after a timeout. A single Escape is the Escape key, and a character
  /// after it is Alt with that character. Keys do not type the start of a longer sequence, so its
  /// rest is discarded when it arrives.
  public mutating func flush() -> [TerminalInput] {
    switch state {
    case .ground, .paste: break
    case .escape:
      emitEscapes()
      endedWithLoneEscape = true
    case .csi where buffer.isEmpty: emitAlt("[")
    case .ss3 where buffer.isEmpty: emitAlt("O")
    case .string where buffer.count == 1: emitAlt(String(UnicodeScalar(buffer[0])))
    case .stringEscape:
      inputs.append(.reply(.other))
      hasTwoEscapes = false
      emitEscapes()
    case .csi, .linuxConsole, .mouse, .ss3, .string:
      hasTimedOut = true
      stringLength = 0
    }
    return takeInputs()
  }

  /// Ends a paste and returns its text so far; later bytes are keys.
  public mutating func endPaste() -> [TerminalInput] {
    if isPasting {
      emitPartialPaste()
      reset()
    }
    return takeInputs()
  }

  private mutating func takeInputs() -> [TerminalInput] {
    defer { inputs = [] }
    return inputs
  }

  private mutating func reset() {
    state = .ground
    buffer = []
    hasTwoEscapes = false
    hasTimedOut = false
    stringLength = 0
  }
}

extension KeyDecoder {
  /// Whether bytes after a timed-out Escape look like the rest of a delayed sequence: two such
  /// characters are not typed within one read.
  private static func isLateSequence(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, let second = bytes.dropFirst().first else { return false }
    let isNumber = (0x30...0x3F).contains(second)
    return first == UInt8(ascii: "[")
      ? isNumber || (0x41...0x48).contains(second)
      : first == UInt8(ascii: "]") && isNumber
  }

  /// Consumes at least one byte or leaves the state.
  private mutating func step(_ rest: inout ArraySlice<UInt8>) {
    switch state {
    case .ground: ground(&rest)
    case .paste: paste(&rest)
    default:
      guard let byte = rest.first else { return }
      if consume(byte) { rest.removeFirst() }
    }
  }

  private mutating func ground(_ rest: inout ArraySlice<UInt8>) {
    let end = rest.firstIndex { $0 < 0x20 || $0 == 0x7F } ?? rest.endIndex
    emit(utf8.decode(rest[..<end], mayContinue: end == rest.endIndex))
    rest = rest[end...]
    guard let byte = rest.popFirst() else { return }
    isAltNext = false
    if byte == 0x1B { state = .escape } else { inputs.append(.key(.control(byte: byte))) }
  }

  private mutating func emit(_ text: String) {
    for character in text {
      var scalars = character.unicodeScalars[...]
      let hasAlt = isAltNext
      isAltNext = false
      // C1 controls are not text, even as valid UTF-8.
      guard let first = scalars.first, !(0x80...0x9F).contains(first.value) else { continue }
      if hasAlt, first != "\u{FFFD}" {
        inputs.append(.key(.alt(String(first))))
        scalars.removeFirst()
      }
      if !scalars.isEmpty { inputs.append(.key(.text(String(scalars)))) }
    }
  }

  /// Consumes a byte of a sequence; returns false if the byte must be handled again in the new
  /// state.
  private mutating func consume(_ byte: UInt8) -> Bool {
    switch state {
    case .escape: return consumeAfterEscape(byte)
    case .csi: return consumeInCSI(byte)
    case .ss3: return consumeInSS3(byte)
    case .string, .stringEscape: return consumeInString(byte)
    case .linuxConsole:
      finish(KeySequence(parameters: [UInt8(ascii: "[")], final: byte))
      return true
    case .mouse(let remaining):
      guard byte >= 0x20 else { return abandon() }
      if remaining == 1 { discard() } else { state = .mouse(remaining: remaining - 1) }
      return true
    case .ground, .paste: return false
    }
  }

  private mutating func consumeAfterEscape(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x1B:
      if hasTwoEscapes { inputs.append(.key(Key(.escape))) }
      hasTwoEscapes = true
    case UInt8(ascii: "["): state = .csi
    case UInt8(ascii: "O"): state = .ss3
    default:
      if hasTwoEscapes { inputs.append(.key(Key(.escape))) }
      reset()
      switch byte {
      case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
        UInt8(ascii: "_"):
        state = .string
        buffer = [byte]
      case 0x20...0x7E: inputs.append(.key(.alt(String(UnicodeScalar(byte)))))
      case 0x80...:
        isAltNext = true
        return false
      default:
        var key = Key.control(byte: byte)
        key.modifiers.insert(.alt)
        inputs.append(.key(key))
      }
    }
    return true
  }

  private mutating func consumeInCSI(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "[") where buffer.isEmpty: state = .linuxConsole
    case UInt8(ascii: "M") where buffer.isEmpty: state = .mouse(remaining: 3)
    // rxvt ends a shifted function key with `$`, which is an intermediate byte elsewhere.
    case UInt8(ascii: "$")
    where !buffer.isEmpty && buffer.allSatisfy { (0x30...0x39).contains($0) }:
      finish(KeySequence(parameters: buffer, final: byte))
    case 0x20...0x3F:
      if buffer.count <= Self.longestSequence { buffer.append(byte) }
    case 0x40...0x7E:
      if buffer == Array("200".utf8), byte == UInt8(ascii: "~") {
        reset()
        state = .paste
      } else if buffer.count > Self.longestSequence {
        discard()
      } else {
        finish(KeySequence(parameters: buffer, final: byte))
      }
    default:
      if buffer.isEmpty {
        emitAlt("[")
        return false
      }
      return abandon()
    }
    return true
  }

  private mutating func consumeInSS3(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x3B:
      if buffer.count <= Self.longestSequence { buffer.append(byte) }
    case 0x20...0x7E: finish(KeySequence(ss3: byte, modifier: buffer))
    default:
      if buffer.isEmpty {
        emitAlt("O")
        return false
      }
      return abandon()
    }
    return true
  }

  private mutating func consumeInString(_ byte: UInt8) -> Bool {
    if case .stringEscape = state {
      guard byte != UInt8(ascii: "\\") else {
        finishString()
        return true
      }
      abandon()
      state = .escape
      return false
    }
    stringLength += 1
    switch byte {
    case 0x07: finishString()
    case 0x1B: state = .stringEscape
    // Replies contain no control bytes: the end got lost, and this is a key.
    case 0..<0x20, 0x7F: return abandon()
    default:
      if buffer.count <= Self.longestString { buffer.append(byte) }
      if stringLength >= (hasTimedOut ? Self.lateStringLimit : Self.longestOpenString) { discard() }
    }
    return true
  }
}

extension KeyDecoder {
  private mutating func finish(_ sequence: KeySequence) {
    var input = sequence.input(expectsCursor: expectsCursorReply)
    if case .reply(.cursor) = input { expectsCursorReply = false }
    if hasTwoEscapes {
      if case .key(var key) = input {
        key.modifiers.insert(.alt)
        input = .key(key)
      } else {
        inputs.append(.key(Key(.escape)))
      }
    }
    inputs.append(input)
    reset()
  }

  private mutating func finishString() {
    inputs.append(.reply(TerminalReply(string: buffer)))
    reset()
  }

  private mutating func discard() {
    inputs.append(.reply(.other))
    reset()
  }

  /// Discards the pending bytes; the current byte is handled again.
  @discardableResult
  private mutating func abandon() -> Bool {
    discard()
    return false
  }

  private mutating func emitEscapes() {
    for _ in 0..<(hasTwoEscapes ? 2 : 1) { inputs.append(.key(Key(.escape))) }
    reset()
  }

  /// Emits Alt with the character that could have started a sequence.
  private mutating func emitAlt(_ character: String) {
    if hasTwoEscapes { inputs.append(.key(Key(.escape))) }
    inputs.append(.key(.alt(character)))
    reset()
  }

  /// Consumes bytes up to the end sequence, which may be split between reads.
  private mutating func paste(_ rest: inout ArraySlice<UInt8>) {
    let partial = BracketedPaste.partialEndLength(in: buffer)
    if partial > 0 {
      rest = (buffer.suffix(partial) + rest)[...]
      buffer.removeLast(partial)
    }
    var next = rest.startIndex
    while let escape = rest[next...].firstIndex(of: 0x1B) {
      if rest[escape...].starts(with: BracketedPaste.end) {
        buffer += rest[..<escape]
        rest = rest[(escape + BracketedPaste.end.count)...]
        inputs.append(.paste(BracketedPaste.text(of: buffer[...])))
        reset()
        return
      }
      next = escape + 1
    }
    buffer += rest
    rest = []
    // Emitting parts keeps the rest of a long paste from becoming keys.
    if buffer.count > pasteLimit { emitPartialPaste() }
  }

  /// Emits the pasted text so far, except the start of an end sequence.
  private mutating func emitPartialPaste() {
    let partial = BracketedPaste.partialEndLength(in: buffer)
    inputs.append(.paste(BracketedPaste.text(of: buffer.dropLast(partial))))
    buffer = Array(buffer.suffix(partial))
  }
}
