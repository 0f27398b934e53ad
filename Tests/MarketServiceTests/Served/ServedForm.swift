import MarketService
import MarketWire

/// A `multipart/form-data` request for a create, with control over every byte.
struct ServedForm {
  /// One part: its header lines and its content.
  struct Part {
    var lines: [String]
    var content: [UInt8]
  }

  let identifier: String
  var contentType = "multipart/form-data; boundary=seam"
  var boundary = "seam"
  /// The text before the first delimiter.
  var opening = ""
  /// The text after each boundary except the last.
  var afterBoundary = ""
  var params: Part
  var images: [Part]
  var hasParamsLast = false
  /// The text after the last boundary.
  var closing = "--\r\n"

  /// The form as documented in API 1.5.
  init(_ shop: NewAccount, members: String = ServedForm.members, pictures: [[UInt8]]? = nil) {
    identifier = shop.credentials.identifier.revealed
    params = Part(
      lines: [
        #"Content-Disposition: form-data; name="params""#, "Content-Type: application/json",
      ], content: Array("{\(members),\"secret\":\"\(shop.credentials.secret.revealed)\"}".utf8))
    images = (pictures ?? [TestPicture.jpeg]).enumerated().map { index, bytes in
      Part(
        lines: [
          #"Content-Disposition: form-data; name="images"; filename="image\#(index).jpg""#,
          "Content-Type: image/jpeg",
        ], content: bytes)
    }
  }

  /// The JSON members of a valid listing, without the braces.
  static let members =
    #""name":"Blue mug","description":"A mug of blue glass","price":12000,"currency":"KRW","#
    + #""discounted_price":1000,"stock":5"#

  var body: [UInt8] {
    var body = Array(opening.utf8)
    for part in hasParamsLast ? images + [params] : [params] + images {
      let head = ["--\(boundary)\(afterBoundary)"] + part.lines + ["", ""]
      body += Array(head.joined(separator: "\r\n").utf8) + part.content + Array("\r\n".utf8)
    }
    return body + Array("--\(boundary)\(closing)".utf8)
  }

  var request: HTTPRequest {
    HTTPRequest(
      .post, "/api/products",
      headers: [.identifier: identifier, .contentType: contentType], body: body)
  }
}
