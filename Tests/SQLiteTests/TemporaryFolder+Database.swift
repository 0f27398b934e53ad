import MarketTestSupport

extension TemporaryFolder {
  /// The path of a database that does not exist yet.
  func file() -> String { file("test.sqlite") }
}
