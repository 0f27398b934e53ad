import Dispatch
import Formatting
import Messages
import Synchronization
import TerminalKit
import Testing

@testable import Photos

@Suite(.timeLimit(.minutes(60))) struct PreparationTests {
  @Test(arguments: 1...8)
  func `photos in all orientations become upright`(number: Int) throws {
    for name in ["turned-\(number).jpg", "gps-\(number).jpg"] {
      let photo = try Preparation.prepare(try PhotoFixture.bytes(name))
      let colors = try DecodedColors(photo.bytes, photo.format)
      #expect([colors.width, colors.height] == [24, 16], "\(name)")
      #expect(colors.matches(PhotoFixture.quarters), "\(name): \(colors.quarters)")
      #expect(photo.changes.contains(.turned) == (number > 1), "\(name)")
      #expect(photo.changes.contains(.locationRemoved) == name.hasPrefix("gps"), "\(name)")
    }
  }

  @Test(arguments: ["turned-6.png", "turned-6.webp", "lossy.webp"])
  func `photos in other formats become upright, too`(name: String) throws {
    let photo = try Preparation.prepare(try PhotoFixture.bytes(name))
    let colors = try DecodedColors(photo.bytes, photo.format)
    #expect([colors.width, colors.height] == [24, 16])
    #expect(colors.matches(PhotoFixture.quarters), "\(colors.quarters)")
  }

  @Test func `a PNG whose orientation follows its pixels becomes upright`() throws {
    let plain = try PhotoFixture.bytes("plain.png")
    let turned =
      plain.dropLast(12) + PNGChunks.chunk("eXIf", EXIF.bytes(.upsideDown)) + plain.suffix(12)
    let photo = try Preparation.prepare(Array(turned))
    #expect(photo.changes.contains(.turned))
    let colors = try DecodedColors(photo.bytes, photo.format)
    #expect(colors.matches(PhotoFixture.quarters.reversed()), "\(colors.quarters)")
  }

  @Test(
    arguments: [
      ([("gAMA", [0, 0, 0xB1, 0x8F])], nil), ([("gAMA", [0, 1, 0x86, 0xA0])], 4),
      ([("gAMA", [0, 1, 0x86, 0xA0]), ("sRGB", [0])], nil), ([("cICP", [9, 16, 0, 1])], 4),
      ([("cICP", [1, 13, 0, 1])], nil),
    ] as [([(String, [UInt8])], Int?)])
  func `colors that a PNG states without a profile are reported if they are lost`(
    chunks: [(String, [UInt8])], bytes: Int?
  ) throws {
    let plain = try PhotoFixture.bytes("plain.png")
    let colored = plain[..<33] + chunks.flatMap { PNGChunks.chunk($0.0, $0.1) } + plain[33...]
    var settings = PreparationSettings()
    func dropped() throws -> [PhotoWarning] {
      try Preparation.prepare(Array(colored), settings: settings).warnings.filter {
        if case .profileDropped = $0 { true } else { false }
      }
    }
    #expect(try dropped() == [])
    settings.longSide = 20
    #expect(try dropped() == (bytes.map { [.profileDropped(bytes: $0)] } ?? []))
  }

  @Test func `a HEIC is not rotated twice`() throws {
    let plain = try Preparation.prepare(try PhotoFixture.bytes("plain.heic"))
    #expect(try DecodedColors(plain.bytes, plain.format).matches(PhotoFixture.quarters))
    let turned = try Preparation.prepare(try PhotoFixture.bytes("turned.heic"))
    let colors = try DecodedColors(turned.bytes, turned.format)
    #expect([colors.width, colors.height] == [96, 128])
    let quarters = PhotoFixture.quarters
    #expect(colors.matches([quarters[2], quarters[0], quarters[3], quarters[1]]))
    #expect(turned.changes.first == .turned)
  }

  @Test func `a photo that meets the settings keeps its pixels and loses its metadata`() throws {
    let bytes = try PhotoFixture.bytes("located.jpg")
    let photo = try Preparation.prepare(bytes)
    #expect(photo.bytes == (try MetadataStripper.strip(bytes).bytes))
    #expect(photo.changes == [.locationRemoved])
    #expect(photo.keepsPixels)
    #expect(photo.warnings.isEmpty)
    let second = try Preparation.prepare(photo.bytes)
    #expect(second.bytes == photo.bytes)
    #expect(second.changes.isEmpty)
  }

  @Test(arguments: [UInt8(0xDB), 0xC9])
  func `a JPEG that the decoder rejects is an error even if its pixels would be kept`(
    marker: UInt8
  ) throws {
    var bytes = try PhotoFixture.bytes("turned-1.jpg")
    if marker == 0xDB {
      // Remove the quantization tables.
      while let place = bytes.indices.dropLast().first(where: {
        bytes[$0] == 0xFF && bytes[$0 + 1] == marker
      }) {
        let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
        bytes.removeSubrange(place..<place + 2 + length)
      }
    } else {
      // Mark the frame as lossless with arithmetic coding.
      let place = try #require(
        bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
      bytes[place + 1] = 0xCB
    }
    #expect(throws: PhotoError.self) { try Preparation.prepare(bytes) }
  }

  @Test func `a removed location is reported for formats that are encoded again, too`() throws {
    let located = try Preparation.prepare(try PhotoFixture.bytes("turned-6.webp"))
    #expect(located.changes.last == .locationRemoved)
    let plain = try Preparation.prepare(try PhotoFixture.bytes("plain.heic"))
    #expect(plain.changes.last == .metadataRemoved)
  }

  @Test func `a transparent photo that is encoded again is drawn on the background`() throws {
    let bytes = try PhotoFixture.bytes("alpha.webp")
    var settings = PreparationSettings()
    let white = try Preparation.prepare(bytes, settings: settings)
    #expect(white.changes.contains(.flattened))
    #expect(try DecodedColors(white.bytes, white.format).matches([[255, 255, 255]]))
    settings.background = RGBColor(red: 10, green: 200, blue: 90)
    let green = try Preparation.prepare(bytes, settings: settings)
    #expect(try DecodedColors(green.bytes, green.format).matches([[10, 200, 90]]))
  }

  @Test func `a small transparent PNG is unchanged`() throws {
    let bytes = try PhotoFixture.bytes("alpha.png")
    #expect(try Preparation.prepare(bytes).bytes == bytes)
  }

  @Test(
    arguments: [
      ("deep.png", .roundedTo8Bits), ("deep-alpha.png", .roundedTo8Bits),
      ("cmyk.jpg", .convertedFromCMYK),
      ("moving.webp", .firstFrameOnly),
      ("moving.png", .firstFrameOnly), ("plain.png", .small(longSide: 24, below: 500)),
    ] as [(String, PhotoWarning)])
  func `unexpected effects cause warnings`(name: String, warning: PhotoWarning) throws {
    let photo = try Preparation.prepare(try PhotoFixture.bytes(name))
    #expect(photo.warnings.contains(warning))
    let header = try PhotoHeader.read(photo.bytes)
    #expect(header.bitDepth == 8 && !header.isAnimated && header.color != .cmyk)
  }

  @Test(
    arguments: [
      (860, 9_000, [.narrow(width: 153)]), (9_000, 860, [.flat(height: 153)]), (860, 1_200, []),
      (3_000, 1_000, []), (300, 1_500, []),
    ] as [(Int, Int, [PhotoWarning])])
  func `a long picture that becomes a strip causes a warning`(
    width: Int, height: Int, warnings: [PhotoWarning]
  ) throws {
    let photo = try Preparation.prepare(
      try PhotoFixture.large(width: width, height: height, quality: 80))
    #expect(photo.warnings == warnings)
  }

  @Test func `a transparent image of 16 bits is drawn on the background, too`() throws {
    let photo = try Preparation.prepare(try PhotoFixture.bytes("deep-alpha.png"))
    #expect(photo.changes.contains(.flattened))
    let colors = try DecodedColors(photo.bytes, photo.format)
    #expect(colors.quarters == [[255, 255, 255], [200, 40, 60], [30, 40, 210], [200, 40, 60]])
  }

  @Test func `a photo of 48 megapixels fits and is decoded at a quarter of its size`() throws {
    let bytes = try PhotoFixture.large(width: 8_064, height: 6_048, quality: 80)
    let header = try PhotoHeader.read(bytes)
    #expect(Preparation.memory(for: header, bytes: bytes.count) < 2 * bytes.count + 50_000_000)
    let photo = try Preparation.prepare(bytes)
    #expect([photo.width, photo.height] == [1_600, 1_200])
    #expect(photo.bytes.count <= 300_000)
  }

  @Test func `a color profile of 900 KB is dropped with a warning`() throws {
    let bytes = try PhotoFixture.withProfile(of: 900_000, into: "cmyk.jpg")
    #expect(bytes.count > 900_000)
    let photo = try Preparation.prepare(bytes)
    #expect(photo.bytes.count < 10_000)
    #expect(
      photo.warnings.contains {
        if case .profileDropped(let bytes) = $0 { bytes >= 900_000 } else { false }
      })
    #expect(photo.warnings.contains(.convertedFromCMYK))
    #expect(try PhotoFixture.profile(of: photo) == nil)
    #expect(try DecodedColors(photo.bytes, photo.format).matches(PhotoFixture.quarters, within: 60))
  }

  @Test func `the color profile of a phone is kept`() throws {
    let bytes = try PhotoFixture.bytes("display-p3.jpg")
    let photo = try Preparation.prepare(bytes)
    #expect(photo.changes.contains(.turned) && photo.changes.contains(.locationRemoved))
    #expect(try PhotoFixture.profile(of: photo) == (try PhotoFixture.profile(bytes, .jpeg)))
    #expect(photo.warnings == [])
  }

  @Test func `graphics that are encoded again stay PNG`() throws {
    let deep = try Preparation.prepare(try PhotoFixture.bytes("deep.png"))
    #expect(deep.format == .png)
    #expect(deep.changes == [.reencoded(quality: nil)])
    #expect(try DecodedColors(deep.bytes, .png).quarters[0] == [200, 40, 60])
  }

  @Test func `a photo of 12 megapixels fits at the best possible quality`() throws {
    let bytes = try PhotoFixture.large(width: 4_032, height: 3_024)
    let photo = try Preparation.prepare(bytes)
    #expect([photo.width, photo.height] == [1_600, 1_200])
    #expect(photo.bytes.count <= 300_000)
    #expect(photo.bytes.count > 240_000)
    #expect(photo.changes.first == .scaled(fromWidth: 4_032, fromHeight: 3_024))
    #expect(try Preparation.prepare(bytes) == photo)
  }

  @Test func `a photo that does not fit at the lowest quality is scaled down`() throws {
    var settings = PreparationSettings()
    settings.byteLimit = 20_000
    let photo = try Preparation.prepare(
      try PhotoFixture.large(width: 1_000, height: 800), settings: settings)
    #expect(photo.bytes.count <= 20_000)
    #expect(photo.width < 1_000)
    #expect(abs(Double(photo.width) / Double(photo.height) - 1.25) < 0.02)
  }

  @Test func `a photo that cannot fit is an error with sizes`() throws {
    var settings = PreparationSettings()
    settings.byteLimit = 100
    let bytes = try PhotoFixture.bytes("progressive.jpg")
    let error = #expect(throws: PhotoError.self) {
      try Preparation.prepare(bytes, settings: settings)
    }
    guard case .cannotFit(let smallest, 100) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(smallest > 100)
  }

  @Test func `a photo is never enlarged, and a thin one keeps at least one pixel`() throws {
    let strip = try PhotoFixture.largePNG(width: 5_000, height: 1)
    let photo = try Preparation.prepare(strip)
    #expect([photo.width, photo.height] == [1_600, 1])
    let small = try Preparation.prepare(try PhotoFixture.bytes("turned-3.jpg"))
    #expect([small.width, small.height] == [24, 16])
  }

  @Test(arguments: [
    "truncated.jpg", "truncated.png", "truncated.heic", "text.jpg", "half-rows.png", "empty.jpg",
  ])
  func `damaged files are rejected`(name: String) throws {
    let bytes = try PhotoFixture.bytes(name)
    #expect(throws: PhotoError.self) { try Preparation.prepare(bytes) }
    #expect(throws: PhotoError.self) { try Thumbnail.make(from: bytes) }
  }

  @Test func `a small color profile is kept in a photo that is encoded again`() throws {
    let located = try PhotoFixture.bytes("located.jpg")
    var settings = PreparationSettings()
    settings.longSide = 20
    for name in ["located.jpg", "profiled.webp", "profiled.png"] {
      let photo = try Preparation.prepare(try PhotoFixture.bytes(name), settings: settings)
      let kept = try #require(try PhotoFixture.profile(of: photo), "\(name)")
      #expect(kept == (try PhotoFixture.profile(located, .jpeg)), "\(name)")
      #expect(photo.warnings == [.small(longSide: 20, below: 500)])
    }
    let large = try Preparation.prepare(
      try PhotoFixture.bytes("large-profile.jpg"), settings: settings)
    #expect(try PhotoFixture.profile(of: large) == nil)
    #expect(large.warnings.contains(.profileDropped(bytes: 20_588)))
  }

  @Test func `the key depends on the bytes and the settings`() throws {
    let (one, other) = (try PhotoFixture.bytes("plain.png"), try PhotoFixture.bytes("alpha.png"))
    var settings = PreparationSettings()
    #expect(Preparation.key(for: one) == Preparation.key(for: one, settings: settings))
    #expect(Preparation.key(for: one) != Preparation.key(for: other))
    settings.byteLimit -= 1
    #expect(Preparation.key(for: one) != Preparation.key(for: one, settings: settings))
    #expect(Preparation.key(for: one).count == 64)
  }

  @Test func `the memory estimate is lower for a scaled JPEG`() throws {
    let baseline = try PhotoHeader.read(try PhotoFixture.bytes("bomb.jpg"))
    #expect(Preparation.memory(for: baseline, bytes: 0) < 250_000_000)
    let small = try PhotoHeader.read(try PhotoFixture.bytes("progressive.jpg"))
    #expect(Preparation.memory(for: small, bytes: 1_000) == 2_002_000 + (6 + 3) * 640 * 480)
  }

  @Test func `concurrent preparations give the same results`() throws {
    let names = try PhotoFixture.names()
    let alone = names.map { try? Preparation.prepare(try PhotoFixture.bytes($0)).bytes }
    let files = try names.map(PhotoFixture.bytes)
    let wrong = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 4 * names.count) { index in
      let place = index % names.count
      let bytes = try? Preparation.prepare(files[place]).bytes
      if bytes != alone[place] { wrong.withLock { $0.append(names[place]) } }
    }
    #expect(wrong.withLock { $0 } == [])
  }

  @Test func `the summary is one line`() throws {
    let turned = try Preparation.prepare(try PhotoFixture.bytes("turned-6.jpg"))
    #expect(
      turned.summary(name: "a.jpg").english
        == "a.jpg  24×16 773 bytes → 24×16 \(turned.bytes.count) bytes jpeg q92, turned, "
        + "metadata removed")
    let located = try Preparation.prepare(try PhotoFixture.bytes("located.jpg"))
    #expect(
      located.summary(name: "b.jpg").english
        == "b.jpg  640×480 7 KB → 640×480 6 KB jpeg, location data removed")
    let same = try Preparation.prepare(try PhotoFixture.bytes("plain.png"))
    #expect(same.summary(name: "c.png").english == "c.png  24×16 107 bytes, sent unchanged")
  }
}
