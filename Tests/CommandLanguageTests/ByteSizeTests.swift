import Testing

@testable import CommandLanguage

@Suite(.timeLimit(.minutes(60))) struct ByteSizeTests {
  @Test(arguments: [
    ("5GB", 5_000_000_000), ("1.5 TB", 1_500_000_000_000), ("500mb", 500_000_000), ("1", 1),
    ("2000", 2000), ("0.5KB", 500),
  ])
  func `a size is read with or without a unit`(text: String, bytes: Int) throws {
    let size = try reading(ByteSize.self, text).get()
    #expect(size.bytes == bytes)
    #expect(reading(ByteSize.self, size.description) == .success(size))
  }

  @Test(arguments: ["", "GB", "5XB", "-1", "0", "1e9", "1.2.3", "10000TB", "five"])
  func `anything else is refused`(text: String) {
    #expect(reading(ByteSize.self, text).isFailure)
  }
}
