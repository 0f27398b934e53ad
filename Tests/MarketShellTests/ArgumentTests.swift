import MarketTestSupport
import TerminalKit
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct ArgumentTests {
  private static let others: [([UInt8], String)] = [
    ([0xB8, 0xD3, 0xB1, 0xD7], "argument 3 is not UTF-8; in CP949 it is \"머그\""),
    ([0x83, 0x7D, 0x83, 0x4F], "argument 3 is not UTF-8; in CP932 it is \"マグ\""),
    ([0x63, 0x61, 0x66, 0xE9], "argument 3 is not UTF-8; in CP1252 it is \"café\""),
    ([0xFF, 0x81], "argument 3 is not UTF-8"),
  ]

  @Test(arguments: others)
  func `an argument that is not UTF-8 is refused, with the encoding that fits`(
    bytes: [UInt8], message: String
  ) async throws {
    let world = try TestWorld()
    let terminal = FakeTerminal(isTTY: false)
    let arguments = ["list", "--search"].map { Array($0.utf8) } + [bytes]
    #expect(await Program(environment: world.environment(terminal)).run(bytes: arguments) == .usage)
    #expect(terminal.error.hasPrefix("error: \(message)\n"), "\(terminal.error)")
    #expect(world.spy.requests.isEmpty)
  }
}
