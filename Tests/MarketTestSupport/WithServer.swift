/// Runs `body` with a scripted server, which is stopped when `body` returns or throws.
public func withServer<Value>(
  _ script: @escaping ScriptedServer.Script, _ body: (ScriptedServer) async throws -> Value
) async throws -> Value {
  let server = try ScriptedServer(script)
  defer { server.stop() }
  return try await body(server)
}
