/// What a batch would stumble over further down, found before its first line is sent.
import CommandLanguage
import Foundation
import MarketWire
import Photos

/// Looks for the photos and the codes that a file names, without a request.
///
/// What may depend on a line further up is left to the run: a fault told here is one that the run
/// would have.
struct ScriptCheck {
  /// What is wrong with a command, and where it stands.
  struct Fault {
    let error: SellerError
    let tokens: CommandTokens
    let words: [Word]
  }

  private let session: Session
  private let interpreter: Interpreter
  private var dryRun = DryRun()
  /// Whether nothing further up changes which codes there are, but what the rehearsal follows.
  private var knowsCodes = true
  /// Whether nothing further up may write files.
  private var knowsFiles = true
  /// Codes given further up, and in which line.
  private var given: [String: Int] = [:]

  init(session: Session) {
    self.session = session
    interpreter = Interpreter(session: session)
  }

  /// All faults in their order; none where a line is no command, which the run tells by itself.
  mutating func faults(in script: Script) -> [Fault] {
    var faults: [Fault] = []
    var variables = session.variables
    for tokens in script {
      guard let words = try? variables.words(of: tokens) else { return [] }
      let parsed = interpreter.parse(words)
      if ProcessOptions(parsed.process).isAnsweredAlone { continue }
      guard let (spec, input) = try? parsed.checked() else { return [] }
      if spec.name == QuitCommand.spec.name { break }
      if let (name, text) = LetCommand.assignment(parsed) { variables[name] = text }
      let waits = dryRun.note(parsed, words, in: session)
      let isHere = ProcessOptions(parsed.process).market == nil
      var errors = knowsFiles ? photoFaults(spec, input) : []
      if waits == nil, knowsCodes, isHere {
        errors += codeFaults(spec, input, line: tokens.place.line)
      }
      faults += errors.map { Fault(error: $0, tokens: tokens, words: words) }
      follow(spec, input)
    }
    return faults
  }

  /// Photos that are not there, or are no files.
  private func photoFaults(_ spec: CommandSpec, _ input: Input) -> [SellerError] {
    let images =
      switch spec.name {
      case AddCommand.spec.name: input[AddCommand.images]
      case EditCommand.spec.name: input[EditCommand.images]
      default: [PhotoPath]()
      }
    return images.flatMap { image -> [SellerError] in
      do {
        return try session.paths(of: image.path).compactMap { path in
          do throws(PhotoFileError) {
            try PhotoFile.check(session.environment.absolute(path))
            return nil
          } catch {
            return .listing([.photo(path: path, reason: PhotoText.words(error, of: path))])
          }
        }
      } catch {
        // As `add` says it of all that is wrong with a listing.
        guard let error = error as? SellerError else { return [] }
        return [.listing(SellerText(error).sentences.map { .rule($0.text, at: $0.culprit) })]
      }
    }
  }

  /// A code that is taken, or that nothing has.
  private mutating func codeFaults(
    _ spec: CommandSpec, _ input: Input, line: Int
  ) -> [SellerError] {
    switch spec.name {
    case AddCommand.spec.name:
      guard let code = input[AddCommand.ref]?.text else { return [] }
      let key = Folding.composed(code)
      if let earlier = given[key] {
        return [.listing([.rule("the code @\(code) is given in line \(earlier)", at: "--ref")])]
      }
      given[key] = line
      guard let id = try? session.listing(ofCode: code) else { return [] }
      return [.codeTaken(code, id: id)]
    case EditCommand.spec.name: return missing(input[EditCommand.listings])
    case RemoveCommand.spec.name: return missing(input[RemoveCommand.listings])
    case ShowCommand.spec.name: return missing(input[ShowCommand.listings])
    default: return []
    }
  }

  private func missing(_ targets: [ListingTarget]) -> [SellerError] {
    targets.compactMap { target in
      guard case .code = target else { return nil }
      do {
        _ = try session.id(of: target)
        return nil
      } catch {
        return error as? SellerError
      }
    }
  }

  /// Takes note of what is not known any more behind a command.
  private mutating func follow(_ spec: CommandSpec, _ input: Input) {
    switch (spec.group, spec.name) {
    case (.look, _), (.shell, _), (.sell, AddCommand.spec.name): break
    case (.sell, EditCommand.spec.name):
      if input.mentions(EditCommand.ref) { given = [:] }
    case (.sell, RemoveCommand.spec.name): given = [:]
    case (.market, _): knowsCodes = false
    default:
      knowsCodes = false
      knowsFiles = false
    }
  }
}
