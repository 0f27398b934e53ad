public import CommandLanguage
import MarketRender
import Messages
import SellerSession
import TerminalKit

/// A value of `--limits` and `--extensions`.
enum ServeChoice: String, ChoiceValue {
  case on, off
}

/// A value of `--shop-window`.
enum PagesChoice: String, ChoiceValue {
  case on, noindex, off
}

extension ServeOptions.LogFormat: ChoiceValue {}

enum ServeCommand: Command {
  static let bind = Option<Text?>(
    "bind", help: "the address to listen on; by default 127.0.0.1", valueName: "address")
  static let port = Option<WholeNumber>(
    "port", help: "the port; 0 takes any free one", default: WholeNumber(8080),
    check: WholeNumber.within(0...65_535))
  static let limits = Option<ServeChoice>(
    "limits", help: "off accepts what the old server accepted", default: .on)
  static let extensions = Option<ServeChoice>(
    "extensions", help: "off answers as the old server did, to test an app", default: .on)
  static let shopWindow = Option<PagesChoice>(
    "shop-window",
    help: "pages for buyers; noindex keeps them out of search engines, off serves only the API",
    default: .on)
  static let name = Option<Text?>("name", help: "the name of the market on its pages")
  static let pages = Option<FilePath?>(
    "pages", help: "a folder with about.md, rules.md, contact.md and privacy.md, or about.ko.md",
    valueName: "folder")
  static let reportAddress = Option<Text?>(
    "report-to", help: "where buyers report a listing: a mail address or a URL",
    valueName: "address")
  static let readingOrigins = Option<[Text]>(
    "allow-origin", help: "a web app that may read, such as https://app.example",
    valueName: "origin")
  static let writingOrigins = Option<[Text]>(
    "allow-writes-from", help: "a web app that may also add and change listings",
    valueName: "origin")
  static let publicURL = Option<Text?>(
    "public-url", help: "the address in the URLs of pictures and pages, behind a proxy",
    valueName: "url")
  static let perAddress = Option<Count?>(
    "per-address", help: "the most connections from one address; by default 64",
    check: Count.within(1...512))
  static let accountListings = Option<Count>(
    "account-listings", help: "the most listings of one account", default: Count(20_000))
  static let accountBytes = Option<ByteSize>(
    "account-bytes", help: "the most bytes of pictures of one account",
    default: ByteSize(5_000_000_000))
  static let accountAdds = Option<Count>(
    "account-adds", help: "the most listings that one account adds in a minute",
    default: Count(6_000))
  static let trustedProxies = Option<[Text]>(
    "trusted-proxy", help: "a proxy, or a network of proxies, that forwards addresses of clients",
    valueName: "cidr")
  static let forwardedHeader = Option<Text?>(
    "forwarded-header", help: "the header with these addresses, X-Forwarded-For otherwise",
    valueName: "name")
  static let drain = Option<WholeNumber?>(
    "drain",
    help: """
      the seconds for which it still serves after a request to end, while its health check fails; 5 \
      behind a trusted proxy
      """, valueName: "seconds", check: WholeNumber.within(0...600))
  static let tlsCert = Option<FilePath?>(
    "tls-cert", help: "a certificate chain in PEM format; serves https")
  static let tlsKey = Option<FilePath?>("tls-key", help: "the certificate's private key")

  static let metrics = Option<AddressAndPort?>(
    "metrics", help: "where only the numbers for Prometheus are, for all who reach it")
  static let existing = Flag(
    "existing", help: "refuse a place without a market, as when a disk is not mounted")
  static let check = Flag("check", help: "check the settings and the market, and serve nothing")
  static let log = Option<ServeOptions.LogFormat>(
    "log", help: "the form of the lines about requests; combined is that of Apache and nginx",
    default: .text)

  static let spec = CommandSpec(
    "serve", aliases: ["마켓열기"], group: .market, summary: "Serve a market over HTTP",
    discussion: """
      Serves home, or the market in --data DIR, until Ctrl-C: the API for apps, and pages for \
      buyers at /. The address is the first line on stdout, each request a line on stderr. Only apps on this machine can reach it unless you \
      add --bind; secrets then need TLS, with --tls-cert and --tls-key or by a reverse proxy, \
      which a public market should have. What --check finds stops serve, too.
      """,
    effect: .changesMarkets, traits: .isNotForFiles,
    grammar: [
      bind, port, AccountAddCommand.data, limits, extensions, name, shopWindow,
      pages, reportAddress, readingOrigins, writingOrigins, publicURL, perAddress, accountListings,
      accountBytes, accountAdds, trustedProxies,
      forwardedHeader, drain, tlsCert, tlsKey, log, metrics, existing, check,
    ],
    rules: [.allOrNone([tlsCert, tlsKey])],
    examples: ["serve --port 8080", "serve --data ./class-market --bind 0.0.0.0"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    var identity: ServeOptions.IdentityFiles?
    if let certificate = input[tlsCert], let key = input[tlsKey] {
      identity = .init(
        certificate: try context.files.path(of: certificate), key: try context.files.path(of: key))
    }
    var options = ServeOptions(
      bind: input[bind]?.value ?? "127.0.0.1", port: input[port].value,
      folder: try input[AccountAddCommand.data].map(context.files.location),
      enforcesLimits: input[limits] == .on, hasExtensions: input[extensions] == .on,
      hasShopWindow: input[shopWindow] != .off,
      publicURL: input[publicURL]?.value, connectionsPerAddress: input[perAddress]?.value,
      trustedProxies: input[trustedProxies].map(\.value),
      forwardedHeader: input[forwardedHeader]?.value, identity: identity, log: input[log])
    try readPages(input, &options, in: context)
    options.drain = input[drain]?.value
    options.metrics = input[metrics].map { .init(host: $0.host, port: $0.port) }
    options.accountBounds.listings = input[accountListings].value
    options.accountBounds.bytes = input[accountBytes].bytes
    options.accountBounds.addsPerMinute = input[accountAdds].value
    options.requiresMarket = input[existing]
    let host = context.environment.host
    if input[check] {
      let findings = await host.check(options, isWhole: true)
      for warning in findings.warnings { context.console.report("warning: \(warning)") }
      if let error = findings.error { throw error }
      return .reply("The market can be served.")
    }
    let terminal = context.environment.terminal
    try await host.serve(options) { url, warnings in
      try? terminal.write(url + "\n", to: .output)
      warn(warnings, in: context)
    } log: { line in
      try? terminal.write(line + "\n", to: .error)
    }
    return .none
  }

  /// Reads what concerns browsers: the pages for buyers, and web apps.
  private static func readPages(
    _ input: Input, _ options: inout ServeOptions, in context: CommandContext
  ) throws {
    options.isIndexed = input[shopWindow] == .on
    options.marketName = input[name]?.value
    options.pagesFolder = try input[pages].map(context.files.path)
    options.reportAddress = input[reportAddress]?.value
    options.readingOrigins = input[readingOrigins].map(\.value)
    options.writingOrigins = input[writingOrigins].map(\.value)
  }

  private static func warn(_ warnings: [Message], in context: CommandContext) {
    for warning in warnings { context.console.reportUnwrapped("warning: \(warning)") }
  }
}
