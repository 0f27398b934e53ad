import CommandLanguage
import Foundation
import ListingWrites
import MarketCommands
import MarketWire
import Messages
import Photos
import SellerSession

/// Checks the photos and codes that a file names. Only a code that is taken costs a request.
///
/// Anything that may depend on an earlier line is not checked, so every reported fault would also
/// occur in the run.
struct ScriptCheck {
  /// An error in a command, with its line.
  struct Fault {
    let error: any ReportedError
    let tokens: CommandTokens
    let words: [Word]
  }

  private let interpreter: Interpreter
  private let allowed: Set<Allowance>
  private var dryRun = DryRun()
  /// Whether the codes are known: no earlier command changes them in a way that the dry run cannot
  /// follow.
  private var knowsCodes = true
  /// Whether no earlier command may write files.
  private var knowsFiles = true
  /// The codes that earlier commands assign, with their lines.
  private var given: [String: Int] = [:]

  /// - Parameter allowed: What the whole batch allows.
  init(interpreter: Interpreter, allowed: Set<Allowance> = []) {
    self.allowed = allowed
    self.interpreter = interpreter
  }

  private var context: CommandContext { interpreter.baseContext }

  /// Returns all faults in order, or none if a line is not a command, which the run reports.
  mutating func faults(in script: Script) async -> [Fault] {
    var faults: [Fault] = []
    var variables = context.memory.variables
    for tokens in script {
      guard let words = try? variables.words(of: tokens) else { return [] }
      let parsed = interpreter.parse(words)
      if ProcessOptions(parsed.process).isAnsweredAlone { continue }
      guard let (spec, input) = try? parsed.checked() else { return [] }
      if spec.traits.contains(.endsScript) { break }
      if let (name, text) = parsed.assignment { variables[name] = text }
      let waits = dryRun.note(parsed, words, in: context.market)
      let isHere = ProcessOptions(parsed.process).market == nil
      var errors = knowsFiles ? photoFaults(spec, input) : []
      if waits == nil, knowsCodes, isHere {
        errors += await codeFaults(
          spec, input, line: tokens.place.line, WriteTerms(input).allowed.union(allowed))
      }
      faults += errors.map { Fault(error: $0, tokens: tokens, words: words) }
      follow(spec, input)
    }
    return faults
  }

  /// Returns an error for each photo that does not exist or is not a file.
  private func photoFaults(_ spec: CommandSpec, _ input: Input) -> [any ReportedError] {
    let images: [PhotoPath] = spec.values(.photo, in: input)
    return images.flatMap { image -> [any ReportedError] in
      do {
        return try context.files.paths(of: image.path).compactMap { path in
          do throws(PhotoFileError) {
            try PhotoFile.check(context.environment.absolute(path))
            return nil
          } catch {
            let reason = context.files.reason(error.message(of: path), for: path)
            return InvalidListing([.photo(path: path, reason: reason)])
          }
        }
      } catch {
        return (error as? SellerError).map { [InvalidListing([.other($0)])] } ?? []
      }
    }
  }

  /// Returns an error for a code that is already used or does not exist.
  private mutating func codeFaults(
    _ spec: CommandSpec, _ input: Input, line: Int, _ allowed: Set<Allowance>
  ) async -> [any ReportedError] {
    if spec.has(.targets) { return missing(spec.values(.targets, in: input)) }
    let codes: [SellerCode] = spec.values(.givesCode, in: input)
    guard let code = codes.first?.text else { return [] }
    let key = Folding.normalized(code)
    if let earlier = given[key] {
      return [
        InvalidListing([.rule("line \(earlier) already gives the code @\(code)", at: "--code")])
      ]
    }
    given[key] = line
    guard !allowed.contains(.moveCode), let id = try? await context.market.holder(ofCode: code)
    else { return [] }
    return [SellerError.codeTaken(code, id: id)]
  }

  private func missing(_ targets: [ListingTarget]) -> [any ReportedError] {
    targets.compactMap { target in
      guard case .code = target else { return nil }
      do {
        _ = try context.listings.id(of: target)
        return nil
      } catch {
        return error as? SellerError
      }
    }
  }

  /// Records what is unknown after a command.
  private mutating func follow(_ spec: CommandSpec, _ input: Input) {
    switch spec.effect {
    case .reads, .changesShell: break
    case .writesListings:
      if spec.has(.targets),
        spec.traits.contains(.freesCodes) || spec.mentions(.givesCode, in: input)
      {
        given = [:]
      }
    case .changesMarkets: knowsCodes = false
    case .writesFiles: knowsFiles = false
    case .runsCommands:
      knowsCodes = false
      knowsFiles = false
    }
  }
}
