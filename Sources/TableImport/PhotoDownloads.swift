import Base
import DiskCache
import Foundation
import ListingChanges
import MarketWire
import Messages
import OpenMarketClient
import SellerSession

/// The photos of a table that are at URLs: counted before anything is fetched, then fetched into a
/// folder that is deleted with this value, and cached for the next import.
struct PhotoDownloads: Sendable {
  /// The most bytes of a photo, and the time for one.
  static let byteLimit = 30 << 20
  static let timeLimit = Duration.seconds(30)
  /// The most bytes of all photos.
  static let totalLimit = 2 << 30
  /// How many are fetched at a time.
  private static let jobs = 4

  /// The files of the photos that are there.
  private(set) var files: [String: String] = [:]
  /// Why a photo cannot be fetched.
  private(set) var problems: [String: Message] = [:]
  let urls: [String]
  private let context: CommandContext
  private let isLocal: Bool
  private let folder: ScratchFolder?
  private var totalBytes = 0

  /// - Parameters:
  ///   - urls: the photos of new listings, without repetitions.
  ///   - isLocal: whether they may be on this machine and its network.
  init(_ urls: [String], isLocal: Bool, in context: CommandContext) {
    self.urls = urls
    self.isLocal = isLocal
    self.context = context
    folder = urls.isEmpty ? nil : ScratchFolder()
  }

  /// `12 photos from shop.example and cdn.example`
  var subject: Message {
    var hosts: [String] = []
    for url in urls {
      let host = URL(string: url)?.host() ?? url
      if !hosts.contains(host) { hosts.append(host) }
    }
    let names = hosts.prefix(3).joined(separator: ", ") + (hosts.count > 3 ? ", …" : "")
    return Message(
      count: urls.count, one: "1 photo from \(names)", other: "\(urls.count) photos from \(names)")
  }

  /// Whether a photo at a URL is neither there nor refused.
  func isMissing(_ photo: String) -> Bool {
    PhotoNames.isURL(photo) && files[photo] == nil && problems[photo] == nil
  }

  /// Takes photos from the cache, and refuses those of this machine.
  mutating func prepare() {
    for url in urls {
      let host = URL(string: url)?.host()?.lowercased()
      if host == nil {
        problems[url] = "this is not a URL"
      } else if !isLocal, let host, MarketAddress.isLocalNetwork(host) {
        problems[url] = Self.localRefusal
      } else if let entry = context.market.caches.disk.entry(Self.key(url)) {
        keep(entry.bytes, of: url)
      }
    }
  }

  private static let localRefusal: Message =
    "it is on this machine or its network; fetch it with `\(command: "--local")`"

  private static let tooMany: Message =
    "the photos are larger than \(Message.byteCount(totalLimit)) together"

  private static func key(_ url: String) -> String { "webphoto \(url)" }

  /// Fetches what is missing, several at a time.
  mutating func fetch() async throws {
    let missing = urls.filter(isMissing)
    guard !missing.isEmpty else { return }
    let transport = context.environment.connect()
    var rest = missing[...]
    while !rest.isEmpty {
      try Task.checkCancellation()
      guard totalBytes <= Self.totalLimit else {
        for url in rest { problems[url] = Self.tooMany }
        return
      }
      let part = rest.prefix(Self.jobs)
      rest = rest.dropFirst(Self.jobs)
      let isLocal = isLocal
      let results = await withTaskGroup(of: (String, Result<[UInt8], Failure>).self) { group in
        for url in part {
          group.addTask { (url, await Self.bytes(of: url, transport, isLocal: isLocal)) }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      for (url, result) in results {
        switch result {
        case .success(let bytes):
          context.market.caches.disk.store(CacheEntry(key: Self.key(url), bytes: bytes))
          keep(bytes, of: url)
        case .failure(let failure): problems[url] = failure.text
        }
      }
      context.activity.update(done: missing.count - rest.count)
    }
  }

  private struct Failure: Error { let text: Message }

  private static func bytes(
    of url: String, _ transport: any Transport, isLocal: Bool
  ) async -> Result<[UInt8], Failure> {
    var options = SendOptions(
      timeLimit: timeLimit, retrySafety: .always, allowsCrossHostRedirects: true,
      maxBodyBytes: byteLimit)
    options.refusesLocalNetwork = !isLocal
    do {
      let response = try await transport.send(HTTPRequest(.get, encoded(url)), options)
      guard response.status == 200 else {
        return .failure(Failure(text: "it cannot be fetched: the answer is \(response.status)"))
      }
      return .success(response.body)
    } catch {
      return .failure(Failure(text: message(of: error)))
    }
  }

  /// The URL with what tables leave as it is, such as blanks and Hangul, in percent encoding.
  private static func encoded(_ url: String) -> String {
    let text = url.trimmingCharacters(in: .whitespacesAndNewlines)
    return text.utf8.map { byte in
      byte > 0x20 && byte < 0x7F && byte != 0x22
        ? String(UnicodeScalar(byte))
        : "%" + String(byte >> 4, radix: 16, uppercase: true)
          + String(byte & 15, radix: 16, uppercase: true)
    }.joined()
  }

  private static func message(of error: TransportError) -> Message {
    switch error.code {
    case .tooLarge: "it is larger than \(Message.byteCount(byteLimit))"
    case .timedOut: "it cannot be fetched within 30 s"
    case .nameNotFound: "it cannot be fetched: there is no such host"
    case .localAddress: localRefusal
    default: "it cannot be fetched: \(error.detail.isEmpty ? error.code.rawValue : error.detail)"
    }
  }

  /// Writes the bytes into the folder, under the name that the URL has.
  private mutating func keep(_ bytes: [UInt8], of url: String) {
    totalBytes += bytes.count
    guard totalBytes <= Self.totalLimit else {
      problems[url] = Self.tooMany
      return
    }
    let name = URL(string: Self.encoded(url))?.lastPathComponent ?? "photo"
    let place = folder?.file("\(files.count)") ?? ""
    let path = "\(place)/\(name.filter { !"/*?[]".contains($0) }.suffix(100))"
    if mkdir(place, 0o700) == 0,
      FileManager.default.createFile(atPath: path, contents: Data(bytes))
    {
      files[url] = path
    } else {
      problems[url] = "it cannot be stored: \(String(cString: strerror(errno)))"
    }
  }
}
