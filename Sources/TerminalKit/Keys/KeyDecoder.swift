/// Bytes from a terminal become keys, pastes and replies; nothing here reads or waits.

/// Decodes what a terminal sends, however the bytes are cut.
///
/// 1. The inputs do not depend on the cuts, with one exception: a letter made of several scalars
///    that is cut between them comes as several `.text`, which the text joins again.
/// 2. One `.text` is one letter as a reader sees it, so a table of keys can be asked for it.
/// 3. What begins like a sequence and is none is swallowed, at most up to the next control byte, and
///    never becomes text.
/// 4. `held` belongs to the state: parameters, the contents of a string, or a paste.
public struct KeyDecoder: Sendable {
  private enum State {
    case ground
    /// An Escape came.
    case escape
    /// `ESC [`.
    case sequence
    /// `ESC [ [`, which the Linux console sends before A to E.
    case console
    /// `ESC [ M`, followed by three bytes about the mouse.
    case mouse(left: Int)
    /// `ESC O`.
    case single
    /// `ESC ]`, `ESC P`, `ESC X`, `ESC ^`, `ESC _`: a string up to ST. `held` begins with the letter.
    case string
    /// An Escape in a string: its end, or the beginning of something else.
    case stringEscape
    case paste
  }

  /// More of a sequence than this says nothing that is understood.
  private static let longestSequence = 64
  private static let longestString = 1024
  /// A string that goes on for longer is none.
  private static let longestOpenString = 1 << 20
  /// How much of a string is still awaited once its time was over.
  private static let lateStringLimit = 64

  /// Whether `CSI row ; column R` answers a question. Where it is not, row 1 says F3 with a modifier,
  /// for which xterm sends the same. The answer sets it back.
  public var expectsCursorReply = false

  private let pasteLimit: Int
  private var state = State.ground
  private var buffer: [UInt8] = []
  private var utf8 = UTF8Decoder()
  /// Whether two Escapes came: rxvt's Alt before a sequence.
  private var hasTwoEscapes = false
  /// Whether the letter that is cut had an Escape before it.
  private var isAltNext = false
  private var stringLength = 0
  /// Whether the time for the sequence was over: only its rest is swallowed then.
  private var hasTimedOut = false
  /// Whether the last thing was an Escape whose time was over.
  private var endedWithLoneEscape = false
  private var inputs: [TerminalInput] = []

  /// - Parameter pasteLimit: the bytes after which a paste is handed out in parts.
  public init(pasteLimit: Int = 64 << 20) {
    self.pasteLimit = pasteLimit
  }

  /// Whether an Escape or the beginning of a sequence is held back. If nothing comes within some
  /// 50 milliseconds, `flush()` is due. A letter of which bytes are missing does not count: the next
  /// byte decides about it.
  public var isWaiting: Bool {
    switch state {
    case .ground, .paste: false
    case .escape, .stringEscape: true
    default: !hasTimedOut
    }
  }

  /// Whether a paste has begun and not ended. Its end always comes from a terminal that lives; if
  /// nothing came for seconds, `endPaste()` hands out what there is.
  public var isPasting: Bool {
    if case .paste = state { true } else { false }
  }

  /// What the bytes say, together with those that were held back.
  public mutating func decode(_ bytes: [UInt8]) -> [TerminalInput] {
    var rest = bytes[...]
    if endedWithLoneEscape, Self.isLateSequence(rest) { state = .escape }
    if !rest.isEmpty { endedWithLoneEscape = false }
    while !rest.isEmpty { step(&rest) }
    return takeInputs()
  }

  /// The time for the rest is over: a lone Escape is the Escape key, and one letter after it Alt with
  /// the letter. The beginning of a longer sequence was typed by nobody: its rest is swallowed when
  /// it comes.
  public mutating func flush() -> [TerminalInput] {
    switch state {
    case .ground, .paste: break
    case .escape:
      emitEscapes()
      endedWithLoneEscape = true
    case .sequence where buffer.isEmpty: emitAlt("[")
    case .single where buffer.isEmpty: emitAlt("O")
    case .string where buffer.count == 1: emitAlt(String(UnicodeScalar(buffer[0])))
    case .stringEscape:
      inputs.append(.reply(.other))
      hasTwoEscapes = false
      emitEscapes()
    case .sequence, .console, .mouse, .single, .string:
      hasTimedOut = true
      stringLength = 0
    }
    return takeInputs()
  }

  /// Hands out what was pasted so far; what comes from now on is typed.
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
  /// Whether what follows an Escape that counted as a key is, by its look, the rest of a sequence that
  /// was held up on its way: nobody types two such letters at the same moment.
  private static func isLateSequence(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, let second = bytes.dropFirst().first else { return false }
    let isNumber = (0x30...0x3F).contains(second)
    return first == UInt8(ascii: "[")
      ? isNumber || (0x41...0x48).contains(second)
      : first == UInt8(ascii: "]") && isNumber
  }

  /// Takes at least one byte or leaves the state.
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
    emit(utf8.decode(rest[..<end], mayGoOn: end == rest.endIndex))
    rest = rest[end...]
    guard let byte = rest.popFirst() else { return }
    isAltNext = false
    if byte == 0x1B { state = .escape } else { inputs.append(.key(.control(byte: byte))) }
  }

  private mutating func emit(_ text: String) {
    for character in text {
      var letter = character.unicodeScalars[...]
      let hasAlt = isAltNext
      isAltNext = false
      // C1 controls are no letters, even where they come as well-made UTF-8.
      guard let first = letter.first, !(0x80...0x9F).contains(first.value) else { continue }
      if hasAlt, first != "\u{FFFD}" {
        inputs.append(.key(.alt(String(first))))
        letter.removeFirst()
      }
      if !letter.isEmpty { inputs.append(.key(.text(String(letter)))) }
    }
  }

  /// Takes a byte of a sequence. False: it is to be looked at again in the new state.
  private mutating func consume(_ byte: UInt8) -> Bool {
    switch state {
    case .escape: return consumeAfterEscape(byte)
    case .sequence: return consumeInCSI(byte)
    case .single: return consumeInSS3(byte)
    case .string, .stringEscape: return consumeInString(byte)
    case .console:
      finish(KeySequence(parameters: [UInt8(ascii: "[")], final: byte))
      return true
    case .mouse(let left):
      guard byte >= 0x20 else { return abandon() }
      if left == 1 { discard() } else { state = .mouse(left: left - 1) }
      return true
    case .ground, .paste: return false
    }
  }

  private mutating func consumeAfterEscape(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x1B:
      if hasTwoEscapes { inputs.append(.key(Key(.escape))) }
      hasTwoEscapes = true
    case UInt8(ascii: "["): state = .sequence
    case UInt8(ascii: "O"): state = .single
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
    case UInt8(ascii: "[") where buffer.isEmpty: state = .console
    case UInt8(ascii: "M") where buffer.isEmpty: state = .mouse(left: 3)
    // rxvt ends Shift with a function key in `$`, which is no final byte elsewhere.
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
    case 0x20...0x7E: finish(KeySequence(single: byte, modifier: buffer))
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
    // No reply holds a control byte: somebody types, and the end got lost.
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

  /// Swallows what was held; the byte that did not fit is looked at again.
  @discardableResult
  private mutating func abandon() -> Bool {
    discard()
    return false
  }

  private mutating func emitEscapes() {
    for _ in 0..<(hasTwoEscapes ? 2 : 1) { inputs.append(.key(Key(.escape))) }
    reset()
  }

  /// It was no sequence but Alt with the letter that begins one.
  private mutating func emitAlt(_ letter: String) {
    if hasTwoEscapes { inputs.append(.key(Key(.escape))) }
    inputs.append(.key(.alt(letter)))
    reset()
  }

  /// Goes up to the mark that ends the paste. A mark that was cut is put together first.
  private mutating func paste(_ rest: inout ArraySlice<UInt8>) {
    let begun = BracketedPaste.partialEndLength(in: buffer)
    if begun > 0 {
      rest = (buffer.suffix(begun) + rest)[...]
      buffer.removeLast(begun)
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
    // The rest of a long paste is no typing either.
    if buffer.count > pasteLimit { emitPartialPaste() }
  }

  /// Hands out what is held but for the beginning of a mark.
  private mutating func emitPartialPaste() {
    let begun = BracketedPaste.partialEndLength(in: buffer)
    inputs.append(.paste(BracketedPaste.text(of: buffer.dropLast(begun))))
    buffer = Array(buffer.suffix(begun))
  }
}
