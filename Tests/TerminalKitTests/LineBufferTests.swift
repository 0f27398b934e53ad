import Testing

@testable import TerminalKit

@Suite(.timeLimit(.minutes(60))) struct LineBufferTests {
  @Test func `lines are complete, however the bytes arrive`() throws {
    var buffer = LineBuffer()
    var lines: [String] = []
    for byte in Array("one\r\ntwo\n\n세\n".utf8) {
      buffer.append([byte])
      if let line = try buffer.next() { lines.append(line) }
    }
    #expect(lines == ["one", "two", "", "세"])
    #expect(buffer.rest() == nil)
  }

  @Test func `the rest at the end is a line, too`() throws {
    var buffer = LineBuffer()
    buffer.append(Array("a\nlast".utf8))
    #expect(try buffer.next() == "a")
    #expect(try buffer.next() == nil)
    #expect(buffer.rest() == "last")
    #expect(buffer.rest() == nil)
  }

  @Test func `invalid UTF-8 is replaced`() throws {
    var buffer = LineBuffer()
    buffer.append([0x61, 0xFF, 0xC3, 0x0A, 0x80, 0x0A])
    #expect(try buffer.next() == "a\u{FFFD}\u{FFFD}")
    #expect(try buffer.next() == "\u{FFFD}")
  }

  @Test func `a line over the limit throws`() throws {
    var buffer = LineBuffer(limit: 4)
    buffer.append(Array("abcdefgh\nok\n".utf8))
    #expect(throws: TerminalError.lineTooLong(limit: 4)) { try buffer.next() }
    #expect(try buffer.next() == "ok")
  }
}
