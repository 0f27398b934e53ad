/// Asking the seller, where that can be done.
import CommandLanguage
import Foundation
import OpenMarketClient
import TerminalKit

extension Session {
  /// The answer to a question without blanks around it; nil where the input ended.
  func ask(_ prompt: String) async throws -> String? {
    // Names of listings and shops are asked about, and they may hold anything.
    let answer = try await activity.hold {
      try await environment.terminal.readLine(
        prompt: UntrustedText.cleaned(prompt, keepsLines: true))
    }
    return answer?.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Like ``ask(_:)``, with what is typed kept off the screen.
  func askSecret(_ prompt: String) async throws -> String? {
    try await activity.hold { try await environment.terminal.readSecret(prompt: prompt) }
  }

  /// Asks whether to do it. Anything but a yes is a no, and throws ``SellerError/declined``.
  ///
  /// - Parameters:
  ///   - question: what will be done, with the market and the account.
  ///   - count: how many listings it concerns; from two on the number itself is the answer.
  ///   - typesCount: whether the number is the answer even where it is 1.
  ///   - isAnswered: `--yes` was given.
  func confirm(
    _ question: String, count: Int, typesCount: Bool = false, isAnswered: Bool
  ) async throws {
    if isAnswered { return }
    guard canAsk else { throw SellerError.cannotAsk(question: question, option: "--yes") }
    if count > 1 || typesCount {
      let answer = try await ask("\(question)\nType \(count) to go on: ")
      guard answer.flatMap(Self.number) == count else {
        if let answer, !answer.isEmpty { report("The answer to go on is the number, \(count).") }
        throw SellerError.declined
      }
    } else {
      let answer = try await ask("\(question) [y/N] ")?.lowercased()
      guard let answer, ["y", "yes", "ㅛ", "네", "예"].contains(answer) else {
        throw SellerError.declined
      }
    }
  }

  /// A number as people type it, full-width or counted in pieces.
  private static func number(_ text: String) -> Int? {
    Int(
      (text.hasSuffix("개") ? String(text.dropLast()) : text).applyingTransform(
        .fullwidthToHalfwidth, reverse: false) ?? text)
  }

  /// What a question names at its end: where it will happen, and to whose shop.
  func place() throws -> String {
    let profile = try profile()
    return UntrustedText(profile.shop.map { "\(profile.name) as \($0)" } ?? profile.name).line
  }
}
