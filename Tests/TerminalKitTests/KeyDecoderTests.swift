import Formatting
import MarketTestSupport
import TerminalKit
import Testing

private func decoded(_ bytes: [UInt8]) -> [TerminalInput] {
  var decoder = KeyDecoder()
  return decoder.decode(bytes) + decoder.flush()
}

@Suite(.timeLimit(.minutes(60))) struct KeyDecoderTests {
  @Test(arguments: KeyTable.characters)
  func `characters, control bytes and Alt`(_ text: String, _ inputs: [TerminalInput]) {
    #expect(decoded(bytes(text)) == inputs)
  }

  @Test(arguments: KeyTable.keys)
  func `a sequence is one key, also between characters`(_ text: String, _ expected: Key) {
    #expect(
      decoded(bytes("x" + text + "y")) == [.key(.text("x")), .key(expected), .key(.text("y"))])
  }

  @Test(arguments: KeyTable.characters.map(\.1) + KeyTable.keys.map { [.key($0.1)] })
  func `a key that is given back is the same key`(_ inputs: [TerminalInput]) {
    let given = inputs.filter { if case .key = $0 { true } else { false } } + [.paste("a\tb\nc")]
    #expect(decoded(Array(given.map(\.sequence).joined().utf8)) == given)
  }

  @Test func `clicks and turns of the wheel`() {
    #expect(
      decoded(bytes("^[[<0;12;5M^[[<0;12;5m^[[<64;1;1M^[[<65;3;2M")) == [
        .mouse(MouseEvent(.press, row: 4, column: 11)), .reply(.other),
        .mouse(MouseEvent(.wheelUp, row: 0, column: 0)),
        .mouse(MouseEvent(.wheelDown, row: 1, column: 2)),
      ])
  }

  @Test(arguments: [
    "^[[I", "^[[O", "^[[<3;12;5M", "^[[<0;0;5M", "^[[<0;12;5m", "^[[M !!", "^[[32;10;10M", "^[[E",
    "^[[201~",
    "^[[99~", "^[[?2026;2$y", "^[[>0;276;0c", "^[[0n", "^[[8;24;80t", "^[[?1;2R", "^[[97;1:3u",
    "^[[97;9u", "^[[57358u", "^[[1;999A", "^[[[x", "^[]10;rgb:ffff/0/0\u{7}", "^[]52;c;aGk=^[\\",
    "^[]11;rgb:ffff/0\u{7}", "^[]11;rgb:gggg/0/0\u{7}", "^[]11;#ffffff\u{7}", "^[P>|tmux 3.4^[\\",
    "^[_Gi=31^[\\", "^[_Gs=1;OK^[\\", "^[[6;20t", "^[[6;1;2;3t", "^[^x^[\\", "^[Xx^[\\",
    "^[[99999999999999999999999u",
    "^[[1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18;19;20;21;22;23;24;25;26;27;28;29;30u",
  ])
  func `an unknown sequence inserts no text`(_ text: String) {
    #expect(
      decoded(bytes("x" + text + "y")) == [.key(.text("x")), .reply(.other), .key(.text("y"))])
  }

  @Test(arguments: KeyTable.replies)
  func `replies`(_ text: String, _ reply: TerminalReply) {
    #expect(
      decoded(bytes("x" + text + "y")) == [.key(.text("x")), .reply(reply), .key(.text("y"))])
  }

  @Test func `CSI R in row 1 is a cursor position only if one was requested`() {
    var decoder = KeyDecoder()
    decoder.expectsCursorReply = true
    #expect(decoder.decode(bytes("^[[1;5R")) == [.reply(.cursor(row: 1, column: 5))])
    #expect(decoder.decode(bytes("^[[1;5R")) == [key(.function(3), .control)])
  }

  /// Bytes and the decoded text.
  @Test(
    arguments: [
      ([0x61, 0xFF, 0xFE, 0x62], "a\u{FFFD}b"), ([0xE1, 0x80, 0x62], "\u{FFFD}b"),
      ([0xC0, 0xAF, 0x62], "\u{FFFD}b"), ([0xED, 0xA0, 0x80, 0x62], "\u{FFFD}b"),
      ([0xF0, 0x9F, 0x98, 0x80], "😀"), ([0xF5, 0x80, 0x80, 0x80, 0x62], "\u{FFFD}b"),
      ([0xFF, 0x62, 0xFF, 0x62], "\u{FFFD}b\u{FFFD}b"), ([0xC3], ""),
      ([0xF4, 0x90, 0x62], "\u{FFFD}b"),
    ] as [([UInt8], String)])
  func `a run of invalid bytes becomes one U+FFFD, however it is split`(
    _ typed: [UInt8], _ text: String
  ) {
    let expected = text.map { TerminalInput.key(.text(String($0))) }
    #expect(decoded(typed) == expected)
    var decoder = KeyDecoder()
    #expect(typed.flatMap { decoder.decode([$0]) } == expected)
  }

  @Test func `an incomplete character waits for its rest without a timeout`() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0xED, 0x95]) == [])
    #expect(!decoder.isWaiting)
    #expect(decoder.flush() == [])
    #expect(decoder.decode([0x9C]) == [.key(.text("한"))])
    #expect(decoder.decode([0xED, 0x0D]) == [.key(.text("\u{FFFD}")), key(.enter)])
  }
}

@Suite(.timeLimit(.minutes(60))) struct TimeoutTests {
  @Test func `an Escape is a key after a timeout`() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B]) == [])
    #expect(decoder.isWaiting)
    #expect(decoder.flush() == [key(.escape)])
    #expect(!decoder.isWaiting)
    #expect(decoder.decode(bytes("x")) == [.key(.text("x"))])
  }

  /// The bytes before a timeout, the bytes after it, and the inputs.
  @Test(
    arguments: [
      ("^[]11;rgb:ff", "ff/ffff/ffff\u{7}y", [.reply(.background(.white))]),
      ("^[[?62;", "22cy", [.reply(.attributes([62, 22]))]),
      ("^[", "]11;rgb:0/0/0\u{7}y", [key(.escape), .reply(.background(.black))]),
      ("^[", "[?62cy", [key(.escape), .reply(.attributes([62]))]),
      ("^[", "[Ay", [key(.escape), key(.up)]),
      ("^[]11;rgb:ff", "^[\\y", [.reply(.other)]),
      // The end of the sequence got lost: the next control byte has its normal meaning.
      ("^[]11;rgb:ff", "\ry", [.reply(.other), key(.enter)]),
      ("^[]11;rgb:ff", "^[[Ay", [.reply(.other), key(.up)]),
      ("^[P1", "lost\u{3}y", [.reply(.other), .key(.control("c"))]),
    ] as [(String, String, [TerminalInput])])
  func `the rest of a timed-out sequence is not text, and does not hide keys for long`(
    _ first: String, _ late: String, _ expected: [TerminalInput]
  ) {
    var decoder = KeyDecoder()
    var inputs = decoder.decode(bytes(first))
    #expect(decoder.isWaiting)
    inputs += decoder.flush()
    #expect(!decoder.isWaiting)
    inputs += decoder.decode(bytes(late))
    #expect(inputs == expected + [.key(.text("y"))])
  }

  @Test func `after a timeout, a string without an end hides only a few keys`() {
    var decoder = KeyDecoder()
    _ = decoder.decode(bytes("^[]11;rgb:"))
    _ = decoder.flush()
    let typed = (0..<200).flatMap { _ in decoder.decode(bytes("x")) }
    #expect(typed.filter { $0 == .key(.text("x")) }.count > 100)
  }

  @Test func `a string ends after a megabyte, and a sequence at its final byte`() {
    var decoder = KeyDecoder()
    _ = decoder.decode(bytes("^[]0;") + [UInt8](repeating: 0x61, count: 1 << 20))
    #expect(decoder.decode(bytes("abc")).last == .key(.text("c")))
    _ = decoder.decode(bytes("^[[") + [UInt8](repeating: 0x31, count: 1 << 20))
    #expect(decoder.decode(bytes("Ab")) == [.reply(.other), .key(.text("b"))])
  }
}

@Suite(.timeLimit(.minutes(60))) struct PasteTests {
  /// The bytes of a paste, and the pasted text.
  @Test(arguments: [
    ("", ""), ("list", "list"), ("a\rb\r\nc\nd", "a\nb\nc\nd"), ("a\tb", "a\tb"),
    ("\r\n\r\n\r", "\n\n\n"), ("a\u{3}\u{0}\u{7F}b", "ab"), ("^[[31mred^[", "[31mred"),
    ("^[[201", "[201"), ("a\u{9B}b", "ab"), ("한\u{85}글 é", "한글 é"), ("^[[200~x", "[200~x"),
  ])
  func `a paste contains only text, tabs and line breaks`(_ inside: String, _ text: String) {
    let typed = bytes("^[[200~\(inside)^[[201~y")
    #expect(decoded(typed) == [.paste(text), .key(.text("y"))])
    var decoder = KeyDecoder()
    #expect(typed.flatMap { decoder.decode([$0]) } == [.paste(text), .key(.text("y"))])
  }

  @Test func `a run of invalid bytes in a paste becomes one U+FFFD`() {
    let typed = bytes("^[[200~a") + [0xFF, 0xFE, 0xC3] + bytes("^[[201~")
    #expect(decoded(typed) == [.paste("a\u{FFFD}")])
  }

  @Test func `endPaste returns an unfinished paste, and later bytes are keys`() {
    var decoder = KeyDecoder()
    #expect(decoder.decode(bytes("^[[200~li\u{1B}[20")) == [])
    #expect(decoder.isPasting && !decoder.isWaiting)
    #expect(decoder.flush() == [])
    #expect(decoder.endPaste() == [.paste("li")])
    #expect(decoder.decode(bytes("x")) == [.key(.text("x"))])
    #expect(decoder.endPaste() == [])
  }

  @Test func `a paste over the limit arrives in parts, and none of it as keys`() {
    var decoder = KeyDecoder(pasteLimit: 1000)
    var inputs = decoder.decode(bytes("^[[200~"))
    for _ in 0..<300 { inputs += decoder.decode(bytes("quit\n")) }
    inputs += decoder.decode(bytes("^[[20")) + decoder.decode(bytes("1~x"))
    let parts = inputs.dropLast().compactMap { if case .paste(let text) = $0 { text } else { nil } }
    #expect(parts.joined() == String(repeating: "quit\n", count: 300))
    #expect(parts.count == inputs.count - 1 && parts.count == 2)
    #expect(inputs.last == .key(.text("x")))
  }

  @Test func `a paste of a megabyte arrives in one piece`() {
    let text = String(repeating: "add --name \"머그\" --price 12000\n", count: 30_000)
    #expect(decoded(bytes("^[[200~" + text + "^[[201~")) == [.paste(text)])
  }

  @Test func `a paste in small pieces arrives in one piece`() {
    let text = String(repeating: "add --name \"머그\" --price 12000\n", count: 1000)
    let typed = bytes("^[[200~" + text + "^[[201~")
    var decoder = KeyDecoder()
    var inputs: [TerminalInput] = []
    for start in stride(from: 0, to: typed.count, by: 61) {
      inputs += decoder.decode(Array(typed[start..<min(start + 61, typed.count)]))
    }
    #expect(inputs == [.paste(text)])
  }
}

@Suite(.timeLimit(.minutes(60))) struct SplitBytesTests {
  /// Pieces that test more than random bytes do.
  private static let pieces: [[UInt8]] =
    (KeyTable.keys.map(\.0) + KeyTable.replies.map(\.0)).map(bytes)
    + KeyTable.characters.map { bytes($0.0) }
    + ["^[[200~", "^[[201~", "^[", "^[[", "^[]", "^[P", "^[\\", "\u{7}", "한", "\u{301}", ";", "1"]
    .map(bytes) + [[0xFF], [0xE1], [0x80], [0xF0, 0x9F], [0xC2]]

  private static func stream(_ generator: inout SeededGenerator) -> [UInt8] {
    (0..<Int.random(in: 1...12, using: &generator)).flatMap { _ -> [UInt8] in
      guard Int.random(in: 0..<3, using: &generator) > 0 else {
        return (0..<Int.random(in: 1...4, using: &generator)).map { _ in
          UInt8.random(in: 0...255, using: &generator)
        }
      }
      return pieces.randomElement(using: &generator) ?? []
    }
  }

  /// Joins adjacent text, since a grapheme cluster of several scalars may be split.
  private static func joined(_ inputs: [TerminalInput]) -> [TerminalInput] {
    inputs.reduce(into: []) { result, input in
      if case .key(let new) = input, case .text(let text) = new.code, new.modifiers.isEmpty,
        case .key(let old)? = result.last, case .text(let before) = old.code, old.modifiers.isEmpty
      {
        result[result.count - 1] = .key(.text(before + text))
      } else {
        result.append(input)
      }
    }
  }

  @Test func `random bytes have the same meaning in one piece and in several`() {
    var generator = SeededGenerator(seed: 1)
    for number in 0..<20_000 {
      let stream = Self.stream(&generator)
      var whole = KeyDecoder()
      let expected = whole.decode(stream) + whole.flush() + whole.endPaste()
      var split = KeyDecoder()
      var inputs: [TerminalInput] = []
      var rest = stream[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...rest.count, using: &generator)
        inputs += split.decode(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      inputs += split.flush() + split.endPaste()
      if Self.joined(inputs) != Self.joined(expected) {
        Issue.record("stream \(number): \(stream)\n\(inputs)\n\(expected)")
        return
      }
    }
  }

  @Test
  func `a control character is never text, whatever bytes arrive and whenever a timeout occurs`() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<5000 {
      var decoder = KeyDecoder()
      var inputs: [TerminalInput] = []
      for _ in 0..<4 {
        inputs += decoder.decode(Self.stream(&generator))
        if Bool.random(using: &generator) { inputs += decoder.flush() }
      }
      for case .key(let key) in inputs {
        guard case .text(let text) = key.code else { continue }
        let controls = text.unicodeScalars.filter { $0.properties.generalCategory == .control }
        #expect(controls.isEmpty && !text.isEmpty)
      }
    }
  }
}
