/// The functions that the library calls, each on the thread of the connection but for the opening.
import CMicroHTTPD
import MarketWire

/// A connection was accepted, or will be closed next.
let connectionChanged: MHD_NotifyConnectionCallback = { context, connection, slot, event in
  guard let core = borrowed(ServerContext.self, context), let connection, let slot else { return }
  switch event {
  case .CONNECTION_NOTIFY_STARTED:
    let descriptor = market_connection_socket(connection)
    let peer =
      market_connection_peer(connection).map(ClientSocket.address) ?? (text: "?", group: "?")
    let isWithinLimits = core.table.open(descriptor, group: peer.group)
    let opened = ClientConnection(
      descriptor: descriptor, peer: peer.text, exceedsLimits: !isWithinLimits,
      isSecure: core.configuration.identity != nil)
    slot.pointee = Unmanaged.passRetained(opened).toOpaque()
  case .CONNECTION_NOTIFY_CLOSED:
    guard let closed = slot.pointee.map({ Unmanaged<ClientConnection>.fromOpaque($0) }) else {
      return
    }
    slot.pointee = nil
    core.table.close(closed.takeRetainedValue().descriptor)
  }
}

/// A request line has arrived: the only sight of the target as it was sent.
let targetReceived:
  @convention(c) (
    UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?
  ) -> UnsafeMutableRawPointer? = { context, target, connection in
    guard let core = borrowed(ServerContext.self, context), let connection,
      let peer = borrowed(ClientConnection.self, market_connection_context(connection))
    else { return nil }
    core.table.advance(peer.descriptor, to: .headers)
    // What is not UTF-8 stays empty and is refused: nobody could be told it as it was sent.
    let text = target.flatMap { String(validatingCString: $0) } ?? ""
    let assembly = RequestAssembly(
      connection: peer, target: text, startedAt: core.configuration.elapsed())
    return Unmanaged.passRetained(assembly).toOpaque()
  }

/// The headers, a piece of the body, or the end of a request has arrived.
let requestPieceReceived: MHD_AccessHandlerCallback = {
  context, connection, _, method, version, bytes, count, slot in
  guard let core = borrowed(ServerContext.self, context), let connection, let count,
    let assembly = borrowed(RequestAssembly.self, slot?.pointee)
  else { return .NO }
  let step: RequestAssembly.Step
  if !assembly.hasBegun {
    step = assembly.begin(
      method: method.map { String(cString: $0) } ?? "",
      version: version.map { String(cString: $0) } ?? "",
      fields: fields(of: connection), in: core)
  } else if count.pointee > 0 {
    step = assembly.receive(UnsafeRawBufferPointer(start: bytes, count: count.pointee))
    count.pointee = 0
  } else {
    step = assembly.finish(in: core)
  }
  return carryOut(step, of: assembly, on: connection, in: core)
}

/// A request is over, answered or not.
let requestCompleted: MHD_RequestCompletedCallback = { context, _, slot, outcome in
  guard let core = borrowed(ServerContext.self, context), let slot,
    let held = slot.pointee.map({ Unmanaged<RequestAssembly>.fromOpaque($0) })
  else { return }
  slot.pointee = nil
  let assembly = held.takeRetainedValue()
  let descriptor = assembly.connection.descriptor
  let entry = assembly.entry(
    at: core.configuration.elapsed(), hasTimedOut: core.table.hasTimedOut(descriptor), in: core)
  core.table.advance(descriptor, to: outcome == .REQUEST_TERMINATED_COMPLETED_OK ? .idle : .closing)
  core.configuration.log(entry)
}

private func carryOut(
  _ step: RequestAssembly.Step, of assembly: RequestAssembly, on connection: OpaquePointer,
  in core: ServerContext
) -> MHD_Result {
  switch step {
  case .goOn: return .YES
  case .abandon: return .NO
  case .answer(let response): return queue(response, on: connection, closing: core.table.isDraining)
  case .refuse(let response):
    let descriptor = assembly.connection.descriptor
    guard core.table.advance(descriptor, to: .closing) else { return .NO }
    let bytes = ClosingResponse.bytes(
      response, isHead: assembly.isHead, at: core.configuration.now())
    ClientSocket.sendAll(bytes, to: descriptor, patience: 1000)
    ClientSocket.linger(
      descriptor, within: core.configuration.limits.lingerTimeout,
      elapsed: core.configuration.elapsed)
    // Tells the library to close without an answer of its own.
    return .NO
  }
}

/// Gives an answer to the library, which copies the body once, leaves it out for HEAD, and adds
/// `Content-Length` and `Date`.
private func queue(
  _ response: HTTPResponse, on connection: OpaquePointer, closing: Bool
) -> MHD_Result {
  let made = response.body.withUnsafeBytes { bytes in
    MHD_create_response_from_buffer(
      bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
  }
  guard let made else { return .NO }
  defer { MHD_destroy_response(made) }
  for field in ResponseHeaders.fields(of: response) {
    _ = MHD_add_response_header(made, field.name.text, field.value)
  }
  if closing || response.headers[.connection]?.lowercased() == "close" {
    _ = MHD_add_response_header(made, "Connection", "close")
  }
  return MHD_queue_response(connection, UInt32(response.status), made)
}

/// The header fields in the order received.
private func fields(of connection: OpaquePointer) -> [(name: String, value: String)] {
  final class Collected { var fields: [(name: String, value: String)] = [] }
  let collected = Collected()
  MHD_get_connection_values_n(
    connection, .HEADER_KIND,
    { context, _, name, nameSize, value, valueSize in
      borrowed(Collected.self, context)?.fields.append(
        (text(name, nameSize), text(value, valueSize).withoutOuterBlanks))
      return .YES
    }, Unmanaged.passUnretained(collected).toOpaque())
  return collected.fields
}

/// Bytes that are not UTF-8 become the replacement character.
private func text(_ start: UnsafePointer<CChar>?, _ size: Int) -> String {
  String(
    decoding: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : size), as: UTF8.self)
}

private func borrowed<Object: AnyObject>(
  _ type: Object.Type, _ pointer: UnsafeMutableRawPointer?
) -> Object? {
  pointer.map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
}
