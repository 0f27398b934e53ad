import LineEditor
import Testing

@Suite struct HintTests {
  @Test func `two hints with the same words but another origin differ`() {
    #expect(Hint("--price", .history) != Hint("--price", .grammar))
  }
}
