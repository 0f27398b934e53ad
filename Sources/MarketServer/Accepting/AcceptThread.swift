import Base
import Dispatch
import Foundation

/// The thread that accepts connections.
///
/// The library's own listening thread spins when the process is out of descriptors, and passes each
/// connection on before its first byte has arrived.
final class AcceptThread: Sendable {
  private let wake: AcceptWake
  private let ended = DispatchSemaphore(value: 0)

  init(wake: AcceptWake) {
    self.wake = wake
  }

  func start(
    _ socket: ListeningSocket, libraries: LibraryHandles, server: ServerContext
  ) throws(ServerError) {
    let slots = server.configuration.slots ?? DescriptorBudget.connections()
    let isStarted = startThread("accept", stackSize: 512 * 1024) { [ended] in
      var loop = AcceptLoop(
        listening: socket.descriptor, libraries: libraries, server: server, slots: slots)
      loop.run()
      ended.signal()
    }
    if !isStarted { throw .callFailed(name: "pthread_create", code: EAGAIN) }
  }

  /// Closes the listening socket and the connections without a complete header section; returns
  /// when the thread has ended.
  func stop() {
    wake.stop()
    ended.wait()
  }
}
