import CMicroHTTPD
import Foundation

/// The socket that a server listens on.
///
/// The server opens it itself, because the library does not report why a socket cannot be opened.
struct ListeningSocket {
  let descriptor: Int32
  let bound: BoundAddress

  /// Takes over a socket that listens already.
  init(adopting descriptor: Int32, isSecure: Bool) throws(ServerError) {
    var isListening: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &size) == 0,
      isListening != 0, let bound = Self.bound(descriptor, isSecure: isSecure),
      fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0,
      fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0
    else { throw .notListening }
    self.bound = bound
    self.descriptor = descriptor
  }

  /// Checks whether a server could listen at an address, and leaves it free.
  static func check(host: String, port: UInt16) throws(ServerError) {
    close(try ListeningSocket(host: host, port: port, isSecure: false).descriptor)
  }

  /// Binds and listens.
  ///
  /// The caller must close the descriptor.
  init(host: String, port: UInt16, isSecure: Bool) throws(ServerError) {
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
    let name = isBracketed ? String(host.dropFirst().dropLast()) : host
    let numeric = name == "localhost" ? "127.0.0.1" : name
    let (storage, length) = try Self.resolve(numeric, port: port)
    let family = Int32(storage.ss_family)
    let descriptor = socket(family, Self.stream, 0)
    guard descriptor >= 0 else { throw .callFailed(name: "socket", code: errno) }
    do throws(ServerError) {
      try Self.configure(descriptor, family: family)
      try Self.bind(descriptor, to: storage, length: length, host: numeric, port: port)
      guard listen(descriptor, SOMAXCONN) == 0 else {
        throw errno == EADDRINUSE
          ? .portTaken(host: numeric, port: port) : .callFailed(name: "listen", code: errno)
      }
      guard let port = Self.bound(descriptor, isSecure: isSecure)?.port else {
        throw .callFailed(name: "getsockname", code: errno)
      }
      bound = BoundAddress(host: numeric, port: port, isSecure: isSecure)
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
  }

  #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
  #else
    private static let stream = SOCK_STREAM
  #endif

  private static func resolve(
    _ host: String, port: UInt16
  ) throws(ServerError) -> (sockaddr_storage, socklen_t) {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
    hints.ai_socktype = stream
    var list: UnsafeMutablePointer<addrinfo>?
    guard !host.utf8.contains(0), getaddrinfo(host, String(port), &hints, &list) == 0, let list
    else { throw .addressMalformed(host: host) }
    defer { freeaddrinfo(list) }
    var storage = sockaddr_storage()
    withUnsafeMutableBytes(of: &storage) { target in
      target.copyMemory(
        from: UnsafeRawBufferPointer(
          start: list.pointee.ai_addr, count: Int(list.pointee.ai_addrlen)))
    }
    return (storage, list.pointee.ai_addrlen)
  }

  /// Makes the socket non-blocking, as the library requires, and not inheritable by child
  /// processes.
  ///
  /// The port can be bound again as soon as the server has ended.
  private static func configure(_ descriptor: Int32, family: Int32) throws(ServerError) {
    var yes: Int32 = 1
    var no: Int32 = 0
    let size = socklen_t(MemoryLayout<Int32>.size)
    guard setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, size) == 0,
      family != AF_INET6
        || setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &no, size) == 0,
      fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0,
      fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0
    else { throw .callFailed(name: "setsockopt", code: errno) }
  }

  private static func bind(
    _ descriptor: Int32, to storage: sockaddr_storage, length: socklen_t, host: String, port: UInt16
  ) throws(ServerError) {
    var storage = storage
    let result = withUnsafeBytes(of: &storage) { bytes in
      systemBind(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, length)
    }
    guard result != 0 else { return }
    switch errno {
    case EADDRINUSE: throw .portTaken(host: host, port: port)
    case EADDRNOTAVAIL, EAFNOSUPPORT, ENODEV, EINVAL: throw .addressUnavailable(host: host)
    case EACCES, EPERM: throw .notPermitted(host: host, port: port)
    case let code: throw .callFailed(name: "bind", code: code)
    }
  }

  /// The address and port at this end of a socket; nil if it is neither IPv4 nor IPv6.
  static func bound(_ descriptor: Int32, isSecure: Bool) -> BoundAddress? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutableBytes(of: &storage) { bytes in
      let address = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
      guard let address, getsockname(descriptor, address, &length) == 0,
        let host = IPAddress(address)
      else { return nil }
      // The port has the same offset in IPv4 and IPv6 addresses.
      let port = UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
      return BoundAddress(host: host.text, port: port, isSecure: isSecure)
    }
  }
}

/// `bind(2)`, which the method of the same name hides inside the type.
private func systemBind(
  _ descriptor: Int32, _ address: UnsafePointer<sockaddr>?, _ length: socklen_t
) -> Int32 {
  bind(descriptor, address, length)
}
