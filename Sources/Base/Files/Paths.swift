/// The folders and files of the program (XDG Base Directory Specification 0.8).
///
/// None of them has to exist.
package struct Paths: Hashable, Sendable {
  /// The folder for settings and accounts.
  package let config: String
  /// The folder of the market on this machine.
  package let data: String
  /// The folder for the notebook and the history.
  package let state: String
  /// The folder for files that may be deleted at any time.
  package let cache: String

  /// Reads the folders from environment variables.
  ///
  /// `OPENMARKET_HOME` puts everything into one folder. Otherwise the XDG variables count if they
  /// are absolute paths, and the defaults are below `home`.
  package init(environment: [String: String], home: String) {
    if let root = environment["OPENMARKET_HOME"], !root.isEmpty {
      config = "\(root)/config"
      data = "\(root)/data"
      state = "\(root)/state"
      cache = "\(root)/cache"
      return
    }
    func folder(_ variable: String, _ fallback: String) -> String {
      let base = environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + fallback
      return base + "/openmarket"
    }
    config = folder("XDG_CONFIG_HOME", "/.config")
    data = folder("XDG_DATA_HOME", "/.local/share")
    state = folder("XDG_STATE_HOME", "/.local/state")
    cache = folder("XDG_CACHE_HOME", "/.cache")
  }

  package var markets: String { "\(config)/markets.json" }
  package var settings: String { "\(config)/settings.json" }
  package var aliases: String { "\(config)/aliases.json" }
  /// The commands that run when a prompt starts.
  package var startFile: String { "\(config)/marketrc" }
  /// The file whose lock is held while the shop in the home market is created. It is never written.
  package var homeShop: String { "\(config)/home-shop" }
  /// The folder of the disk cache: images, lists, listings and prepared photos.
  package var diskCache: String { "\(cache)/kept" }
  /// The folder of photos as they were sent, which the commands of `--trace` name.
  package var sentPhotos: String { "\(cache)/sent" }
  /// The folder of photos that another program shows.
  package var opened: String { "\(cache)/opened" }
  package var notebook: String { "\(state)/notebook.sqlite" }
  /// The journal of all batches.
  package var journal: String { "\(state)/batches.sqlite" }
  /// The folder with the photos of each batch.
  package var batches: String { "\(state)/batches" }
  /// The folder of drafts of listings, by account.
  package var drafts: String { "\(state)/drafts" }
  package var history: String { "\(state)/history" }
}
