/// A scripted server for the time of a test.

/// Runs `body` with a server that is stopped afterwards, whatever happens.
public func withServer<Value>(
  _ script: @escaping ScriptedServer.Script, _ body: (ScriptedServer) async throws -> Value
) async throws -> Value {
  let server = try ScriptedServer(script)
  defer { server.stop() }
  return try await body(server)
}
