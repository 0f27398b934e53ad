import Base
import Foundation
import MarketServer
import MarketService
import MarketStores
import MarketWire
import Messages
import SellerSession

/// The checks of what a server needs: `serve` runs all of them before it opens or creates a market, and
/// `serve --check` runs the same ones.
struct ServeCheck: Sendable {
  /// What is checked.
  enum Need: CaseIterable {
    case publicURL, pages, proxies, certificate, address, market
  }

  let host: LiveMarketHost
  let options: ServeOptions
  /// Whether the whole database is read.
  let isWhole: Bool
  private(set) var warnings: [Message] = []

  /// Throws what prevents serving, and adds what is doubtful to the warnings.
  mutating func check(_ need: Need) throws(HostError) {
    switch need {
    case .publicURL: try checkPublicURL()
    case .pages: try checkPages()
    case .proxies: try checkProxies()
    case .certificate: try checkCertificate()
    case .address: try checkAddress()
    case .market: try checkMarket()
    }
  }

  private mutating func checkPublicURL() throws(HostError) {
    guard MarketService.isPublicURL(options.publicURL) else {
      throw HostError(.invalidPublicURL(options.publicURL ?? ""))
    }
    if options.publicURL == nil, !options.trustedProxies.isEmpty {
      warnings.append(
        """
        pictures and links have the host that the proxy forwards; add `\(command: "--public-url")` \
        with the address that buyers open
        """)
    }
  }

  /// Checks what browsers get: the texts of the operator, and who else may ask.
  private func checkPages() throws(HostError) {
    let origins = options.readingOrigins + options.writingOrigins
    if let wrong = origins.first(where: { !CrossOrigin.isOrigin($0) }) {
      throw HostError(
        .address, "\(quoted: wrong) is not an origin of a web app such as https://app.example")
    }
    if let address = options.reportAddress, !WindowText.isReportAddress(address) {
      throw HostError(.address, "\(quoted: address) is neither a mail address nor a URL")
    }
    _ = try Self.pageTexts(options)
  }

  /// The operator's texts for the pages.
  static func pageTexts(_ options: ServeOptions) throws(HostError) -> [WindowText] {
    guard let folder = options.pagesFolder else { return [] }
    var texts: [WindowText] = []
    func check(_ path: String, _ mode: Int32) throws(HostError) {
      guard access(path, mode) != 0 else { return }
      throw HostError(.folderNotUsable(path: path, reason: String(cString: strerror(errno))))
    }
    try check(folder, R_OK | X_OK)
    for name in WindowText.names {
      for language in [nil, "en", "ko"] {
        let file = "\(name)\(language.map { ".\($0)" } ?? "").md"
        if access("\(folder)/\(file)", F_OK) != 0, errno == ENOENT { continue }
        try check("\(folder)/\(file)", R_OK)
        let bytes = FileManager.default.contents(atPath: "\(folder)/\(file)") ?? Data()
        guard bytes.count <= WindowText.byteLimit,
          let text = String(validating: bytes, as: UTF8.self)
        else {
          throw HostError(.store, "\(quoted: file) is not a text in UTF-8 of up to 64 KiB")
        }
        texts.append(WindowText(name: name, language: language, markdown: text))
      }
    }
    guard texts.isEmpty else { return texts }
    let names = WindowText.names.map { "\($0).md" }.joined(separator: " ")
    throw HostError(.store, "\(quoted: folder) has no text: add \(formatted: names)")
  }

  private mutating func checkProxies() throws(HostError) {
    _ = try LiveMarketHost.proxies(options)
    if let header = options.forwardedHeader {
      guard header.contains(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/) else {
        throw HostError(.address, "\(quoted: header) is not the name of a header field")
      }
      if options.trustedProxies.isEmpty {
        warnings.append(
          """
          `\(command: "--forwarded-header")` has no effect without `\(command: "--trusted-proxy")`
          """)
      }
    }
    let isSecure = options.publicURL?.lowercased().hasPrefix("https:") == true
    if isSecure, options.identity == nil, options.trustedProxies.isEmpty {
      warnings.append(
        """
        a proxy must add TLS for the public address; name it with `\(command: "--trusted-proxy")`, \
        or wrong secrets of one client lock out all
        """)
    }
  }

  private mutating func checkCertificate() throws(HostError) {
    if let files = options.identity {
      warnings += try Self.warnings(
        about: LiveMarketHost.identity(files), in: files.certificate)
    } else if !isLocal {
      warnings.append(
        """
        secrets are sent unencrypted to \(options.bind): use `\(command: "--tls-cert")` and \
        `\(command: "--tls-key")`, or a reverse proxy with TLS
        """)
    }
  }

  private var isLocal: Bool {
    ["::1", "[::1]", "localhost"].contains(options.bind) || options.bind.hasPrefix("127.")
  }

  /// What is doubtful about a certificate.
  ///
  /// - Throws: an error if it has ended. A clock that is not set yet may be before its begin.
  static func warnings(
    about identity: TLSIdentity, in file: String, at now: WireDate = WireDate(Date())
  ) throws(HostError) -> [Message] {
    let fortnight = WireDate(milliseconds: now.milliseconds + 14 * 86_400_000)
    let end = identity.end.dayText
    guard identity.end > now else {
      throw HostError(.address, "the certificate \"\(file)\" ended on \(formatted: end)")
    }
    if identity.begin > now {
      return [
        """
        the certificate "\(file)" begins only on \(formatted: identity.begin.dayText), unless the clock \
        is wrong
        """
      ]
    }
    guard identity.end < fortnight else { return [] }
    return ["the certificate \"\(file)\" ends on \(formatted: end)"]
  }

  private func checkAddress() throws(HostError) {
    if let numbers = options.metrics {
      do throws(ServerError) {
        try HTTPServer.checkAddress(host: numbers.host, port: UInt16(clamping: numbers.port))
      } catch {
        throw HostError(metrics: error, options)
      }
    }
    // A socket that was passed on listens already.
    guard host.supervisor.listeningDescriptor == nil else { return }
    do throws(ServerError) {
      try HTTPServer.checkAddress(host: options.bind, port: UInt16(clamping: options.port))
    } catch {
      throw HostError(error, options)
    }
  }

  private mutating func checkMarket() throws(HostError) {
    let location = try host.own(options.folder ?? host.home)
    let found = try LiveMarketHost.hosted {
      try MarketService.probe(at: location)
    }
    if !found.exists, options.requiresMarket {
      throw HostError(
        .store,
        """
        there is no market in \(location.text): is its disk mounted? `\(command: "account add")` \
        creates a new one
        """)
    }
    if !found.exists, options.folder != nil {
      warnings.append("there is no market in \"\(location.text)\"; a new, empty one is created")
    }
    warnings += Self.warnings(isStandby: found.isStandby, freeBytes: found.freeBytes)
    if isWhole, found.exists { try checkDamage(location) }
  }

  /// What is doubtful about a market, or about the place for a new one.
  static func warnings(isStandby: Bool, freeBytes: Int64?) -> [Message] {
    var warnings: [Message] = []
    if isStandby {
      warnings.append("the database is a standby, so that sellers can change nothing")
    }
    let needed = ServiceConfiguration().minimumFreeBytes
    if let freeBytes, freeBytes < needed {
      warnings.append(
        """
        the disk has \(Message.byteCount(Int(clamping: freeBytes))) left; with less than \
        \(Message.byteCount(Int(needed))) sellers can add and edit nothing
        """)
    }
    return warnings
  }

  private func checkDamage(_ location: MarketLocation) throws(HostError) {
    let found = try LiveMarketHost.hosted {
      try MarketService.inspect(at: location)
    }
    guard found.damage.isEmpty else {
      let damage = found.damage.prefix(3).joined(separator: "; ")
      throw HostError(.store, "the database in \(location.text) is damaged: \(damage)")
    }
  }
}

extension LiveMarketHost {
  func check(_ options: ServeOptions, isWhole: Bool) async -> ServeFindings {
    await runOnNewThread { [self] in
      var check = ServeCheck(host: self, options: options, isWhole: isWhole)
      var findings = ServeFindings()
      for need in ServeCheck.Need.allCases {
        do throws(HostError) { try check.check(need) } catch { findings.errors.append(error) }
      }
      findings.warnings = check.warnings
      return findings
    }
  }
}
