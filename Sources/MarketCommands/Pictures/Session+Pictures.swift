/// What a session knows about drawing: the terminal's answers, the cache, the way that is chosen.
import DiskCache
import MarketRender
import MarketWire
import OpenMarketClient
import TerminalKit
import TerminalPictures

extension Session {
  /// How the pictures of an answer are drawn; nil where they are named instead. The terminal is
  /// asked the first time that something hangs on it.
  func pen(for wish: PicturePreference) async -> PicturePen? {
    guard mayDraw(wish) else { return nil }
    let wanted: Bool? = wish == .drawn ? true : nil
    if withState({ $0.pictureAnswers == nil }),
      let question = PictureProbe.question(
        setting: preferences.pictures, wanted: wanted, facts: pictureFacts)
    {
      let facts = await askTerminal(TerminalProbe(asking: question), within: PictureProbe.patience)
      let answers = facts.map(PictureAnswers.init) ?? PictureAnswers()
      withState { $0.pictureAnswers = answers }
    }
    let facts = pictureFacts
    let method = PictureMethod(setting: preferences.pictures, wanted: wanted, facts: facts)
    guard method != .off else { return nil }
    let background = withState { $0.background }.map { color in
      Color.rgb(UInt8(color.red >> 8), UInt8(color.green >> 8), UInt8(color.blue >> 8))
    }
    return PicturePen(
      method: method, cell: facts.cell ?? .unknown, ansi: capabilities(of: .output).ansi,
      background: background)
  }

  /// The cells that pictures will be drawn into, as far as that is known without asking anybody;
  /// nil where none will be.
  func pictureRoom(for wish: PicturePreference) -> PictureSpace? {
    guard mayDraw(wish) else { return nil }
    let facts = pictureFacts
    let wanted: Bool? = wish == .drawn ? true : nil
    guard PictureMethod(setting: preferences.pictures, wanted: wanted, facts: facts) != .off else {
      return nil
    }
    return PictureSpace(facts.cell ?? .unknown, in: capabilities(of: .output).size)
  }

  /// Whether the terminal could be drawn on at all, and somebody wants it.
  private func mayDraw(_ wish: PicturePreference) -> Bool {
    let out = capabilities(of: .output)
    return wish != .none && out.isTerminal && out.escapes
  }

  private var pictureFacts: PictureFacts {
    let terminal = environment.terminal
    let cell = terminal.windowPixels.flatMap { pixels in
      terminal.windowSize.flatMap {
        CellSize(windowWidth: pixels.width, windowHeight: pixels.height, cells: $0)
      }
    }
    return PictureFacts(
      isTerminal: terminal.isInteractive(.output), isSpoken: isSpoken,
      environment: environment.variables, windowCell: cell,
      answers: withState { $0.pictureAnswers })
  }

  /// Pictures kept on disk; nil where nothing is to be kept.
  var pictureCache: PictureCache? {
    let limit = preferences.cacheLimit
    return limit == .off ? nil : PictureCache(disk: diskCache, now: environment.now)
  }

  /// All that is kept on disk to save time, with the room that it has now.
  var diskCache: DiskCache {
    let limit = preferences.cacheLimit.byteCount
    return withState { state in
      if let known = state.diskCache, known.byteLimit == limit { return known }
      let cache = DiskCache(path: environment.paths.kept, byteLimit: limit, now: environment.now)
      state.diskCache = cache
      return cache
    }
  }

  /// A picture of the market in use, drawn.
  ///
  /// - Throws: ``PictureFault``, or `CancellationError`.
  func picture(
    _ url: String, in box: CellBox, with pen: PicturePen, from client: OpenMarketClient
  ) async throws -> DrawnPicture {
    try await pictureLoader.picture(
      client.absolute(url), in: box, with: pen, from: client, cache: pictureCache)
  }
}

extension Session {
  /// The client for pictures. A market that did not answer the last time gets less time for each.
  func pictureClient() async throws -> OpenMarketClient {
    let client = try await client()
    return isAway && options?.timeout == nil ? client.limited(to: .all(Self.patience)) : client
  }
}

extension PictureSpace {
  init(_ cell: CellSize, in window: TerminalSize) {
    self.init(cellWidth: cell.width, cellHeight: cell.height, windowRows: window.rows)
  }
}

extension PictureAnswers {
  fileprivate init(_ facts: TerminalFacts) {
    self.init(
      kitty: facts.drawsKittyPictures, attributes: facts.attributes,
      cell: facts.cell.flatMap { CellSize(width: $0.width, height: $0.height) })
  }
}
