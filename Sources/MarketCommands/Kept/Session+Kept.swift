/// What was kept of a market in place of its answer, for a person who looks at it while the market
/// cannot be reached.
import CommandLanguage
import MarketRender
import MarketWire
import OpenMarketClient
import Synchronization
import TerminalKit

/// What a command that only looks reads from.
struct ReadSource: Sendable {
  /// Whether a market that did not answer the last time gets less time than usual.
  var isHurried = false
  /// The client that answers in the market's place, from what was kept.
  var kept: OpenMarketClient?
  let extent = CacheableExtent()
}

/// Whether what a command reads is short enough to be kept.
final class CacheableExtent: Sendable {
  /// Listings of a list that is kept as a whole; it is shown as a whole, or not at all.
  static let limit = 5000

  private let isTooLong = Atomic(false)

  var isKept: Bool { !isTooLong.load(ordering: .relaxed) }

  /// Notes how many listings there are, as far as it is known.
  func note(total: Int?) {
    if total ?? 0 > Self.limit { isTooLong.store(true, ordering: .relaxed) }
  }
}

extension Session {
  /// Of the command that runs; nil for one that does more than look, which only ever reads from
  /// the market itself.
  @TaskLocal static var readSource: ReadSource?

  /// How long a market that did not answer the last time is waited for, where something is kept.
  static let patience = Duration.seconds(3)

  /// Runs a command. Where it only looks and its market cannot be reached, it looks at what was
  /// kept.
  func answer(_ command: any Command.Type, _ input: Input) async throws -> Output {
    guard command.spec.traits.contains(.worksOffline), let profile = try? profile(), !profile.isHome
    else {
      return try await command.run(input, in: self)
    }
    // Who asks anew, or said how long, means it.
    let isHurried =
      mayShowKept && options?.timeout == nil && !command.spec.traits.contains(.asksAgain)
    do {
      return try await look(command, input, ReadSource(isHurried: isHurried))
    } catch let error as ClientError where error.isUnanswered && mayShowKept {
      if let kept = try await kept(command, input, at: profile, after: error) { return kept }
      guard isHurried, isAway else { throw error }
      return try await look(command, input, ReadSource())
    }
  }

  private func look(
    _ command: any Command.Type, _ input: Input, _ readSource: ReadSource
  ) async throws -> Output {
    try await Self.$readSource.withValue(readSource) { try await command.run(input, in: self) }
  }

  /// Whether what was kept may stand in for an answer: before a person at a terminal who typed this
  /// very command. A program that reads it, or a script that goes on by it, must not take it for
  /// what the market has now.
  var mayShowKept: Bool {
    let isOwnCommand = withState { $0.running.isEmpty && $0.scripts == 0 }
    return isOwnCommand && capabilities(of: .output).isTerminal
      && options?.format?.isForPeople ?? true && preferences.cacheLimit != .off
  }

  /// What the command answers from what was kept; nil where not all that it needs is there.
  private func kept(
    _ command: any Command.Type, _ input: Input, at profile: MarketProfile,
    after error: ClientError
  ) async throws -> Output? {
    guard let market = try? MarketAddress(profile.url) else { return nil }
    let transport = OfflineTransport(
      CachedResponses(disk: diskCache, market: market, now: environment.now))
    var configuration = environment.client
    configuration.retryPolicy = .never
    // A client of its own: what is learned from old answers must not count for writes.
    let client = OpenMarketClient(
      market: market, transport: transport, configuration: configuration)
    let before = withState { ($0.lastList, $0.lastListing, $0.page) }
    // What is not shown is not what `next` and `@page` go by.
    func takeBack() {
      withState { ($0.lastList, $0.lastListing, $0.page) = before }
    }
    do {
      var output = try await look(command, input, ReadSource(kept: client))
      guard let moment = transport.moment else {
        takeBack()
        return nil
      }
      output = output.kept(at: moment)
      // In another layout it is as old.
      if case .products(let listing) = output {
        withState { $0.lastListing?.value = listing }
      }
      // What keeps a secure connection from coming about is for the seller to mend.
      if error.code == .tlsFailed {
        report("\(ClientText(error, market: profile).sentence).")
      }
      return output
    } catch {
      takeBack()
      try Task.checkCancellation()
      return nil
    }
  }
}

// Keeping.
extension Session {
  /// How long the end of the program waits for the disk.
  private static let settling = Duration.milliseconds(100)

  /// The client with what it answers to a command that only looks being kept, and lists that have
  /// not changed not being sent again. What a person does not look at is not kept, so that scripts are
  /// not slowed down; nor is a list of more than ``CacheableExtent/limit`` listings but for its first
  /// pages, so that it does not drive out what somebody has seen.
  ///
  /// - Parameter isTraced: whether requests are told of; then each list comes whole, since a 304
  ///   would show nothing, and neither would its `curl` command anywhere else.
  func keeping(_ client: OpenMarketClient, isTraced: Bool) -> OpenMarketClient {
    let client = client.sending { [cacheWriter] in
      InvalidatingTransport(
        base: $0, market: client.market, onWithdrawal: cacheWriter.withdraw)
    }
    guard let extent = Self.readSource?.extent, mayShowKept else { return client }
    return client.sending { base in
      isTraced ? base : RevalidatingTransport(base: base, recent: revalidationCache)
    }.telling { [cacheWriter, environment] request, response in
      guard extent.isKept else { return }
      cacheWriter.note(request, response, of: client.market, at: environment.now())
    }
  }

  /// Begins to write what commands were answered.
  func writeKept() {
    guard cacheWriter.isWaiting else { return }
    guard preferences.cacheLimit != .off else { return cacheWriter.forget() }
    cacheWriter.write(to: diskCache)
  }

  /// Waits a moment for what is being written, since the program is about to end.
  func settleKept() async {
    await cacheWriter.settle(within: Self.settling, environment.client.time)
  }
}
