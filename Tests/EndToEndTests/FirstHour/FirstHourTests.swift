import MarketTestSupport
import Testing

/// The first hours of newcomers, typed key by key into the built program.
@Suite(.timeLimit(.minutes(60)))
struct FirstHourTests {
  static let names = (try? Fixture.names(in: "first-hours")) ?? []

  @Test func `there are ten first hours`() {
    #expect(Self.names.count >= 10)
  }

  @Test(arguments: names)
  func `a newcomer gets an answer and a prompt after each command`(_ name: String) async throws {
    let script = try WalkScript("first-hours/\(name)")
    try await Sandbox.run { try await Newcomer(sandbox: $0).play(script) }
  }
}
