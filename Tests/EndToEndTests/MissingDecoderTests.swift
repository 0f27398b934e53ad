import MarketTestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct MissingDecoderTests {
  /// Photos that need a decoder from a separate package, by file name.
  private static let photos = [
    "tree.heic": (fixture: "turned.heic", format: "heic", package: "heif-gdk-pixbuf"),
    "cup.webp": (fixture: "alpha.webp", format: "webp", package: "webp-pixbuf-loader"),
  ]

  /// Runs the program with the built-in decoders of gdk-pixbuf only.
  private static func market(
    _ sandbox: Sandbox, _ arguments: String...
  ) async throws -> CommandResult {
    for (name, photo) in photos {
      try sandbox.write(Fixture.bytes("photos/\(photo.fixture)"), to: name)
    }
    try sandbox.write("# No decoders.\n", to: "loaders.cache")
    return try await sandbox.market(
      arguments, ["GDK_PIXBUF_MODULE_FILE": "\(sandbox.folder)/loaders.cache"])
  }

  @Test func `an error names the package of a missing decoder, and other photos are prepared`()
    async throws
  {
    try await Sandbox.run { sandbox in
      let result = try await Self.market(
        sandbox, "photo", "prepare", "tree.heic", "cup.webp", "front.jpg", "--fields", "output")
      #expect(result.exitCode == 6)
      for (name, photo) in Self.photos {
        let problem = "this machine cannot read \(photo.format); install \(photo.package)"
        #expect(result.error.contains("\(name): \(problem)"), "\(result.error)")
      }
      #expect(result.output == "prepared/front.jpg\n")
    }
  }

  @Test func `add reports a missing decoder before it sends anything`() async throws {
    try await Sandbox.run { sandbox in
      let result = try await Self.market(
        sandbox, "add", "--name", "Oak tree", "--price", "12000", "--currency", "KRW",
        "--description", "Turned from one piece.", "--image", "tree.heic", "front.jpg")
      #expect(result.exitCode == 2)
      #expect(
        result.error.contains("tree.heic: this machine cannot read heic; install heif-gdk-pixbuf"),
        "\(result.error)")
      let list = try await sandbox.market(["list", "--format", "jsonl", "--fields", "name"])
      #expect(!list.output.contains("Oak tree"))
    }
  }

  @Test func `the same photos are prepared if the decoders are installed`() async throws {
    try await Sandbox.run { sandbox in
      for (name, photo) in Self.photos {
        try sandbox.write(Fixture.bytes("photos/\(photo.fixture)"), to: name)
      }
      let result = try await sandbox.market(
        ["photo", "prepare", "tree.heic", "cup.webp", "--fields", "output"])
      #expect(result.exitCode == 0, "\(result.error)")
      #expect(result.output == "prepared/tree.jpg\nprepared/cup.jpg\n")
    }
  }
}
