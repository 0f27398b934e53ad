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
  private static let stringLimit = 1 << 20
  /// How much of a string is still awaited once its time was over.
  private static let lateLimit = 64

  /// Whether `CSI row ; column R` answers a question. Where it is not, row 1 says F3 with a modifier,
  /// for which xterm sends the same. The answer sets it back.
  public var expectsCursorReply = false

  private let pasteLimit: Int
  private var state = State.ground
  private var held: [UInt8] = []
  private var letters = LetterDecoder()
  /// Whether two Escapes came: rxvt's Alt before a sequence.
  private var isDoubled = false
  /// Whether the letter that is cut had an Escape before it.
  private var isAltNext = false
  private var stringLength = 0
  /// Whether the time for the sequence was over: only its rest is swallowed then.
  private var isLate = false
  /// Whether the last thing was an Escape whose time was over.
  private var wasLoneEscape = false
  private var found: [TerminalInput] = []

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
    default: !isLate
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
    if wasLoneEscape, Self.isRestOfSequence(rest) { state = .escape }
    if !rest.isEmpty { wasLoneEscape = false }
    while !rest.isEmpty { step(&rest) }
    return taken()
  }

  /// The time for the rest is over: a lone Escape is the Escape key, and one letter after it Alt with
  /// the letter. The beginning of a longer sequence was typed by nobody: its rest is swallowed when
  /// it comes.
  public mutating func flush() -> [TerminalInput] {
    switch state {
    case .ground, .paste: break
    case .escape:
      loneEscapes()
      wasLoneEscape = true
    case .sequence where held.isEmpty: altInstead("[")
    case .single where held.isEmpty: altInstead("O")
    case .string where held.count == 1: altInstead(String(UnicodeScalar(held[0])))
    case .stringEscape:
      found.append(.reply(.other))
      isDoubled = false
      loneEscapes()
    case .sequence, .console, .mouse, .single, .string:
      isLate = true
      stringLength = 0
    }
    return taken()
  }

  /// Hands out what was pasted so far; what comes from now on is typed.
  public mutating func endPaste() -> [TerminalInput] {
    if isPasting {
      emitPart()
      reset()
    }
    return taken()
  }

  private mutating func taken() -> [TerminalInput] {
    defer { found = [] }
    return found
  }

  private mutating func reset() {
    state = .ground
    held = []
    isDoubled = false
    isLate = false
    stringLength = 0
  }
}

extension KeyDecoder {
  /// Whether what follows an Escape that counted as a key is, by its look, the rest of a sequence that
  /// was held up on its way: nobody types two such letters at the same moment.
  private static func isRestOfSequence(_ bytes: ArraySlice<UInt8>) -> Bool {
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
      if takes(byte) { rest.removeFirst() }
    }
  }

  private mutating func ground(_ rest: inout ArraySlice<UInt8>) {
    let end = rest.firstIndex { $0 < 0x20 || $0 == 0x7F } ?? rest.endIndex
    emit(letters.decode(rest[..<end], mayGoOn: end == rest.endIndex))
    rest = rest[end...]
    guard let byte = rest.popFirst() else { return }
    isAltNext = false
    if byte == 0x1B { state = .escape } else { found.append(.key(.control(byte: byte))) }
  }

  private mutating func emit(_ text: String) {
    for character in text {
      var letter = character.unicodeScalars[...]
      let hasAlt = isAltNext
      isAltNext = false
      // C1 controls are no letters, even where they come as well-made UTF-8.
      guard let first = letter.first, !(0x80...0x9F).contains(first.value) else { continue }
      if hasAlt, first != "\u{FFFD}" {
        found.append(.key(.alt(String(first))))
        letter.removeFirst()
      }
      if !letter.isEmpty { found.append(.key(.text(String(letter)))) }
    }
  }

  /// Takes a byte of a sequence. False: it is to be looked at again in the new state.
  private mutating func takes(_ byte: UInt8) -> Bool {
    switch state {
    case .escape: return takesAfterEscape(byte)
    case .sequence: return takesInSequence(byte)
    case .single: return takesInSingle(byte)
    case .string, .stringEscape: return takesInString(byte)
    case .console:
      finish(KeySequence(parameters: [UInt8(ascii: "[")], final: byte))
      return true
    case .mouse(let left):
      guard byte >= 0x20 else { return abandon() }
      if left == 1 { swallow() } else { state = .mouse(left: left - 1) }
      return true
    case .ground, .paste: return false
    }
  }

  private mutating func takesAfterEscape(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x1B:
      if isDoubled { found.append(.key(Key(.escape))) }
      isDoubled = true
    case UInt8(ascii: "["): state = .sequence
    case UInt8(ascii: "O"): state = .single
    default:
      if isDoubled { found.append(.key(Key(.escape))) }
      reset()
      switch byte {
      case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
        UInt8(ascii: "_"):
        state = .string
        held = [byte]
      case 0x20...0x7E: found.append(.key(.alt(String(UnicodeScalar(byte)))))
      case 0x80...:
        isAltNext = true
        return false
      default:
        var key = Key.control(byte: byte)
        key.modifiers.insert(.alt)
        found.append(.key(key))
      }
    }
    return true
  }

  private mutating func takesInSequence(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "[") where held.isEmpty: state = .console
    case UInt8(ascii: "M") where held.isEmpty: state = .mouse(left: 3)
    // rxvt ends Shift with a function key in `$`, which is no final byte elsewhere.
    case UInt8(ascii: "$") where !held.isEmpty && held.allSatisfy { (0x30...0x39).contains($0) }:
      finish(KeySequence(parameters: held, final: byte))
    case 0x20...0x3F:
      if held.count <= Self.longestSequence { held.append(byte) }
    case 0x40...0x7E:
      if held == Array("200".utf8), byte == UInt8(ascii: "~") {
        reset()
        state = .paste
      } else if held.count > Self.longestSequence {
        swallow()
      } else {
        finish(KeySequence(parameters: held, final: byte))
      }
    default:
      if held.isEmpty {
        altInstead("[")
        return false
      }
      return abandon()
    }
    return true
  }

  private mutating func takesInSingle(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x3B:
      if held.count <= Self.longestSequence { held.append(byte) }
    case 0x20...0x7E: finish(KeySequence(single: byte, modifier: held))
    default:
      if held.isEmpty {
        altInstead("O")
        return false
      }
      return abandon()
    }
    return true
  }

  private mutating func takesInString(_ byte: UInt8) -> Bool {
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
      if held.count <= Self.longestString { held.append(byte) }
      if stringLength >= (isLate ? Self.lateLimit : Self.stringLimit) { swallow() }
    }
    return true
  }
}

extension KeyDecoder {
  private mutating func finish(_ sequence: KeySequence) {
    var input = sequence.input(expectsCursor: expectsCursorReply)
    if case .reply(.cursor) = input { expectsCursorReply = false }
    if isDoubled {
      if case .key(var key) = input {
        key.modifiers.insert(.alt)
        input = .key(key)
      } else {
        found.append(.key(Key(.escape)))
      }
    }
    found.append(input)
    reset()
  }

  private mutating func finishString() {
    found.append(.reply(TerminalReply(string: held)))
    reset()
  }

  private mutating func swallow() {
    found.append(.reply(.other))
    reset()
  }

  /// Swallows what was held; the byte that did not fit is looked at again.
  @discardableResult
  private mutating func abandon() -> Bool {
    swallow()
    return false
  }

  private mutating func loneEscapes() {
    for _ in 0..<(isDoubled ? 2 : 1) { found.append(.key(Key(.escape))) }
    reset()
  }

  /// It was no sequence but Alt with the letter that begins one.
  private mutating func altInstead(_ letter: String) {
    if isDoubled { found.append(.key(Key(.escape))) }
    found.append(.key(.alt(letter)))
    reset()
  }

  /// Goes up to the mark that ends the paste. A mark that was cut is put together first.
  private mutating func paste(_ rest: inout ArraySlice<UInt8>) {
    let begun = PastedText.beginningOfEnd(in: held)
    if begun > 0 {
      rest = (held.suffix(begun) + rest)[...]
      held.removeLast(begun)
    }
    var next = rest.startIndex
    while let escape = rest[next...].firstIndex(of: 0x1B) {
      if rest[escape...].starts(with: PastedText.end) {
        held += rest[..<escape]
        rest = rest[(escape + PastedText.end.count)...]
        found.append(.paste(PastedText.text(of: held[...])))
        reset()
        return
      }
      next = escape + 1
    }
    held += rest
    rest = []
    // The rest of a long paste is no typing either.
    if held.count > pasteLimit { emitPart() }
  }

  /// Hands out what is held but for the beginning of a mark.
  private mutating func emitPart() {
    let begun = PastedText.beginningOfEnd(in: held)
    found.append(.paste(PastedText.text(of: held.dropLast(begun))))
    held = Array(held.suffix(begun))
  }
}
