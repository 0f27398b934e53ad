import Foundation
import ListingChanges
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Photos
import TerminalKit
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct PhotoSaveTests {
  private static func bytes(_ world: TestWorld, _ name: String) -> Data? {
    FileManager.default.contents(atPath: "\(world.workingFolder)/\(name)")
  }

  @Test func `pictures of own and other listings are saved unchanged`() async throws {
    let world = try TestWorld()
    let own = try await world.add(
      "은하 머그 — 2개/세트", price: "12000", "--image", "b.jpg", "--code", "MUG-01")
    let other = try await world.addToOtherShop("Pine bowl")
    let result = await world.run("photo", "save", "@MUG-01", "\(other)", "--out", "down/here")
    #expect(result.exitCode == 0, "\(result.error)")
    let names = [
      "\(own)-은하-머그-2개-세트-1.jpg", "\(own)-은하-머그-2개-세트-2.jpg", "\(other)-pine-bowl-1.jpg",
    ]
    let original = try MetadataStripper.strip(try Fixture.bytes("photos/turned-1.jpg"))
    for name in names {
      let saved = try #require(Self.bytes(world, "down/here/\(name)"), "\(name)")
      #expect(saved.starts(with: [0xFF, 0xD8]))
    }
    // The photo of the other shop was sent without preparation; a market removes its metadata.
    #expect(Self.bytes(world, "down/here/\(names[2])") == Data(original.bytes))
    let rows = result.output.split(separator: "\n").map {
      $0.split(separator: "\t").map(String.init)
    }
    #expect(rows.map { $0[2] } == names.map { "down/here/\($0)" })
    #expect(rows.allSatisfy { $0[4] == "saved" })
  }

  @Test func `a filter saves the pictures it finds, and a second run saves none`() async throws {
    let world = try TestWorld()
    _ = try await world.add("Oak mug")
    _ = try await world.add("Ash bowl")
    _ = try await world.addToOtherShop()
    let first = await world.run("photo", "save", "--mine", "--fields", "file,done")
    #expect(first.output.split(separator: "\n").count == 2, "\(first)")
    let second = await world.run("photo", "save", "--mine", "--fields", "done")
    #expect(second.exitCode == 0)
    #expect(second.output == "already there\nalready there\n")
  }

  @Test func `an existing file is not overwritten`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "12000", "--image", "b.jpg")
    try world.write("\(id)-oak-mug-2.jpg", "mine")
    let result = await world.run("photo", "save", "\(id)")
    #expect(result.ends(with: 6, saying: "\(id)-oak-mug-2.jpg: the file exists"))
    #expect(result.error.contains("1 of 2 saved, 1 failed"))
    #expect(Self.bytes(world, "\(id)-oak-mug-2.jpg") == Data("mine".utf8))
  }

  @Test func `an invalid or missing picture is reported, and the others are saved`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "12000", "--image", "b.jpg", "a.jpg")
    let pictures = try #require(try await world.listing(id).pictures)
    world.spy.intercept { request in
      if request.target.hasSuffix(Self.path(pictures[0].url)) {
        return HTTPResponse(status: 200, body: Array("<!doctype html><p>".utf8))
      }
      return request.target.hasSuffix(Self.path(pictures[1].url)) ? HTTPResponse(status: 404) : nil
    }
    let result = await world.run("photo", "save", "\(id)")
    #expect(result.exitCode == 6)
    #expect(
      result.error.contains("Oak mug, photo 1: the market sent a web page instead of a photo\n"))
    #expect(result.error.contains("Oak mug, photo 2: the market no longer has it"))
    #expect(Self.bytes(world, "\(id)-oak-mug-3.jpg") != nil)
  }

  private static func path(_ url: String) -> String {
    url.split(separator: "/").suffix(3).joined(separator: "/")
  }

  @Test func `an unreachable market stops the run with the rest and a suggestion`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "12000", "--image", "b.jpg", "a.jpg")
    world.spy.fail { $0.target.contains("/pictures/") }
    let result = await world.run("photo", "save", "\(id)", "--out", "down")
    #expect(result.ends(with: 5, saying: "0 of 3 saved, 1 failed, 2 left"))
    #expect(result.error.contains("try: market photo save \(id) --out down"))
  }

  @Test func `Ctrl-C keeps the saved files`() async throws {
    let world = try TestWorld()
    for number in 1...8 { _ = try await world.add("Mug \(number)") }
    world.spy.afterResponse { [weak world] request in
      if request.target.contains("/pictures/") { world?.interrupt() }
    }
    let result = await world.run("photo", "save", "--mine")
    #expect(result.ends(with: 130, saying: "stopped: "))
    #expect(result.error.contains("try: market photo save --mine"))
    let files = try FileManager.default.contentsOfDirectory(atPath: world.workingFolder)
    #expect(files.filter { $0.contains("-mug-") }.count < 8)
    #expect(files.allSatisfy { !$0.hasSuffix(".part") })
  }

  @Test func `a missing listing is exit 3, and no target is exit 2`() async throws {
    let world = try TestWorld()
    #expect(await world.run("photo", "save", "999").exitCode == 3)
    #expect(await world.run("photo", "save").exitCode == 2)
  }

  @Test(
    arguments: [
      ("Oak mug", "oak-mug"), ("../../etc/passwd", "etc-passwd"),
      ("a\0b\nc\u{1B}[31m", "a-b-c-31m"),
      ("은하 머그", "은하-머그"), ("\u{202E}gpj.exe", "gpj-exe"), ("🙂", ""), ("❤️ mug", "mug"),
      (" - ", ""), ("CON", "con"), ("$(rm -rf ~)", "rm-rf"), ("Café", "café"),
      ("Cafe\u{301}", "café"), ("\u{3164}\u{FE0F}", ""),
    ])
  func `a name becomes part of a safe file name`(_ name: String, _ slug: String) {
    #expect(PictureName.slug(name) == slug)
  }

  @Test(arguments: [
    String(repeating: "가", count: 300), "a" + String(repeating: "\u{301}", count: 500),
  ])
  func `a long name is truncated between letters`(_ name: String) {
    let slug = PictureName.slug(name)
    #expect(slug.utf8.count <= 120)
    #expect(slug.isEmpty || name.hasPrefix(slug))
  }
}
