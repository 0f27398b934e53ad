import MarketTestSupport
import Testing

@Suite struct MissingDecoderTests {
  /// Photos whose decoders are in separate packages, and these packages.
  private static let packages = [
    "tree.heic": ("turned.heic", "heic", "heif-gdk-pixbuf"),
    "cup.webp": ("alpha.webp", "webp", "webp-pixbuf-loader"),
  ]

  /// Runs the program with the built-in decoders of gdk-pixbuf only.
  private static func market(
    _ sandbox: Sandbox, _ arguments: String...
  ) async throws -> CommandResult {
    for (name, (fixture, _, _)) in packages {
      try sandbox.write(Fixture.bytes("photos/\(fixture)"), to: name)
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
      for (name, (_, format, package)) in Self.packages {
        #expect(
          result.error.contains("\(name): this machine cannot read \(format); install \(package)"),
          "\(result.error)")
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
      for (name, (fixture, _, _)) in Self.packages {
        try sandbox.write(Fixture.bytes("photos/\(fixture)"), to: name)
      }
      let result = try await sandbox.market(
        ["photo", "prepare", "tree.heic", "cup.webp", "--fields", "output"])
      #expect(result.exitCode == 0, "\(result.error)")
      #expect(result.output == "prepared/tree.jpg\nprepared/cup.jpg\n")
    }
  }
}
