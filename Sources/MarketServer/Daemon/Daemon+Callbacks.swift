import CMicroHTTPD
import MarketWire

// The library calls these functions on the thread of the connection; without TLS, it reports the
// opening of a connection on the accept thread.

/// Called when a connection was passed to the library and before it is closed.
let connectionChanged: MHD_NotifyConnectionCallback = { context, connection, slot, event in
  guard let server = borrowed(ServerContext.self, context), let connection, let slot else { return }
  switch event {
  case .CONNECTION_NOTIFY_STARTED:
    guard let opened = server.connections[market_connection_socket(connection)] else { return }
    slot.pointee = Unmanaged.passRetained(opened).toOpaque()
  case .CONNECTION_NOTIFY_CLOSED:
    guard let closed = slot.pointee.map({ Unmanaged<ClientConnection>.fromOpaque($0) }) else {
      return
    }
    slot.pointee = nil
    server.connections.close(closed.takeRetainedValue())
  }
}

/// Called when a request line has arrived, with the target as it was sent.
let targetReceived:
  @convention(c) (
    UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?
  ) -> UnsafeMutableRawPointer? = { context, target, connection in
    guard let server = borrowed(ServerContext.self, context), let connection,
      let client = borrowed(ClientConnection.self, market_connection_context(connection))
    else { return nil }
    // The deadline of a first request began when its line arrived.
    if client.phase != .headers { server.connections.advance(client, to: .headers) }
    // A target that is not UTF-8 becomes empty, so that the request is refused.
    let text = target.flatMap { String(validatingCString: $0) } ?? ""
    let assembly = RequestAssembly(
      connection: client, target: text, startedAt: server.configuration.elapsed())
    return Unmanaged.passRetained(assembly).toOpaque()
  }

/// Called when the headers, a part of the body or the end of a request has arrived.
let requestPartReceived: MHD_AccessHandlerCallback = {
  context, connection, _, method, version, bytes, count, slot in
  guard let server = borrowed(ServerContext.self, context), let connection, let count,
    let assembly = borrowed(RequestAssembly.self, slot?.pointee)
  else { return .NO }
  let step: RequestAssembly.Step
  if !assembly.hasBegun {
    step = assembly.begin(
      method: method.map { String(cString: $0) } ?? "",
      version: version.map { String(cString: $0) } ?? "",
      fields: fields(of: connection), in: server)
  } else if count.pointee > 0 {
    step = assembly.receive(
      UnsafeRawBufferPointer(start: bytes, count: count.pointee), in: server)
    count.pointee = 0
  } else {
    step = assembly.finish(in: server)
  }
  return carryOut(step, of: assembly, on: connection, in: server)
}

/// Called when a request has ended, with or without a response.
let requestCompleted: MHD_RequestCompletedCallback = { context, _, slot, outcome in
  guard let server = borrowed(ServerContext.self, context), let slot,
    let retained = slot.pointee.map({ Unmanaged<RequestAssembly>.fromOpaque($0) })
  else { return }
  slot.pointee = nil
  let assembly = retained.takeRetainedValue()
  server.responses.release(assembly.responseMemory)
  let entry = assembly.logEntry(in: server)
  server.connections.advance(
    assembly.connection, to: outcome == .REQUEST_TERMINATED_COMPLETED_OK ? .idle : .closing)
  server.log.add(entry)
}

private func carryOut(
  _ step: RequestAssembly.Step, of assembly: RequestAssembly, on connection: OpaquePointer,
  in server: ServerContext
) -> MHD_Result {
  switch step {
  case .proceed: return .YES
  case .abort: return .NO
  case .respond(let response):
    return queue(response, on: connection, closing: server.connections.isDraining)
  case .respondAndClose(let response):
    let descriptor = assembly.connection.descriptor
    guard server.connections.advance(assembly.connection, to: .closing) else { return .NO }
    ClosingResponse.send(response, isHead: assembly.isHead, to: descriptor, in: server)
    // Tells the library to close the connection without a response of its own.
    return .NO
  }
}

/// Passes a response to the library, which copies the body, omits it for HEAD, and adds
/// `Content-Length` and `Date`.
private func queue(
  _ response: HTTPResponse, on connection: OpaquePointer, closing: Bool
) -> MHD_Result {
  let created = response.body.withUnsafeBytes { bytes in
    MHD_create_response_from_buffer(
      bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
  }
  guard let created else { return .NO }
  defer { MHD_destroy_response(created) }
  for field in ResponseHeaders.fields(of: response) {
    _ = MHD_add_response_header(created, field.name.text, field.value)
  }
  if closing || response.headers[.connection]?.lowercased() == "close" {
    _ = MHD_add_response_header(created, "Connection", "close")
  }
  return MHD_queue_response(connection, UInt32(response.status), created)
}

/// The header fields in the order received.
private func fields(of connection: OpaquePointer) -> [(name: String, value: String)] {
  final class Collected { var fields: [(name: String, value: String)] = [] }
  let collected = Collected()
  MHD_get_connection_values_n(
    connection, .HEADER_KIND,
    { context, _, name, nameSize, value, valueSize in
      borrowed(Collected.self, context)?.fields.append(
        (text(name, nameSize), text(value, valueSize).trimmingWhitespace))
      return .YES
    }, Unmanaged.passUnretained(collected).toOpaque())
  return collected.fields
}

/// Decodes UTF-8; invalid bytes become the replacement character.
private func text(_ start: UnsafePointer<CChar>?, _ size: Int) -> String {
  String(
    decoding: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : size), as: UTF8.self)
}

/// The object behind an unretained pointer.
private func borrowed<Object: AnyObject>(
  _ type: Object.Type, _ pointer: UnsafeMutableRawPointer?
) -> Object? {
  pointer.map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
}
