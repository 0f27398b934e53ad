import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import Testing

/// A variation of the documented form that is accepted (API 1.5).
struct FormTolerance: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// The number of pictures.
  var pictures = 1
  let change: @Sendable (inout ServedForm) -> Void

  init(_ name: String, pictures: Int = 1, _ change: @escaping @Sendable (inout ServedForm) -> Void)
  {
    testDescription = name
    self.pictures = pictures
    self.change = change
  }
}

@Suite(.timeLimit(.minutes(60))) struct ServedFormToleranceTests {
  static let boundaries = [
    FormTolerance("the documented form") { _ in },
    FormTolerance("a quoted boundary") {
      $0.contentType = #"multipart/form-data; boundary="seam""#
    },
    FormTolerance("a quoted boundary with a space and punctuation") {
      $0.contentType = #"multipart/form-data; boundary="a seam:(1)""#
      $0.boundary = "a seam:(1)"
    },
    FormTolerance("a boundary that begins with dashes") {
      $0.contentType = "multipart/form-data; boundary=----WebKitFormBoundary7MA4"
      $0.boundary = "----WebKitFormBoundary7MA4"
    },
    FormTolerance("a boundary of a UUID with the word Boundary") {
      $0.contentType = "multipart/form-data; boundary=Boundary-8A1F2C3D-0001-4B5C-9D7E-123456789ABC"
      $0.boundary = "Boundary-8A1F2C3D-0001-4B5C-9D7E-123456789ABC"
    },
    FormTolerance("another parameter before the boundary") {
      $0.contentType = "Multipart/Form-Data;charset=utf-8;Boundary=seam"
    },
    FormTolerance("the last CRLF is missing") { $0.closing = "--" },
    FormTolerance("the first delimiter follows a CRLF") { $0.opening = "\r\n" },
    FormTolerance("a preamble") { $0.opening = "This is a form.\r\n" },
    FormTolerance("an epilogue") { $0.closing = "--\r\n\r\nThat was a form." },
    FormTolerance("whitespace after the boundary") { $0.afterBoundary = " \t" },
  ]

  static let params = [
    FormTolerance("params after the images", pictures: 2) { $0.hasParamsLast = true },
    FormTolerance("params with a filename and no content type") {
      $0.params.lines = [#"Content-Disposition: form-data; name="params"; filename="params.json""#]
    },
    FormTolerance("params with an empty filename") {
      $0.params.lines = [#"Content-Disposition: form-data; name="params"; filename="""#]
    },
    FormTolerance("params without a content type") { $0.params.lines.removeLast() },
    FormTolerance("params with a trailing space in the content type") {
      $0.params.lines[1] = "Content-Type: application/json "
    },
    FormTolerance("params with the content type of text") {
      $0.params.lines[1] = "Content-Type: text/plain"
    },
    FormTolerance("JSON followed by an extra CRLF") { $0.params.content += Array("\r\n".utf8) },
    FormTolerance("JSON with whitespace around it") {
      $0.params.content = Array(" \n\t".utf8) + $0.params.content + Array(" \n".utf8)
    },
    FormTolerance("no space after the colon in a part header") {
      $0.params.lines = [#"Content-Disposition:form-data; name="params""#]
      $0.images[0].lines = [
        #"Content-Disposition:form-data; name="images"; filename="a.jpg""#,
        "Content-Type:image/jpeg",
      ]
    },
    FormTolerance("no space after the semicolon in a part header") {
      $0.images[0].lines[0] = #"Content-Disposition: form-data;name="images";filename="a.jpg""#
    },
    FormTolerance("trailing whitespace in part headers") {
      $0.params.lines = $0.params.lines.map { $0 + " \t" }
      $0.images[0].lines = $0.images[0].lines.map { $0 + "  " }
    },
    FormTolerance("names of part headers in any case") {
      $0.params.lines[0] = #"content-disposition: form-data; name="params""#
      $0.images[0].lines[0] = #"CONTENT-DISPOSITION: Form-Data; NAME="images"; FileName=a.jpg"#
    },
    FormTolerance("names of parts without quotes") {
      $0.params.lines[0] = "Content-Disposition: form-data; name=params"
      $0.images[0].lines[0] = "Content-Disposition: form-data; name=images; filename=a.jpg"
    },
    FormTolerance("more headers in a part") {
      $0.images[0].lines += ["Content-Transfer-Encoding: binary", "Content-Length: 1"]
    },
    FormTolerance("unknown parts") {
      var extra = $0.images[0]
      extra.lines[0] = #"Content-Disposition: form-data; name="avatar"; filename="b.jpg""#
      $0.closing = "\r\n\(extra.lines[0])\r\n\r\nnothing\r\n--seam--\r\n"
    },
    FormTolerance("unknown JSON keys are ignored") {
      $0.params.content.insert(
        contentsOf: Array(#""product_id":7,"discountedPrice":"x","vendor":{"id":[1]},"#.utf8), at: 1
      )
    },
    FormTolerance("explicit nulls count as absent") {
      $0.params.content.insert(contentsOf: Array(#""thumbnail_id":null,"#.utf8), at: 1)
    },
  ]

  static let images =
    [
      "multipart/form-data", "image/jpg", "application/octet-stream", "content-type header", "",
      "/",
    ]
    .map { type in
      FormTolerance("an image with the content type \"\(type)\"") {
        $0.images[0].lines[1] = "Content-Type: \(type)"
      }
    } + [
      FormTolerance("an image without a type") { $0.images[0].lines.removeLast() },
      FormTolerance("a PNG with the type of a JPEG") { $0.images[0].content = TestPicture.png },
      FormTolerance("an image without a filename") { form in
        form.images[0].lines[0] = #"Content-Disposition: form-data; name="images""#
      },
      FormTolerance("the same filename for all", pictures: 5) { form in
        for index in form.images.indices {
          form.images[index].lines[0] =
            #"Content-Disposition: form-data; name="images"; filename="image.jpg""#
        }
      },
    ]

  static let filenames = [
    ("empty", #""""#), ("numeric", #""20221116""#), ("without an extension", #""photo""#),
    ("Korean with spaces", "\"머그 컵 사진.jpg\""), ("unquoted", "photo.jpg"),
    ("unquoted Korean with spaces", "머그 컵.jpeg"), ("with an escaped quote", #""a\"b.jpg""#),
    ("of another type", #""photo.html""#), ("with a relative path", #""../../../../etc/passwd""#),
    ("of 5,000 letters", "\"\(String(repeating: "a", count: 5000)).jpg\""),
  ].map { name, text in
    FormTolerance("a filename \(name)") {
      $0.images[0].lines[0] =
        #"Content-Disposition: form-data; name="images"; filename=\#(text)"#
    }
  }

  private let served: ServedMarket

  init() throws {
    served = try ServedMarket()
  }

  @Test(arguments: boundaries + params + images + filenames)
  func `a variation of the form is accepted`(_ tolerance: FormTolerance) throws {
    var form = ServedForm(
      served.shop, pictures: Array(repeating: TestPicture.jpeg, count: tolerance.pictures))
    tolerance.change(&form)
    let client = try served.connect()
    let answer = try client.ask(form.request)
    try #require(answer.status == 201, "\(answer.text)")
    let product = try answer.product
    #expect(product.name == "Blue mug")
    #expect(product.salePrice?.amount == 11_000)
    #expect(product.stock == 5)
    let pictures = try #require(product.pictures)
    #expect(pictures.count == form.images.count)
    for (picture, sent) in zip(pictures, form.images) {
      let isPNG = sent.content == TestPicture.png
      let path = try #require(picture.url.firstRange(of: "/pictures/"))
      #expect(picture.url.hasSuffix(isPNG ? "_origin.png" : "_origin.jpg"))
      let stored = try client.ask(.get(String(picture.url[path.lowerBound...])))
      #expect(stored.body == sent.content)
      #expect(stored.headers[.contentType] == (isPNG ? "image/png" : "image/jpeg"))
    }
    #expect(try client.ask(.get("/api/products/\(product.id)")).product.name == "Blue mug")
  }
}
