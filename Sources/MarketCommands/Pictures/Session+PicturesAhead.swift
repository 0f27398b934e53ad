/// A listing and its pictures side by side.
import MarketRender
import MarketWire
import OpenMarketClient
import TerminalKit
import TerminalPictures

extension Session {
  /// A listing in full. While it is on its way, so are the pictures that it had the last time.
  func product(_ id: Int, pictures wish: PicturePreference) async throws -> Product {
    let client = try await client()
    beginPictures(of: id, wish, from: client)
    let product = try value(of: try await client.product(id))
    withState { $0.ahead }?.keep(only: Set(pictureURLs(of: product, wish, from: client)))
    return product
  }

  private func beginPictures(of id: Int, _ wish: PicturePreference, from client: OpenMarketClient) {
    guard Self.readSource?.kept == nil, let profile = try? profile(), !profile.isHome,
      options?.format?.isForPeople ?? true, options?.fields == nil, pictureRoom(for: wish) != nil,
      let cache = pictureCache
    else { return }
    let answers = CachedResponses(disk: cache.disk, market: client.market, now: environment.now)
    let ahead = PicturesAhead { [self] in
      let kept = await onOwnThread { answers.product(id) }
      return kept.map { pictureURLs(of: $0, wish, from: client) } ?? []
    } fetch: { [pictureLoader] url in
      try await pictureLoader.bytes(of: url, from: client, cache: cache)
    }
    let isFirst = withState { state in
      guard state.ahead == nil else { return false }
      state.ahead = ahead
      return true
    }
    if !isFirst { ahead.keep(only: []) }
  }

  /// The pictures that are drawn of a listing, as far as that is known without asking the terminal.
  private func pictureURLs(
    of product: Product, _ wish: PicturePreference, from client: OpenMarketClient
  ) -> [String] {
    guard let options, let room = pictureRoom(for: wish) else { return [] }
    var detail = ProductDetail(ProductRow(product))
    detail.drawsPictures = wish == .drawn ? true : nil
    let presenter = presenter(options, capabilities(of: .output), pictures: room)
    return presenter.pictureURLs(of: detail).map(client.absolute)
  }

  /// Ends what was begun for the command that is over.
  func endPicturesAhead() async {
    let ahead = withState { state in
      defer { state.ahead = nil }
      return state.ahead
    }
    await ahead?.end()
  }

  /// The client for pictures: where the market did not answer the last time, it is not waited for as
  /// long as usual for each of them.
  func pictureClient() async throws -> OpenMarketClient {
    let client = try await client()
    let key = try profile().key
    let isAway = withState { $0.unreachable.contains(key) }
    return isAway && options?.timeout == nil ? client.limited(to: .all(Self.patience)) : client
  }
}
