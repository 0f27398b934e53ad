import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Starts a thread that runs `work` and ends.
///
/// Foundation's `Thread.start` drops the error of the system, and what waits for the thread would
/// wait forever. So every thread is started here, and the caller decides what to do without one.
///
/// - Parameters:
///   - name: What debuggers show; at most 15 bytes.
///   - stackSize: The size of the stack in bytes; nil for that of the system.
/// - Returns: False if the system allows no more threads; then `work` does not run.
public func startThread(
  _ name: String? = nil, stackSize: Int? = nil, _ work: @escaping @Sendable () -> Void
) -> Bool {
  let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
  defer { attributes.deallocate() }
  guard pthread_attr_init(attributes) == 0 else { return false }
  defer { pthread_attr_destroy(attributes) }
  pthread_attr_setdetachstate(attributes, CInt(PTHREAD_CREATE_DETACHED))
  if let stackSize { pthread_attr_setstacksize(attributes, stackSize) }
  let start = Unmanaged.passRetained(ThreadStart(name: name, work: work))
  #if canImport(Darwin) || canImport(Musl)
    var thread: pthread_t?
  #else
    var thread = pthread_t()
  #endif
  let code = pthread_create(
    &thread, attributes,
    { argument in
      let pointer: UnsafeMutableRawPointer? = argument
      if let pointer { Unmanaged<ThreadStart>.fromOpaque(pointer).takeRetainedValue().run() }
      return nil
    }, start.toOpaque())
  if code != 0 { start.release() }
  return code == 0
}

/// Starts a thread that runs `work`, or runs it on this thread if the system allows no more.
public func startThreadOrRun(
  _ name: String? = nil, stackSize: Int? = nil, _ work: @escaping @Sendable () -> Void
) {
  if !startThread(name, stackSize: stackSize, work) { work() }
}

private final class ThreadStart: Sendable {
  private let name: String?
  private let work: @Sendable () -> Void

  init(name: String?, work: @escaping @Sendable () -> Void) {
    self.name = name
    self.work = work
  }

  func run() {
    if let name { Thread.current.name = name }
    work()
  }
}
