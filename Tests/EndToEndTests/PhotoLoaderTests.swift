/// A machine where a decoder is missing: the photo is named with the package that brings it.
import MarketTestSupport
import Testing

@Suite struct PhotoLoaderTests {
  /// Photos whose decoders are packages of their own, and those packages.
  private static let packages = [
    "tree.heic": ("turned.heic", "heic", "heif-gdk-pixbuf"),
    "cup.webp": ("alpha.webp", "webp", "webp-pixbuf-loader"),
  ]

  /// Runs market where gdk-pixbuf finds no decoder but those that are built into it.
  private static func market(
    _ place: Workplace, _ arguments: String...
  ) async throws -> CommandResult {
    for (name, (fixture, _, _)) in packages {
      try place.write(Fixture.bytes("photos/\(fixture)"), to: name)
    }
    try place.write("# No decoders.\n", to: "loaders.cache")
    return try await place.market(
      arguments, ["GDK_PIXBUF_MODULE_FILE": "\(place.folder)/loaders.cache"])
  }

  @Test func `a missing decoder is named by its package, and other photos are done`() async throws {
    try await Workplace.lend { place in
      let result = try await Self.market(
        place, "photo", "prepare", "tree.heic", "cup.webp", "front.jpg", "--fields", "output")
      #expect(result.exitCode == 6)
      for (name, (_, format, package)) in Self.packages {
        #expect(
          result.error.contains("\(name): this machine cannot read \(format); install \(package)"),
          "\(result.error)")
      }
      #expect(result.output == "prepared/front.jpg\n")
    }
  }

  @Test func `add says it before anything is sent`() async throws {
    try await Workplace.lend { place in
      let result = try await Self.market(
        place, "add", "--name", "Oak tree", "--price", "12000", "--currency", "KRW",
        "--description", "Turned from one piece.", "--image", "tree.heic", "front.jpg")
      #expect(result.exitCode == 2)
      #expect(
        result.error.contains("tree.heic: this machine cannot read heic; install heif-gdk-pixbuf"),
        "\(result.error)")
      let list = try await place.market(["list", "--format", "jsonl", "--fields", "name"])
      #expect(!list.output.contains("Oak tree"))
    }
  }

  @Test func `with its decoders the same photos are prepared`() async throws {
    try await Workplace.lend { place in
      for (name, (fixture, _, _)) in Self.packages {
        try place.write(Fixture.bytes("photos/\(fixture)"), to: name)
      }
      let result = try await place.market(
        ["photo", "prepare", "tree.heic", "cup.webp", "--fields", "output"])
      #expect(result.exitCode == 0, "\(result.error)")
      #expect(result.output == "prepared/tree.jpg\nprepared/cup.jpg\n")
    }
  }
}
