import Testing

@testable import ScreenPictures

@Suite(.timeLimit(.minutes(5))) struct TypeAheadTests {
  @Test func `a key press is kept for the prompt`() throws {
    var typeAhead = TypeAhead()
    #expect(try typeAhead.add(Array("n".utf8)))
    #expect(typeAhead.bytes == Array("n".utf8))
  }

  @Test func `a reply of the terminal is dropped, even in two parts`() throws {
    var typeAhead = TypeAhead()
    #expect(try !typeAhead.add(Array("\u{1B}[?62".utf8)))
    #expect(try !typeAhead.add(Array(";4c".utf8)))
    #expect(typeAhead.bytes.isEmpty)
  }

  @Test func `Ctrl-C drops the input and cancels`() {
    var typeAhead = TypeAhead()
    #expect(throws: CancellationError.self) { try typeAhead.add(Array("x\u{3}".utf8)) }
    #expect(typeAhead.bytes.isEmpty)
  }
}
