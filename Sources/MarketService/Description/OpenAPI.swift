package import MarketWire

/// The description of the API at `/api/openapi.json`.
package enum OpenAPI {
  /// The document.
  ///
  /// A mistake in the text would be found by each test that reads it.
  package static let document: JSON = (try? JSON(parsing: Array(OpenAPIText.text.utf8))) ?? .null

  static let file = WindowFile(
    "application/json", cacheControl: "public, max-age=3600", document.bytes())
}
