// swift-tools-version: 6.2
// A package as a newcomer writes it beside the library; scripts/newcomer builds and runs it.
import PackageDescription

let package = Package(
  name: "Newcomer",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "OpenMarket", path: "../..")],
  targets: [
    .executableTarget(
      name: "Newcomer",
      dependencies: [
        .product(name: "OpenMarketClient", package: "OpenMarket"),
        .product(name: "MarketWire", package: "OpenMarket"),
        .product(name: "CurlTransport", package: "OpenMarket"),
        .product(name: "URLSessionTransport", package: "OpenMarket"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)])
  ])
