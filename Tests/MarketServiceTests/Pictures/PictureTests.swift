import Foundation
import MarketTestSupport
import MarketWire
import Photos
import Testing

@testable import MarketService

@Suite(.timeLimit(.minutes(60))) struct PictureTests {
  private let market: TestMarket
  private let shop: NewAccount

  init() throws {
    (market, shop) = try TestMarket.withShop()
  }

  @Test(arguments: [
    ("a GIF", TestPicture.gif, "images[0]: expected JPEG or PNG, found gif"),
    ("nothing", [], "images[0]: expected JPEG or PNG, found empty"),
    ("a page", Array("<html><script>".utf8), "images[0]: expected JPEG or PNG, found html"),
    (
      "half a JPEG", Array(TestPicture.jpeg.dropLast(20)),
      "images[0]: the picture is incomplete"
    ),
    (
      "half a PNG", Array(TestPicture.png.dropLast(20)),
      "images[0]: the picture is incomplete"
    ),
    (
      "too many bytes", TestPicture.jpeg + [UInt8](repeating: 0, count: 307_200),
      "images[0]: expected at most 307200 bytes, found \(307_200 + TestPicture.jpeg.count)"
    ),
  ])
  func `only a valid JPEG or PNG is accepted`(_ name: String, bytes: [UInt8], message: String) {
    let response = market.respond(shop.create(pictures: [bytes]))
    #expect(response.status == 400)
    #expect(response.message == message)
    #expect(market.files("pictures").isEmpty)
    #expect(market.files("waiting").isEmpty)
  }

  @Test func `a picture with too many pixels is refused before it is decoded`() {
    // Sets the size in the PNG header to 60,000 x 60,000 pixels.
    var png = TestPicture.png
    png.replaceSubrange(16..<24, with: [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60])
    let response = market.respond(shop.create(pictures: [png]))
    #expect(response.message == "images[0]: expected at most 50000000 pixels, found 60000 x 60000")
  }

  @Test(arguments: [0, 6, 9])
  func `one to five pictures are accepted`(count: Int) {
    let response = market.respond(
      shop.create(pictures: Array(repeating: TestPicture.jpeg, count: count)))
    #expect(response.message == "images: expected 1 to 5 pictures, found \(count)")
  }

  @Test func `five pictures keep their order and get ascending ids`() throws {
    let sent = [
      TestPicture.png, TestPicture.jpeg, TestPicture.transparentPNG, TestPicture.jpeg,
      TestPicture.png,
    ]
    let product = try market.respond(shop.create(pictures: sent)).product
    let pictures = try #require(product.pictures)
    #expect(pictures.compactMap(\.id) == [1, 2, 3, 4, 5])
    #expect(product.thumbnail == pictures[0].thumbnailURL)
    for (picture, bytes) in zip(pictures, sent) {
      #expect(market.respond(.get(path(picture.url))).body == bytes)
    }
    #expect(
      pictures.map { String($0.url.suffix(11)) } == [
        "_origin.png", "_origin.jpg", "_origin.png", "_origin.jpg", "_origin.png",
      ])
    #expect(pictures[2].thumbnailURL?.hasSuffix("_thumb.png") == true)
    #expect(market.files("waiting").isEmpty)
  }

  @Test(arguments: [1, 6, 8])
  func `buyers get no place and no camera, and the picture stays upright`(number: Int) throws {
    let sent = try Fixture.bytes("photos/gps-\(number).jpg")
    let product = try market.respond(shop.create(pictures: [sent])).product
    let picture = try #require(product.pictures?.first)
    let stored = market.respond(.get(path(picture.url))).body
    #expect(try !MetadataStripper.strip(stored).removed.hasLocation)
    #expect(try PhotoHeader.read(stored).orientation == PhotoHeader.read(sent).orientation)
    #expect(try PhotoHeader.read(sent).orientation.rawValue == number)
    for url in [picture.url, try #require(picture.thumbnailURL)] {
      let bytes = Data(market.respond(.get(path(url))).body)
      for word in ["GPS", "Camera maker", "xmpmeta"] {
        #expect(bytes.range(of: Data(word.utf8)) == nil)
      }
    }
  }

  @Test func `a picture URL has the format of the training server`() throws {
    let url = try #require(try market.respond(shop.create()).product.pictures?.first?.url)
    let format = try Regex("http://market\\.local/pictures/1/20261121/[0-9a-f]{32}_origin\\.jpg")
    #expect(try format.wholeMatch(in: url) != nil)
  }

  @Test(arguments: ["../../../etc/passwd", "a/b.jpg", "x.exe", "", "머그 컵.PNG"])
  func `the filename and the declared type of a picture are ignored`(name: String) throws {
    let request = CreateProduct(
      credentials: shop.credentials, fields: .mug,
      images: [ImageUpload(filename: name, mediaType: "text/html", bytes: TestPicture.jpeg[...])],
      boundary: "b"
    ).request
    let url = try #require(try market.respond(request).product.pictures?.first?.url)
    #expect(url.hasSuffix("_origin.jpg"))
    #expect(market.respond(.get(path(url))).headers[.contentType] == "image/jpeg")
  }

  @Test func `a thumbnail has at most 320 pixels on its longer side`() throws {
    let product = try market.respond(shop.create(pictures: [TestPicture.png])).product
    let thumbnail = market.respond(.get(path(try #require(product.thumbnail))))
    #expect(thumbnail.status == 200)
    #expect(thumbnail.headers[.contentType] == "image/jpeg")
    // The frame header of a JPEG has the height, then the width.
    let frame = try #require(thumbnail.body.firstRange(of: [0xFF, 0xC0])?.lowerBound)
    let sides = thumbnail.body[(frame + 5)..<(frame + 9)].map(Int.init)
    #expect(sides[0] * 256 + sides[1] == 200)
    #expect(sides[2] * 256 + sides[3] == 320)
  }

  @Test func `a picture can be cached forever and revalidated`() throws {
    let url = path(try #require(try market.respond(shop.create()).product.thumbnail))
    let first = market.respond(.get(url))
    let tag = try #require(first.headers[.eTag])
    #expect(first.headers[.cacheControl] == "public, max-age=31536000, immutable")
    for known in [tag, "W/\(tag)", "\"x\", \(tag)", "\"x\",W/\(tag) ", "*"] {
      let again = market.respond(.get(url, headers: [.ifNoneMatch: known]))
      #expect(again.status == 304, "\(known)")
      #expect(again.body.isEmpty)
      #expect(again.headers[.eTag] == tag)
    }
    #expect(market.respond(.get(url, headers: [.ifNoneMatch: "\"x\""])).status == 200)
    #expect(market.respond(HTTPRequest(.head, url)).status == 200)
  }

  @Test(arguments: [
    "/pictures/../market.sqlite", "/pictures/1/20261121/..%2f..%2fmarket.sqlite",
    "/pictures/%2e%2e/%2e%2e/market.sqlite", "/pictures/1/20261121/%00_origin.jpg",
    "/pictures/1/2026112/00000000000000000000000000000000_origin.jpg",
    "/pictures/1/20261121/00000000000000000000000000000000_origin.jpg",
    "/pictures/1/20261121/00000000000000000000000000000000_origin.jpg/x",
    "/pictures/x/20261121/00000000000000000000000000000000_origin.jpg",
    "/pictures/1/20261121/0000000000000000000000000000000G_origin.jpg",
    "/pictures/1/20261121/00000000000000000000000000000000_origin.sqlite",
    "/pictures//1///20261121",
  ])
  func `no path leads out of the pictures folder`(target: String) {
    let status = market.respond(.get(target)).status
    #expect(status == 404 || status == 400)
  }

  @Test func `a symbolic link is not followed`() throws {
    let name = String(repeating: "0", count: 32) + "_origin.jpg"
    _ = market.respond(shop.create())
    try FileManager.default.createSymbolicLink(
      atPath: "\(market.folder)/pictures/1/20261121/\(name)",
      withDestinationPath: "\(market.folder)/market.sqlite")
    #expect(market.respond(.get("/pictures/1/20261121/\(name)")).status == 404)
  }

  @Test func `only a picture of the listing can become its thumbnail`() throws {
    let product = try market.respond(
      shop.create(pictures: [TestPicture.jpeg, TestPicture.png])
    ).product
    let second = try #require(product.pictures?[1])
    let edited = try market.respond(
      shop.edit(product.id, ListingFields(thumbnailID: second.id))
    ).product
    #expect(edited.thumbnail == second.thumbnailURL)
    let row = try #require(try market.respond(.get("/api/products")).page.products.first)
    #expect(row.thumbnail == second.thumbnailURL)
    let refused = market.respond(shop.edit(product.id, ListingFields(thumbnailID: 99)))
    #expect(
      refused.message == "thumbnail_id: expected one of the listing's pictures (1, 2), found 99")
  }

  private func path(_ url: String) -> String { String(url.dropFirst("http://market.local".count)) }
}
