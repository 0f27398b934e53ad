import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct CacheLimitTests {
  @Test(
    arguments: [
      ("256MB", 256_000_000, "256MB"), ("1g", 1_000_000_000, "1GB"), ("512", 512_000_000, "512MB"),
      ("1500 KB", 1_500_000, "1500KB"), ("1.5GB", 1_500_000_000, "1500MB"),
      ("2.125 m", 2_125_000, "2125KB"), ("off", 0, "off"), ("0", 0, "off"),
    ])
  func `a size is parsed`(typed: String, bytes: Int, text: String) throws {
    let limit = try CacheLimit.read(typed)
    #expect(limit.byteCount == bytes)
    #expect(limit.text == text)
    #expect(try CacheLimit.read(limit.text) == limit)
  }

  @Test(arguments: [
    "", "MB", "-1MB", "1XB", ".5GB", "1.GB", "1.2.3MB", "1.2345GB",
    "0.5MB", "999999999999999999999GB", "2000TB",
  ])
  func `an invalid size is refused`(typed: String) {
    #expect(throws: (any Error).self) { try CacheLimit.read(typed) }
  }
}
