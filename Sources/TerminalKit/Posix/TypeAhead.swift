/// The line editing of a terminal's canonical mode, applied to bytes that were typed in raw mode.
enum TypeAhead {
  /// Removes and returns the bytes up to the first Enter, or all of them. The line ends in `\n` if
  /// Enter was pressed. Backspace deletes a character, and Ctrl-C and Ctrl-U delete the line. Other
  /// control bytes are removed.
  static func takeLine(of bytes: inout [UInt8]) -> String {
    let end = bytes.firstIndex { $0 == 0x0D || $0 == 0x0A }
    var decoder = KeyDecoder()
    let inputs = decoder.decode(Array(bytes[..<(end ?? bytes.endIndex)])) + decoder.endPaste()
    bytes.removeFirst(end.map { $0 + 1 } ?? bytes.count)
    var line = ""
    for input in inputs {
      switch input {
      case .key(.control("c")), .key(.control("u")): line = ""
      case .key(Key(.backspace)): if !line.isEmpty { line.removeLast() }
      case .key(let key):
        if case .text(let text) = key.code, key.modifiers.isEmpty { line += text }
      case .paste(let text): line += text
      case .reply, .mouse: break
      }
    }
    return end == nil ? line : line + "\n"
  }
}
