public import MarketService

/// Where the data of a market is.
public enum MarketLocation: Hashable, Sendable {
  /// A folder with a SQLite database and image files.
  case folder(String)
  /// A database of a PostgreSQL server, whose URL has no password.
  case database(url: String)

  /// Parses the path of a folder or a `postgresql://` URL.
  ///
  /// - Throws: `.unknownScheme`, `.passwordInURL`, or `.store` if the URL is malformed or libpq is
  ///   missing. No error repeats a URL that may have a password.
  public init(_ text: String) throws(ServiceError) {
    guard let scheme = Self.scheme(of: text) else {
      self = .folder(FileSystem.withoutSlashes(text))
      return
    }
    guard ["postgresql", "postgres"].contains(scheme.lowercased()) else {
      throw .unknownScheme(scheme)
    }
    do throws(PostgresURLProblem) { try PostgresStore.check(url: text) } catch {
      switch error {
      case .hasPassword: throw .passwordInURL
      case .malformed(let reason): throw .store(.notAccessible(detail: reason), path: scheme)
      }
    }
    self = .database(url: text)
  }

  /// The scheme of a URL; nil for the path of a folder.
  public static func scheme(of text: String) -> String? {
    guard let end = text.firstRange(of: "://")?.lowerBound, let first = text.utf8.first,
      (first | 32) >= 97, (first | 32) <= 122
    else { return nil }
    let scheme = text[..<end]
    let isScheme = scheme.utf8.allSatisfy {
      (48...57).contains($0) || (97...122).contains($0 | 32) || "+-.".utf8.contains($0)
    }
    return isScheme ? String(scheme) : nil
  }

  /// The path or the URL.
  public var text: String {
    switch self {
    case .folder(let path): path
    case .database(let url): url
    }
  }

  /// Whether a market exists, even a damaged one.
  ///
  /// True for every database, because opening it creates the market.
  public var exists: Bool {
    switch self {
    case .folder(let path): MarketService.exists(in: path)
    case .database: true
    }
  }
}
