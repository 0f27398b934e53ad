import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Testing

@testable import MarketShell

/// Photos that a table names: at URLs, several in a cell, with paths of Windows.
@Suite(.timeLimit(.minutes(60))) struct PhotoCellTests {
  private static let header = "code,name,price,stock,description,photos"

  private static func row(_ photos: String) -> String {
    "A-1,Oak mug,12000,3,Turned from one piece.,\"\(photos)\"\n"
  }

  @Test(arguments: [
    ("photos/a.jpg, photos/b.jpg", 2), ("photos/a.jpg|photos/b.jpg", 2),
    ("photos/a.jpg\nphotos/b.jpg", 2), ("photos/a.jpg;photos/b.jpg", 2),
    ("photos/a.jpg photos/b.jpg", 2), ("photos\\a.jpg", 1),
    ("C:\\Users\\me\\photos\\a.jpg; D:\\b.jpg", 2), ("\\\\server\\share\\a.jpg", 1),
    ("photos/red, small.jpg", 1), ("photos/oak mug.jpg,photos/a.jpg", 2), ("photos/a.jpg; ", 1),
  ])
  func `several photos in a cell, with any separator and path`(
    _ cell: String, _ count: Int
  ) async throws {
    let world = try TestWorld()
    let photo = try Data(contentsOf: URL(filePath: "\(world.workingFolder)/a.jpg"))
    for name in ["a.jpg", "b.jpg", "red, small.jpg", "oak mug.jpg"] {
      try world.write("photos/\(name)", photo)
    }
    try world.write("list.csv", "\(Self.header)\n\(Self.row(cell))")
    let result = await world.run("import", "list.csv", "--photos", "photos", "--yes")
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(try await world.listing(1).pictures?.count == count)
  }

  @Test func `photos at URLs are fetched once`() async throws {
    let world = try TestWorld()
    let photo = try Data(contentsOf: URL(filePath: "\(world.workingFolder)/a.jpg"))
    world.spy.intercept { request in
      request.target.contains("shop.example") ? HTTPResponse(status: 200, body: Array(photo)) : nil
    }
    let urls = "https://shop.example/a.jpg?v=1, https://shop.example/w_1,h_1/나무 컵.jpg"
    try world.write("list.csv", "\(Self.header)\n\(Self.row(urls))")
    let plan = await world.run("import", "list.csv", "--dry-run")
    #expect(plan.error.contains("2 photos from shop.example would be fetched"), "\(plan.error)")
    let open = await world.run("import", "list.csv")
    #expect(open.exitCode == 2 && open.error.contains("Fetch 2 photos"), "\(open.error)")
    let result = await world.run("import", "list.csv", "--yes")
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(try await world.listing(1).pictures?.count == 2)
    let targets = world.spy.requests.map(\.target).filter { $0.contains("shop.example") }
    #expect(
      targets.count == 2 && targets.allSatisfy { $0.utf8.allSatisfy { $0 < 0x7F } }, "\(targets)")
    world.spy.reset()
    try world.write("more.csv", "\(Self.header)\n\(Self.row(urls).replacing("A-1", with: "A-2"))")
    #expect(await world.run("import", "more.csv", "--yes").exitCode == 0)
    #expect(!world.spy.requests.contains { $0.target.contains("shop.example") })
  }

  @Test(arguments: [
    ("http://127.0.0.1/a.jpg", "it is on this machine or its network"),
    ("http://192.168.0.9/a.jpg", "it is on this machine or its network"),
    ("http://[fe80::1]/a.jpg", "it is on this machine or its network"),
    ("http://localhost:8080/a.jpg", "it is on this machine or its network"),
    ("https://shop.example/none.jpg", "the answer is 404"),
    ("https://shop.example/page.jpg", "page.jpg"),
  ])
  func `a photo that cannot be fetched is a problem of its row`(
    _ url: String, _ text: String
  ) async throws {
    let world = try TestWorld()
    world.spy.intercept { request in
      if request.target.hasSuffix("none.jpg") { return HTTPResponse(status: 404) }
      return request.target.hasSuffix("page.jpg")
        ? HTTPResponse(status: 200, body: Array("<html>".utf8)) : nil
    }
    try world.write("list.csv", "\(Self.header)\n\(Self.row(url))")
    let result = await world.run("import", "list.csv", "--yes")
    #expect(result.exitCode == 2 && result.error.contains(text), "\(result.error)")
    #expect(result.error.contains("list.csv:2"), "\(result.error)")
    #expect(try world.service.listingCount == 0)
    #expect(!world.spy.requests.contains { $0.target.contains("127.0.0.1") })
  }
}
