import Base
import CurlTransport
import Foundation
import MarketWire
import Messages
import OpenMarketClient
import SellerSession
import TerminalKit

extension Environment {
  /// The environment of this process: its variables, clock, randomness, terminal and network.
  static func live() -> Environment {
    let process = ProcessInfo.processInfo
    let variables = process.environment
    let home = variables["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
    let terminal = PosixTerminal()
    let language = DisplayLanguage(variables: variables)
    ThreadShortage.end(terminal, language)
    let interrupts = InterruptCenter {
      terminal.restore()
      exitNow(with: .interrupted)
    }
    ThreadShortage.changesListings { interrupts.watchesSecond }
    // `curl` and OpenSSL use the same variable for a certificate that the system does not trust.
    let certificateFile = variables["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 }
    let paths = Paths(environment: variables, home: home)
    return Environment(
      variables: variables, paths: paths,
      workingFolder: FileManager.default.currentDirectoryPath, homeFolder: home,
      userName: variables["USER"].flatMap { $0.isEmpty ? nil : $0 } ?? "seller",
      timeZone: .current, version: Version.text, terminal: terminal,
      host: LiveMarketHost(
        home: paths.data, variables: variables, arguments: Array(CommandLine.arguments.dropFirst()),
        onHangup: interrupts.watchHangup),
      connect: { CurlTransport(CurlConfiguration(certificateFile: certificateFile)) },
      client: ClientConfiguration(clock: ContinuousClock()) { .random(in: .min ... .max) },
      now: { WireDate(Date()) },
      onInterrupt: interrupts.watch, onSecondInterrupt: interrupts.watchSecond,
      page: LivePager(interrupts: interrupts).start,
      edit: LiveTextEditor(interrupts: interrupts).edit,
      execute: LiveProgram.run,
      readInput: { await runOnNewThread { try? FileHandle.standardInput.readToEnd() ?? Data() } },
      language: language)
  }
}

/// Cryptographically random bytes of the system.
func randomBytes(_ count: Int) -> [UInt8] {
  var generator = SystemRandomNumberGenerator()
  var bytes: [UInt8] = []
  // Each call to the system returns eight bytes.
  while bytes.count < count {
    withUnsafeBytes(of: generator.next() as UInt64) { bytes += $0.prefix(count - bytes.count) }
  }
  return bytes
}
