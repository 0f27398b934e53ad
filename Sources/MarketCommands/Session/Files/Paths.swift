/// Where the program keeps what it keeps (XDG Base Directory Specification 0.8).

/// The four folders; each may not exist yet.
public struct Paths: Hashable, Sendable {
  /// Settings, and the markets one is signed in to.
  public let config: String
  /// The market of this machine.
  public let data: String
  /// The seller's notebook.
  public let state: String
  /// What may be deleted at any time.
  public let cache: String

  /// `OPENMARKET_HOME` puts everything into one folder; otherwise the XDG folders, which count only
  /// where they are absolute, below the home folder.
  public init(environment: [String: String], home: String) {
    if let one = environment["OPENMARKET_HOME"], !one.isEmpty {
      config = "\(one)/config"
      data = "\(one)/data"
      state = "\(one)/state"
      cache = "\(one)/cache"
      return
    }
    func folder(_ name: String, _ standard: String) -> String {
      let base = environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + standard
      return base + "/openmarket"
    }
    config = folder("XDG_CONFIG_HOME", "/.config")
    data = folder("XDG_DATA_HOME", "/.local/share")
    state = folder("XDG_STATE_HOME", "/.local/state")
    cache = folder("XDG_CACHE_HOME", "/.cache")
  }

  public var markets: String { "\(config)/markets.json" }
  public var settings: String { "\(config)/settings.json" }
  /// Commands that run when a prompt starts.
  public var startFile: String { "\(config)/marketrc" }
  /// Only its lock is used, while the shop at home is opened.
  var homeShop: String { "\(config)/home-shop" }
  /// Copies of pictures, lists and listings, and photos made ready to be sent.
  var kept: String { "\(cache)/kept" }
  public var notebook: String { "\(state)/notebook.sqlite" }
  /// The lines that were entered at prompts.
  public var history: String { "\(state)/history" }
}
