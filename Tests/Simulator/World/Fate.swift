import MarketWire
import OpenMarketClient

/// What becomes of a request on its way.
enum Fate: String, CaseIterable {
  /// It arrives, and so does its response.
  case arrives
  /// It is lost; the sender waits.
  case lost
  /// The connection is refused.
  case refused
  /// It arrives, and the response is cut off.
  case answerCut
  /// It arrives long after the sender has given up.
  case late
  /// It arrives twice.
  case doubled
  /// A proxy answers 502 instead of the market.
  case badGateway
  /// It arrives, and a proxy answers 504 before the market does.
  case gatewayTimeout
  /// The market asks to wait.
  case tooMany

  static func next(in world: World) -> Fate {
    let fate = world.luck.pick(allCases)
    return world.strikes(.network, 0.5) ? fate : .arrives
  }

  /// What a sender gets.
  struct Answer {
    var status = 0
    var headers: [UInt8] = []
    var body: [UInt8] = []
    /// The error, if there is no response.
    var code: TransportError.Code?
    var wasSent = true

    static func failed(_ code: TransportError.Code, wasSent: Bool = true) -> Answer {
      Answer(code: code, wasSent: wasSent)
    }

    /// The answer of a proxy.
    static func proxy(_ status: Int, _ headers: HTTPHeaders = [:]) -> Answer {
      Answer(status: status, headers: headers.bytes, body: Array("<html>proxy</html>".utf8))
    }

    func frame(time: Int, request: Int) -> Frame {
      Frame(
        kind: .answer, numbers: [time, request, status, wasSent ? 1 : 0],
        blobs: [headers, body, Array((code?.rawValue ?? "").utf8)])
    }

    var result: Result<HTTPResponse, TransportError> {
      if let code { return .failure(TransportError(code, wasSent: wasSent)) }
      return .success(
        HTTPResponse(status: status, headers: HTTPHeaders(bytes: headers), body: body))
    }

    /// What was done, for the history.
    var text: String { code?.rawValue ?? "\(status)" }
  }
}

extension Fate.Answer {
  init(frame: Frame) {
    let code = TransportError.Code(rawValue: String(decoding: frame.blobs[2], as: UTF8.self))
    self.init(
      status: frame.numbers[2], headers: frame.blobs[0], body: frame.blobs[1], code: code,
      wasSent: frame.numbers[3] == 1)
  }
}
