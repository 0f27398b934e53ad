// swift-tools-version: 6.2
// The package: an executable `market` and the libraries that a Swift developer may take from it.
// It names no package dependency; C libraries come from the system (see scripts/setup).
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .treatAllWarnings(as: .error),
]

/// For modules that take much of the suite's time: they are optimized in debug builds, too. None of
/// them is part of a library, so that no other package meets an unsafe flag.
let optimized: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// A module of `Sources/` with what it may import: the arrows of the map in ARCHITECTURE.md.
func module(
  _ name: String, _ dependencies: [String] = [], exclude: [String] = [],
  _ more: [SwiftSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies.map { .byName(name: $0) }, exclude: exclude,
    swiftSettings: settings + more)
}

/// The tests of one module, which may also use the shared support.
func tests(of name: String, _ dependencies: [String] = []) -> Target {
  .testTarget(
    name: "\(name)Tests",
    dependencies: ([name, "MarketTestSupport"] + dependencies).map { .byName(name: $0) },
    swiftSettings: settings)
}

/// A C library of the system, seen by one module only.
///
/// - Parameter pkgConfig: the name of its flags, only if it needs some: SwiftPM warns each user of a
///   library product who lacks it.
func system(_ name: String, pkgConfig: String? = nil, apt: String, brew: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/\(name)", pkgConfig: pkgConfig,
    providers: [.apt([apt]), .brew([brew])])
}

let package = Package(
  name: "OpenMarket",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "market", targets: ["market"]),
    .library(name: "OpenMarketClient", targets: ["OpenMarketClient"]),
    .library(name: "CurlTransport", targets: ["CurlTransport"]),
    .library(name: "URLSessionTransport", targets: ["URLSessionTransport"]),
    .library(name: "MarketWire", targets: ["MarketWire"]),
  ],
  targets: [
    // C
    system("CSQLite", apt: "libsqlite3-dev", brew: "sqlite"),
    system("CCrypto", apt: "libssl-dev", brew: "openssl"),
    system("CCurl", apt: "libcurl4-openssl-dev", brew: "curl"),
    system(
      "CMicroHTTPD", apt: "libmicrohttpd-dev", brew: "libmicrohttpd"),
    system(
      "CGdkPixbuf", pkgConfig: "gdk-pixbuf-2.0", apt: "libgdk-pixbuf-2.0-dev", brew: "gdk-pixbuf"),
    system("CChafa", pkgConfig: "chafa", apt: "libchafa-dev", brew: "chafa"),
    system("CZip", apt: "libzip-dev", brew: "libzip"),
    system("CZlib", apt: "zlib1g-dev", brew: "zlib"),
    system("CExpat", apt: "libexpat1-dev", brew: "expat"),
    system(
      "CXlsxWriter", apt: "libxlsxwriter-dev", brew: "libxlsxwriter"),
    system("CQRCode", apt: "libqrencode-dev", brew: "qrencode"),
    system("CMarkdown", apt: "libcmark-dev", brew: "cmark"),
    system("CPostgreSQL", apt: "libpq-dev", brew: "libpq"),
    .target(name: "CSamples"),
    .target(name: "CCatalogs"),
    // For the program only; see its header.
    .target(name: "CLazyLibraries"),

    // Layer 0
    module("Base"),
    module("MarketWire"),
    module("Messages", ["CCatalogs"], exclude: ["Catalogs"]),
    module("Formatting", ["MarketWire", "Messages"]),
    // Below the rest of layer 0: it owns the sanitizing of untrusted text, which both need.
    module("TerminalKit", ["Messages", "Base", "Formatting"], optimized),
    module("SQLite", ["CSQLite"]),
    module("Digest", ["CCrypto"]),

    // Layer 1
    module("OpenMarketClient", ["MarketWire", "Base"]),
    module("MarketServer", ["MarketWire", "CMicroHTTPD", "Base"]),
    module("DiskCache", ["Digest"]),
    module("Photos", ["Messages", "DiskCache", "Digest", "CGdkPixbuf", "Formatting"]),
    module("CommandLanguage", ["Messages", "MarketWire", "Formatting"], optimized),
    module("MarketRender", ["Messages", "MarketWire", "TerminalKit", "Formatting"]),
    module("LineEditor", ["Messages", "TerminalKit"]),

    // Layer 2
    module(
      "MarketService",
      ["Photos", "Digest", "MarketWire", "CSamples", "CZlib", "CMarkdown", "Base", "Formatting"]),
    module("CurlTransport", ["OpenMarketClient", "MarketWire", "CCurl", "Base"]),
    module("URLSessionTransport", ["OpenMarketClient", "MarketWire"]),
    module("SellerFiles", ["CommandLanguage", "MarketWire", "Messages", "Base", "SQLite"]),
    module(
      "ScreenPictures",
      [
        "OpenMarketClient", "Photos", "TerminalKit", "DiskCache", "MarketWire", "Messages", "Base",
        "CChafa", "CQRCode", "Formatting",
      ]),
    module("Batches", ["OpenMarketClient", "MarketWire", "SQLite", "Digest", "Base"]),
    module("SheetFiles", ["MarketWire", "Messages", "CZip", "CExpat", "CXlsxWriter"]),

    // Layer 2b
    module(
      "SellerSession",
      [
        "Batches", "ScreenPictures", "CommandLanguage", "OpenMarketClient", "MarketRender",
        "LineEditor", "Photos", "DiskCache", "Digest", "MarketWire", "Messages", "TerminalKit",
        "Base", "Formatting", "SellerFiles",
      ]),

    // Layer 2c
    module(
      "ListingChanges",
      [
        "SellerSession", "Batches", "CommandLanguage", "OpenMarketClient",
        "MarketRender", "MarketWire", "Messages", "TerminalKit", "Base", "Formatting", "Photos",
      ]),

    module(
      "TableImport",
      [
        "ListingChanges", "SheetFiles", "SellerSession", "Batches", "CommandLanguage",
        "OpenMarketClient", "MarketRender", "Photos", "Digest", "MarketWire", "Messages", "Base",
        "Formatting", "SellerFiles", "DiskCache",
      ]),

    module(
      "FullScreen",
      [
        "CommandLanguage", "Formatting", "LineEditor", "MarketRender", "MarketWire", "Messages",
        "OpenMarketClient", "ScreenPictures", "SellerSession", "TerminalKit",
      ]),

    module(
      "MarketStores",
      [
        "CPostgreSQL", "Digest", "MarketWire", "SQLite", "MarketService", "Base",
      ]),

    // Layer 3: neither imports the other.
    module(
      "Prompt",
      [
        "CommandLanguage", "LineEditor", "MarketRender", "Photos", "MarketWire", "Messages",
        "TerminalKit", "Formatting", "SellerFiles",
      ]),
    module(
      "MarketCommands",
      [
        "TableImport", "SheetFiles", "ListingChanges", "SellerSession", "Batches",
        "ScreenPictures", "CommandLanguage", "OpenMarketClient", "MarketRender", "Photos", "Digest",
        "MarketWire", "Messages", "TerminalKit", "Base", "Formatting", "SellerFiles", "FullScreen",
      ]),
    module(
      "ShellCommands",
      [
        "ListingChanges", "SellerSession", "ScreenPictures", "CommandLanguage", "MarketRender",
        "LineEditor", "Photos", "DiskCache", "MarketWire", "Messages", "TerminalKit", "Base",
        "Formatting", "OpenMarketClient", "SellerFiles",
      ]),

    // Layer 4
    module(
      "MarketShell",
      [
        "MarketCommands", "ShellCommands", "ListingChanges", "SellerSession", "Prompt", "Batches",
        "ScreenPictures", "CommandLanguage", "OpenMarketClient", "MarketRender",
        "LineEditor", "MarketWire", "Messages", "TerminalKit", "Formatting", "SellerFiles",
        "FullScreen", "Base",
      ]),
    .executableTarget(
      name: "market",
      dependencies: [
        "MarketShell", "SellerSession", "MarketService", "MarketServer", "SQLite",
        "CurlTransport", "OpenMarketClient", "Photos", "TerminalKit", "MarketWire", "Messages",
        "CLazyLibraries", "Base", "MarketStores",
      ],
      swiftSettings: settings),

    // Tests
    .target(
      name: "MarketTestSupport",
      dependencies: [
        "CommandLanguage", "LineEditor", "MarketWire", "Messages", "OpenMarketClient",
        "TerminalKit", "Formatting",
      ],
      path: "Tests/MarketTestSupport",
      swiftSettings: settings + optimized),
    .target(
      name: "StoreTestSupport",
      dependencies: [
        "MarketWire", "SQLite", "MarketStores",
      ],
      path: "Tests/StoreTestSupport",
      swiftSettings: settings),
    tests(of: "MarketWire"),
    tests(of: "Messages"),
    tests(of: "TerminalKit", ["Messages", "Formatting"]),
    tests(of: "SQLite"),
    tests(of: "Digest"),
    tests(of: "Base"),
    tests(of: "OpenMarketClient", ["MarketWire"]),
    tests(of: "MarketServer", ["MarketWire"]),
    tests(of: "Formatting", ["MarketWire", "Messages"]),
    tests(of: "DiskCache", ["MarketWire"]),
    tests(of: "Photos", ["Messages", "DiskCache", "TerminalKit", "CGdkPixbuf", "Formatting"]),
    tests(of: "CommandLanguage", ["Messages", "MarketWire"]),
    tests(of: "MarketRender", ["Messages", "MarketWire", "TerminalKit", "Formatting"]),
    tests(of: "LineEditor", ["Messages", "TerminalKit"]),
    tests(
      of: "MarketService",
      [
        "MarketWire", "MarketServer", "Photos", "OpenMarketClient", "CurlTransport",
        "SQLite", "StoreTestSupport", "MarketStores",
      ]),
    tests(of: "Batches", ["Digest", "MarketWire", "OpenMarketClient", "SQLite", "Base"]),
    tests(of: "SheetFiles", ["MarketWire", "Messages"]),
    tests(of: "CurlTransport", ["OpenMarketClient", "MarketWire"]),
    tests(of: "URLSessionTransport", ["OpenMarketClient", "MarketWire"]),
    tests(of: "SellerFiles", ["CommandLanguage", "MarketWire", "Messages", "Base", "SQLite"]),
    tests(
      of: "ScreenPictures",
      [
        "OpenMarketClient", "TerminalKit", "DiskCache", "MarketWire", "Photos", "Formatting",
      ]),
    tests(
      of: "Prompt",
      [
        "CommandLanguage", "LineEditor", "MarketShell", "ShellCommands", "SellerSession",
        "MarketRender", "MarketWire", "Messages", "TerminalKit", "Formatting", "SellerFiles",
      ]),
    tests(
      of: "MarketShell",
      [
        "MarketCommands", "ShellCommands", "Prompt", "ListingChanges", "SellerSession", "Batches",
        "ScreenPictures", "MarketService", "OpenMarketClient",
        "CommandLanguage", "MarketRender", "LineEditor", "DiskCache", "MarketWire", "Messages",
        "Photos", "SQLite", "TerminalKit", "Base", "Formatting", "SellerFiles", "FullScreen",
        "MarketStores",
      ]),
    tests(
      of: "FullScreen",
      [
        "CommandLanguage", "Formatting", "LineEditor", "MarketRender", "MarketWire", "Messages",
        "OpenMarketClient", "ScreenPictures", "SellerSession", "TerminalKit",
      ]),
    tests(of: "MarketStores", ["MarketService", "MarketWire", "SQLite", "StoreTestSupport"]),
    tests(of: "SellerSession", ["DiskCache", "MarketWire", "OpenMarketClient"]),
    // A program for scripts/bench.
    .executableTarget(
      name: "ReadSheet", dependencies: ["SheetFiles"], path: "Tests/ReadSheet",
      swiftSettings: settings),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "market", "MarketTestSupport", "MarketShell", "ShellCommands", "SellerSession",
        "CommandLanguage", "MarketWire", "Messages", "OpenMarketClient", "CurlTransport", "SQLite",
        "StoreTestSupport", "MarketServer", "Photos", "TerminalKit", "Base",
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

#if os(Linux)
  // The whole system under one seed, for scripts/simulate.
  package.targets.append(
    .executableTarget(
      name: "Simulator",
      dependencies: [
        "MarketShell", "SellerSession", "MarketService", "MarketStores", "OpenMarketClient",
        "MarketWire", "Messages", "TerminalKit", "SQLite", "Base", "StoreTestSupport",
      ],
      path: "Tests/Simulator", swiftSettings: settings))
  // What reads bytes from others, for scripts/fuzz.
  package.targets.append(
    .executableTarget(
      name: "Fuzzer",
      dependencies: [
        "CommandLanguage", "MarketServer", "MarketService", "MarketShell", "MarketStores",
        "MarketWire", "Photos", "SellerFiles", "SheetFiles", "CZip",
      ],
      path: "Tests/Fuzzer", swiftSettings: settings))
#endif
