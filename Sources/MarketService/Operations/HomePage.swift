import MarketWire

/// The page at `/`, for people who open the market in a browser.
enum HomePage {
  static let response = HTTPResponse(
    status: 200,
    headers: [
      .contentType: "text/html;charset=UTF-8",
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    ], body: Array(page.utf8))

  private static let page = """
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <title>Open Market</title>
    <style>body { font: 1rem/1.5 sans-serif; max-width: 40rem; margin: 4rem auto; }</style>
    <h1>Open Market</h1>
    <p>This server provides the Open Market API, version 3, for shop apps.
    <ul>
    <li><a href="/api/products">/api/products</a>: the listings, newest first
    <li><a href="/healthChecker">/healthChecker</a>: the health check
    </ul>
    </html>
    """
}
