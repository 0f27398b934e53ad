/// The words for what keeps a market from being opened or served.
import Foundation
import MarketCommands
import MarketServer
import MarketService

extension HostError {
  init(_ error: ServiceError) {
    let code: Code =
      switch error {
      case .nameTaken: .nameTaken
      case .nameInvalid: .invalidName
      case .noSuchAccount: .noSuchAccount
      default: .store
      }
    self.init(code, error.description)
  }

  init(_ error: ServerError, _ options: ServeOptions) {
    self.init(.address, Self.words(error, options))
  }

  private static func words(_ error: ServerError, _ options: ServeOptions) -> String {
    switch error {
    case .portTaken(let host, let port):
      "port \(port) of \(host) is taken; --port 0 takes any free one"
    case .addressUnavailable(let host): "this machine has no address \(host)"
    case .addressMalformed(let host): "\(host) is not an address of this machine"
    case .notPermitted(let host, let port):
      "the system does not let you listen at port \(port) of \(host)"
    case .alreadyStarted: "the server runs already"
    case .callFailed(let name, let code):
      "cannot listen at \(options.bind): \(name): \(String(cString: strerror(code)))"
    }
  }
}
