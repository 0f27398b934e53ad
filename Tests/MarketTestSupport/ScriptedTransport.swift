public import MarketWire
public import OpenMarketClient
import Synchronization

/// A transport that responds to each request with the next step of a script, and records requests.
///
/// A request after the last step throws ``TransportError/Code/other``. At the end of a test,
/// ``unused`` should be 0.
public final class ScriptedTransport: Transport {
  /// One step of a script.
  public enum Step: Sendable {
    case respond(HTTPResponse)
    case fail(TransportError)
    /// Returns a response that depends on the request.
    case reply(@Sendable (HTTPRequest) -> HTTPResponse)

    /// Responds with a JSON text.
    public static func json(_ text: String, status: Int = 200, headers: HTTPHeaders = [:]) -> Step {
      .respond(HTTPResponse(status: status, headers: headers, body: Array(text.utf8)))
    }

    public static func status(_ status: Int, headers: HTTPHeaders = [:]) -> Step {
      .json(#"{"code":\#(status),"message":"no"}"#, status: status, headers: headers)
    }

    public static func fail(_ code: TransportError.Code, wasSent: Bool) -> Step {
      .fail(TransportError(code, wasSent: wasSent))
    }
  }

  private struct State {
    var steps: ArraySlice<Step>
    var requests: [HTTPRequest] = []
    var options: [SendOptions] = []
  }

  private let state: Mutex<State>

  public init(_ steps: [Step]) {
    state = Mutex(State(steps: steps[...]))
  }

  /// The sent requests, in order.
  public var requests: [HTTPRequest] { state.withLock { $0.requests } }
  public var options: [SendOptions] { state.withLock { $0.options } }
  /// The number of steps left.
  public var unused: Int { state.withLock { $0.steps.count } }

  public func send(
    _ request: HTTPRequest, _ options: SendOptions
  ) async throws(TransportError) -> HTTPResponse {
    let step = state.withLock { state in
      state.requests.append(request)
      state.options.append(options)
      return state.steps.popFirst()
    }
    switch step {
    case .respond(let response): return response
    case .fail(let error): throw error
    case .reply(let make): return make(request)
    case nil: throw TransportError(.other, wasSent: false, detail: "the script has ended")
    }
  }
}
