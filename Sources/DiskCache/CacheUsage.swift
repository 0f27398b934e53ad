/// The number and size of cached files, by the first word of their keys.
public struct CacheUsage: Hashable, Sendable {
  /// A number of files and their total size in bytes.
  public struct Part: Hashable, Sendable {
    public var files = 0
    public var bytes = 0

    static func + (left: Part, right: Part) -> Part {
      Part(files: left.files + right.files, bytes: left.bytes + right.bytes)
    }
  }

  private var parts: [String: Part] = [:]

  public var files: Int { total.files }
  public var bytes: Int { total.bytes }
  public var total: Part { parts.values.reduce(Part(), +) }

  /// The usage of some kinds of entries together.
  public func part(of kinds: [String]) -> Part {
    kinds.compactMap { parts[$0] }.reduce(Part(), +)
  }

  init() {}

  mutating func add(_ kind: String, bytes: Int) {
    parts[kind, default: Part()].files += 1
    parts[kind, default: Part()].bytes += bytes
  }
}
