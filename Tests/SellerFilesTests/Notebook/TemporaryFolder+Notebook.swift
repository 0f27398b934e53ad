import MarketTestSupport

extension TemporaryFolder {
  /// The path of a notebook in a subfolder that does not exist yet.
  var notebook: String { file("state/openmarket/notebook.sqlite") }
}
