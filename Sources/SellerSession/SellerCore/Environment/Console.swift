import Foundation
import MarketRender
package import Messages
package import TerminalKit

/// Messages and questions of a running command, next to its data on stdout.
package struct Console: Sendable {
  package let environment: Environment
  package let activity: Activity
  /// When color is used.
  package var color = ColorChoice.auto
  /// Whether the command allows questions.
  package var mayAsk = true

  package init(
    environment: Environment, activity: Activity, color: ColorChoice = .auto, mayAsk: Bool = true
  ) {
    self.environment = environment
    self.activity = activity
    self.color = color
    self.mayAsk = mayAsk
  }

  /// Whether a question can be asked and answered here.
  package var canAsk: Bool { mayAsk && environment.terminal.canAsk }

  /// The capabilities of a stream.
  package func capabilities(of stream: TerminalOutput) -> Capabilities {
    environment.terminal.capabilities(
      of: stream, environment: environment.variables, color: color)
  }

  /// Writes a message to stderr, wrapped to the window.
  package func report(_ message: Message) {
    for part in lines(message) { activity.print(part + "\n") }
  }

  /// The lines of a message in the window.
  ///
  /// - Parameter room: The columns that stay free behind each line.
  private func lines(_ message: Message, room: Int = 0) -> [String] {
    let error = capabilities(of: .error)
    let width = error.isTerminal ? max(error.size.columns - room, 1) : .max / 2
    return Wrapping(width: width, indent: 2).lines(text(message))
  }

  /// Writes a message to stderr without wrapping it, so that it can be copied from any window.
  package func reportUnwrapped(_ message: Message) {
    activity.print(text(message) + "\n")
  }

  /// The trimmed answer to a question; nil at the end of the input and after Esc.
  package func ask(_ prompt: Message) async throws -> String? {
    // There is room for a short answer, such as a number.
    let question = lines(prompt, room: 8).joined(separator: "\n")
    let answer = try await activity.hold {
      try await environment.terminal.readAnswer(
        prompt: question.hasSuffix(" ") ? question : question + " ")
    }
    return answer?.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Like ``ask(_:)``, without echoing the input.
  package func askSecret(_ prompt: Message) async throws -> String? {
    try await activity.hold { try await environment.terminal.readSecret(prompt: text(prompt)) }
  }

  /// A message in the user's language.
  package func text(_ message: Message) -> String { message.text(in: environment.catalog) }

  /// Asks for confirmation. Anything but yes throws ``SellerError/declined``.
  ///
  /// - Parameters:
  ///   - question: what will be done, with the market and the account.
  ///   - count: how many listings it affects; from ten on, the answer is that number.
  ///   - isAnswered: whether `--yes` was given.
  package func confirm(
    _ question: Message, count: Int, isAnswered: Bool
  ) async throws {
    if isAnswered { return }
    guard canAsk else { throw SellerError.unconfirmed(question) }
    if count >= 10 {
      try await confirm("\(question)\nType \(count) to confirm: ", typing: count)
    } else {
      guard try await agrees(question, count: count > 1 ? count : nil) else {
        throw SellerError.declined
      }
    }
  }

  /// Asks until the number is typed. An empty answer, a no, Esc and the end of the input leave.
  private func confirm(_ prompt: Message, typing count: Int) async throws {
    var prompt = prompt
    while let answer = try await ask(prompt), !answer.isEmpty,
      !Self.no.contains(answer.lowercased())
    {
      if Self.number(answer) == count { return }
      report("Not confirmed: the answer was not \(count).")
      prompt = "Type \(count) to confirm, or only Enter to leave: "
    }
    throw SellerError.declined
  }

  /// Asks a question until the answer is yes or no. Esc is a no.
  ///
  /// - Parameters:
  ///   - isYesByDefault: the answer of an empty line; the end of the input is always no.
  ///   - count: a number that is a yes, too.
  package func agrees(
    _ question: Message, isYesByDefault: Bool = false, count: Int? = nil
  ) async throws -> Bool {
    var prompt: Message = isYesByDefault ? "\(question) [Y/n] " : "\(question) [y/N] "
    while let answer = try await ask(prompt)?.lowercased() {
      if answer.isEmpty { return isYesByDefault }
      if Self.yes.contains(answer) || count != nil && Self.number(answer) == count { return true }
      if Self.no.contains(answer) { return false }
      report("\(quoted: answer) is neither yes nor no.")
      prompt = "Please type \(command: "y") or \(command: "n"): "
    }
    return false
  }

  private static let yes: Set = ["y", "yes", "ㅛ", "네", "예"]
  private static let no: Set = ["n", "no", "ㅜ", "아니요", "아니오"]

  /// Parses a number as people type it: full-width digits and the Korean counter 개 are accepted.
  private static func number(_ text: String) -> Int? {
    Int(
      (text.hasSuffix("개") ? String(text.dropLast()) : text).applyingTransform(
        .fullwidthToHalfwidth, reverse: false) ?? text)
  }
}
