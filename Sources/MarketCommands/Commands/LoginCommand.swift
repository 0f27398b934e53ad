import CommandLanguage
import Foundation
import MarketRender
import MarketWire
import Messages
import OpenMarketClient
import SellerFiles
import SellerSession
import TerminalKit

enum LoginCommand: Command {
  static let market = Argument<Text>("market", help: "an address, or a name together with --url")
    .role(.market)
    .offering(.market)
  static let url = Option<Text?>("url", help: "the address, if you give the market a name").role(
    .market)
  static let shop = Option<Text?>("shop", help: "the name of the account")
  static let identifier = Option<Text?>("identifier", help: "the account's identifier, a UUID")
  static let secretStdin = Flag("secret-stdin", help: "read the secret from standard input")
  static let secretFile = Option<FilePath?>("secret-file", help: "a file with the secret")

  static let spec = CommandSpec(
    "login", aliases: ["로그인"], group: .market, summary: "Sign in to a market on the network",
    discussion: """
      You are asked for the secret, which is not shown; or use --secret-stdin, --secret-file or \
      OPENMARKET_SECRET, never an argument. It is saved in a file that only you can read. At a \
      prompt, this shell is then in the market; elsewhere, all new shells and scripts start there. \
      use changes both.
      """,
    effect: .changesMarkets, traits: [.signsIn, .isNotForFiles],
    grammar: [market, url, shop, identifier, secretStdin, secretFile],
    rules: [.atMostOne([secretStdin, secretFile])],
    examples: [
      "login http://localhost:8080 --shop oak --identifier 6b1e0f6a-8d1c-11ef-9f3b-0242ac120002"
    ])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    var profile = try profile(input, in: context)
    profile.shop = try await text(input[shop], "Shop: ", "--shop", in: context)
    let identifier = try await text(input[identifier], "Identifier: ", "--identifier", in: context)
    let secret = try await secret(input, in: context)
    let credentials = Credentials(
      identifier: VendorIdentifier(identifier.lowercased()), secret: Secret(secret))
    let old = try context.market.connections.markets()[profile.name]
    if let old { try context.market.storeNumber(of: old) }
    profile.signIn(with: credentials, after: old)
    if let number = try context.market.storedNumber(of: profile) { profile.vendorID = number }
    let (isVerified, vendor) = try await context.activity.show("checking the account") {
      [profile] in
      let client = try await client(of: profile, in: context)
      let isVerified = try await verify(client, at: profile)
      // The name may be mistyped, or have changed; the account is right without an answer.
      return (isVerified, isVerified ? try? await client.ownShop() : nil)
    }
    let typed = profile.notebookAccount
    if let vendor {
      profile.vendorID = vendor.id ?? profile.vendorID
      profile.shop = vendor.name ?? profile.shop
    }
    let before = try context.market.connections.currentProfile()
    // Other shells and scripts go on in their market.
    let isAtPrompt = context.scope.mode == .prompt
    try context.market.connections.change { [profile] markets in
      markets[profile.name] = profile
      if !isAtPrompt { markets.defaultName = profile.name }
    }
    context.market.connections.currentName = profile.name
    // Stars and notes from before the first login, or from when the number of the shop was not known,
    // belong to the account now.
    let guest = MarketProfile(name: profile.name, url: profile.url).notebookAccount
    for earlier in [guest, typed] {
      try context.market.notebook.moveAll(from: earlier, to: profile.notebookAccount)
    }
    return reply(profile, before: before, isVerified: isVerified, isAtPrompt: isAtPrompt)
  }

  /// Says where commands go now, for whom, and how to go back.
  private static func reply(
    _ profile: MarketProfile, before: MarketProfile, isVerified: Bool, isAtPrompt: Bool
  ) -> Output {
    let (shop, name) = (profile.shop ?? "", profile.name)
    var sentences: [Message] = ["Signed in at \(name) as \(shop)."]
    var suggestions = ["list --mine"]
    if before.name != name, isAtPrompt {
      sentences = ["Commands in this shell now go to \(shop) at \(name) (before: \(before.name))."]
      suggestions = ["use \(before.name)", "use \(name) --default"] + suggestions
    } else if before.name != name {
      sentences = [
        "Commands now go to \(shop) at \(name) (before: \(before.name)).",
        "New shells and scripts start there, too.",
      ]
      suggestions.insert("use \(before.name) --default", at: 0)
    }
    if !isVerified {
      sentences.append(
        "The market did not confirm the secret; the first change will show whether it is right.")
    }
    return .reply(.list(sentences, .sentences), try: suggestions)
  }

  private static func profile(_ input: Input, in context: CommandContext) throws -> MarketProfile {
    let name = input[market].value
    if let url = input[url]?.value {
      guard name != MarketProfile.home.name else { throw SellerError.homeHasNoURL }
      guard !url.contains("@") else { throw SellerError.secretInAddress }
      guard let address = try? MarketAddress(url) else { throw SellerError.badMarketAddress(url) }
      return MarketProfile(name: name, url: address.description)
    }
    if let known = try context.market.connections.markets()[name] { return known }
    guard try MarketAddress(typed: name) != nil else { throw SellerError.needsURL(name: name) }
    return try context.market.connections.profile(named: name)
  }

  private static func text(
    _ given: Text?, _ prompt: Message, _ option: String, in context: CommandContext
  ) async throws -> String {
    if let given { return given.value }
    guard context.console.canAsk else { throw SellerError.needsOption(option, command: "login") }
    guard let answer = try await context.console.ask(prompt), !answer.isEmpty else {
      throw SellerError.declined
    }
    return answer
  }

  private static func secret(_ input: Input, in context: CommandContext) async throws -> String {
    let environment = context.environment
    var secret: String?
    if input[secretStdin] {
      secret = try await environment.terminal.readLine(prompt: "")
    } else if let path = input[secretFile] {
      let file = try context.files.path(of: path)
      guard let data = FileManager.default.contents(atPath: file) else {
        throw SellerError.file(path: path.text, reason: "it cannot be read")
      }
      secret = String(validating: data, as: UTF8.self)
    } else if let variable = environment.variables["OPENMARKET_SECRET"], !variable.isEmpty {
      secret = variable
    } else if context.console.canAsk {
      secret = try await context.console.askSecret("Secret: ")
    }
    let text = secret?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    guard !text.isEmpty else { throw SellerError.noSecret }
    return text
  }

  /// Verifies a secret by requesting the removal path of listing 0, which no market has.
  ///
  /// 401 means that the secret is wrong, 404 of a market that it is right, and 429 that there were too
  /// many wrong attempts, so that it must not replace a valid secret. Other responses say nothing about
  /// the secret.
  private static func verify(
    _ client: OpenMarketClient, at profile: MarketProfile
  ) async throws -> Bool {
    do throws(ClientError) {
      _ = try await client.removalPath(of: 0)
    } catch {
      switch error.code {
      case .notAuthorized: throw SellerError.wrongSecret(market: profile.name)
      case .forbidden where error.isAccountDisabled: throw MarketFailure(error, at: profile)
      case .notFound, .invalid, .forbidden, .refused, .unreadableResponse, .marketFailed:
        try await checkMarket(client, at: profile)
        return error.code == .notFound
      default: throw MarketFailure(error, at: profile)
      }
    }
    return false
  }

  /// A client that signs in, before the account is saved.
  private static func client(
    of profile: MarketProfile, in context: CommandContext
  ) async throws -> OpenMarketClient {
    guard let address = try? MarketAddress(profile.url) else {
      throw SellerError.badMarketAddress(profile.url)
    }
    let transport =
      profile.isHome
      ? try await context.environment.host.homeTransport() : context.market.connections.network()
    return OpenMarketClient(
      market: address, transport: transport, credentials: profile.credentials,
      configuration: context.environment.client)
  }

  /// Throws if another kind of server gave the answer: any one answers 404 to a path that it does not
  /// know, many with a reason in JSON, but only a market has a list of listings.
  private static func checkMarket(
    _ client: OpenMarketClient, at profile: MarketProfile
  ) async throws {
    do throws(ClientError) {
      _ = try await client.products(perPage: 1)
    } catch {
      switch error.code {
      case .notFound, .unreadableResponse, .invalid, .refused, .redirected:
        throw MarketFailure(
          ClientError(.unreadableResponse, operation: error.operation), at: profile)
      default: break
      }
    }
  }
}
