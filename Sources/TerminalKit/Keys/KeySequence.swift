/// A complete CSI or SS3 sequence of a terminal. Sources: xterm's "Control Sequences", the Linux
/// console's `console_codes(4)`, the rxvt reference and the kitty keyboard protocol.
struct KeySequence {
  private let isSS3: Bool
  /// One of `? < = >` before the parameters, or the `[` of the Linux console.
  private let prefix: UInt8?
  /// The parameters with their subparameters; nil where one is empty.
  private let numbers: [[Int?]]
  /// Whether intermediate bytes (20 to 2F) precede the final byte; no key has them.
  private let hasIntermediates: Bool
  private let final: UInt8

  init(parameters: [UInt8], final: UInt8) {
    isSS3 = false
    self.final = final
    let first = parameters.first.flatMap { (0x3C...0x3F).contains($0) || $0 == 0x5B ? $0 : nil }
    prefix = first
    hasIntermediates = parameters.contains { (0x20...0x2F).contains($0) }
    numbers = Self.numbers(first == nil ? parameters[...] : parameters.dropFirst())
  }

  /// Creates the sequence `SS3 final`, with the modifier that some terminals send before the final
  /// byte.
  init(ss3 final: UInt8, modifier: [UInt8]) {
    isSS3 = true
    prefix = nil
    hasIntermediates = false
    self.final = final
    let values = Self.numbers(modifier[...])
    numbers = [[1], values.last ?? []]
  }

  /// The key, mouse event or reply, or `.reply(.other)` for an unknown sequence.
  ///
  /// - Parameter expectsCursor: whether `CSI 1 ; n R` is a reply rather than F3 with a modifier.
  func input(expectsCursor: Bool) -> TerminalInput {
    if hasIntermediates { return .reply(.other) }
    switch (prefix, final) {
    case (UInt8(ascii: "?"), UInt8(ascii: "c")):
      return .reply(.attributes(numbers.compactMap { $0.first ?? nil }))
    case (UInt8(ascii: "["), UInt8(ascii: "A")...UInt8(ascii: "E")):
      return .key(Key(.function(Int(final) - 0x40)))
    case (UInt8(ascii: "<"), UInt8(ascii: "M")):
      return mouse.map(TerminalInput.mouse) ?? .reply(.other)
    case (.some, _): return .reply(.other)
    default: break
    }
    if !isSS3, final == UInt8(ascii: "R"), let row = number(0), let column = number(1),
      row > 0, column > 0, expectsCursor || row != 1 || !(2...16).contains(column)
    {
      return .reply(.cursor(row: row, column: column))
    }
    if !isSS3, final == UInt8(ascii: "t"), number(0) == 6, let height = number(1),
      let width = number(2), numbers.count == 3
    {
      return .reply(.cell(width: width, height: height))
    }
    return key.map(TerminalInput.key) ?? .reply(.other)
  }

  private static func numbers(_ bytes: ArraySlice<UInt8>) -> [[Int?]] {
    bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { part in
      part.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map { digits in
        // No known sequence has a longer parameter.
        digits.count > 9 ? nil : Int(String(decoding: digits, as: UTF8.self))
      }
    }
  }

  private func number(_ index: Int, _ part: Int = 0) -> Int? {
    guard index < numbers.count, part < numbers[index].count else { return nil }
    return numbers[index][part]
  }
}

extension KeySequence {
  /// The event of `CSI < button ; column ; row M`.
  private var mouse: MouseEvent? {
    let kinds: [Int: MouseEvent.Kind] = [0: .press, 64: .wheelUp, 65: .wheelDown]
    guard let kind = number(0).flatMap({ kinds[$0] }), let column = number(1), let row = number(2),
      column > 0, row > 0
    else { return nil }
    return MouseEvent(kind, row: row - 1, column: column - 1)
  }

  private var key: Key? {
    switch final {
    case UInt8(ascii: "~"): numbers.count > 2 ? modifyOtherKeysKey : numberedKey(modifiers)
    case UInt8(ascii: "$"): numberedKey(.shift)
    case UInt8(ascii: "^"): numberedKey(.control)
    case UInt8(ascii: "@"): numberedKey([.control, .shift])
    case UInt8(ascii: "u") where !isSS3: unicodeKey
    default: finalByteKey
    }
  }

  /// The modifiers in the second parameter: 1 plus a bit mask. Meta counts as Alt, as in iTerm2.
  private var modifiers: Key.Modifiers? { Self.modifiers(number(1) ?? 1) }

  private static func modifiers(_ number: Int) -> Key.Modifiers? {
    guard (1...256).contains(number) else { return nil }
    var modifiers = Key.Modifiers(rawValue: UInt8(number - 1) & 7)
    if (number - 1) & 8 != 0 { modifiers.insert(.alt) }
    return modifiers
  }

  /// The key of `CSI n ~`, as sent by the VT220, xterm, the Linux console and rxvt.
  private func numberedKey(_ modifiers: Key.Modifiers?) -> Key? {
    guard let modifiers, let number = number(0) else { return nil }
    let code: Key.Code? =
      switch number {
      case 1, 7: .home
      case 2: .insert
      case 3: .delete
      case 4, 8: .end
      case 5: .pageUp
      case 6: .pageDown
      case 11...15: .function(number - 10)
      case 17...21: .function(number - 11)
      case 23...26: .function(number - 12)
      case 28, 29: .function(number - 13)
      case 31...34: .function(number - 14)
      default: nil
      }
    return code.map { Key($0, modifiers) }
  }

  private static let finalByteKeys: [UInt8: Key.Code] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
    UInt8(ascii: "D"): .left, UInt8(ascii: "F"): .end, UInt8(ascii: "H"): .home,
    UInt8(ascii: "P"): .function(1), UInt8(ascii: "Q"): .function(2),
    UInt8(ascii: "R"): .function(3), UInt8(ascii: "S"): .function(4),
  ]

  private var finalByteKey: Key? {
    guard let modifiers else { return nil }
    if let code = Self.finalByteKeys[final] { return Key(code, modifiers) }
    switch final {
    // rxvt sends Shift as `CSI a` and Ctrl as `SS3 a`.
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      return Self.finalByteKeys[final - 0x20].map { Key($0, isSS3 ? .control : .shift) }
    case UInt8(ascii: "Z") where !isSS3: return Key(.tab, modifiers.union(.shift))
    default: return isSS3 ? keypadKey : nil
    }
  }

  /// A key of the keypad in application mode.
  private var keypadKey: Key? {
    switch final {
    case UInt8(ascii: "M"): Key(.enter)
    case UInt8(ascii: "I"): Key(.tab)
    case UInt8(ascii: " "): .text(" ")
    case UInt8(ascii: "X"): .text("=")
    case UInt8(ascii: "j")...UInt8(ascii: "o"), UInt8(ascii: "p")...UInt8(ascii: "y"):
      .text(String(UnicodeScalar(final - 0x40)))
    default: nil
    }
  }
}

extension KeySequence {
  /// The key of xterm's modifyOtherKeys: `CSI 27 ; modifiers ; code ~`.
  private var modifyOtherKeysKey: Key? {
    guard number(0) == 27, let code = number(2), let modifiers else { return nil }
    return Self.key(code, shifted: nil, modifiers)
  }

  /// The key of kitty's `CSI code:shifted ; modifiers:event ; text u`.
  private var unicodeKey: Key? {
    // Ignores keys with Super or Hyper, which the window manager uses, and key releases (event 3).
    guard let code = number(0), let modifiers, ((number(1) ?? 1) - 1) & 0b11000 == 0,
      number(1, 1) != 3
    else { return nil }
    if numbers.count > 2, modifiers.isDisjoint(with: [.control, .alt]) {
      let scalars = numbers[2].compactMap { $0.flatMap(Self.printable) }
      if !scalars.isEmpty { return .text(String(String.UnicodeScalarView(scalars))) }
    }
    return Self.key(code, shifted: number(0, 1), modifiers)
  }

  private static func printable(_ code: Int) -> UnicodeScalar? {
    guard code >= 0x20, !(0x7F...0x9F).contains(code), !(0xE000...0xF8FF).contains(code) else {
      return nil
    }
    return UInt32(exactly: code).flatMap { UnicodeScalar($0) }
  }

  /// Returns the key with a code point, or with one of kitty's numbers in the private use area.
  private static func key(_ code: Int, shifted: Int?, _ modifiers: Key.Modifiers) -> Key? {
    switch code {
    case 9: return Key(.tab, modifiers)
    case 10, 13, 57414: return Key(.enter, modifiers)
    case 27: return Key(.escape, modifiers)
    case 8, 127: return Key(.backspace, modifiers)
    case 57376...57387: return Key(.function(code - 57363), modifiers)
    case 57399...57408: return Key(.text(String(code - 57399)), modifiers)
    case 57417...57426:
      let codes: [Key.Code] = [
        .left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .insert, .delete,
      ]
      return Key(codes[code - 57417], modifiers)
    default: break
    }
    guard let scalar = printable(code) else { return nil }
    if modifiers.contains(.control) {
      return Key(.text(controlCharacter(scalar, isShifted: modifiers.contains(.shift))), modifiers)
    }
    var text = String(scalar)
    if modifiers.contains(.shift) {
      text = shifted.flatMap(printable).map { String($0) } ?? text.uppercased()
    }
    return Key(.text(text), modifiers.subtracting(.shift))
  }

  /// Ctrl-Space and Ctrl-/ are Ctrl-@ and Ctrl-_, as in terminals that send control bytes.
  private static func controlCharacter(_ scalar: UnicodeScalar, isShifted: Bool) -> String {
    switch (scalar, isShifted) {
    case (" ", false): "@"
    case ("/", false): "_"
    default: String(scalar).lowercased()
    }
  }
}

extension Key {
  /// The key of a control byte other than Escape.
  static func control(byte: UInt8) -> Key {
    switch byte {
    case 0x08, 0x7F: Key(.backspace)
    case 0x09: Key(.tab)
    case 0x0A, 0x0D: Key(.enter)
    case 0x1B: Key(.escape)
    case 0x01...0x1A: .control(String(UnicodeScalar(byte + 0x60)))
    default: .control(String(UnicodeScalar(byte + 0x40)))
    }
  }
}
