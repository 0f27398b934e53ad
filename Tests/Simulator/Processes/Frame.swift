import Foundation
import MarketWire

/// A message between the world and one of its processes.
struct Frame {
  enum Kind: UInt8 {
    // From the world: time has passed; a response; a request; Ctrl-C.
    case time, answer, request, interrupt
    // From a process: it waits; it has ended.
    case idle, ended
  }

  var kind: Kind
  var numbers: [Int] = []
  var blobs: [[UInt8]] = []
}

/// One end of a connection between two processes.
struct Channel {
  let descriptor: Int32

  /// A connection whose first end waits at most two minutes for the other one.
  static func pair() -> (Channel, Channel) {
    var ends: [Int32] = [0, 0]
    precondition(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    var limit = timeval(tv_sec: 120, tv_usec: 0)
    setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    return (Channel(descriptor: ends[0]), Channel(descriptor: ends[1]))
  }

  func send(_ frame: Frame) {
    var bytes: [UInt8] = [
      frame.kind.rawValue, UInt8(frame.numbers.count), UInt8(frame.blobs.count),
    ]
    for number in frame.numbers + frame.blobs.map(\.count) {
      withUnsafeBytes(of: number) { bytes += $0 }
    }
    for blob in frame.blobs { bytes += blob }
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      sent += count
    }
  }

  /// The next frame; nil if the other process has died.
  func receive() -> Frame? {
    guard let head = read(3), let kind = Frame.Kind(rawValue: head[0]) else { return nil }
    let counts = Int(head[1]) + Int(head[2])
    guard let raw = read(counts * 8) else { return nil }
    let numbers = raw.withUnsafeBytes { bytes in
      (0..<counts).map { bytes.loadUnaligned(fromByteOffset: $0 * 8, as: Int.self) }
    }
    var frame = Frame(kind: kind, numbers: Array(numbers.prefix(Int(head[1]))))
    for size in numbers.dropFirst(Int(head[1])) {
      guard let blob = read(size) else { return nil }
      frame.blobs.append(blob)
    }
    return frame
  }

  private func read(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let got = bytes[done...].withUnsafeMutableBytes {
        recv(descriptor, $0.baseAddress, $0.count, 0)
      }
      if got < 0 { precondition(errno != EAGAIN, "a process neither waits nor ends") }
      guard got > 0 else { return nil }
      done += got
    }
    return bytes
  }
}

extension HTTPRequest {
  var blobs: [[UInt8]] {
    [Array(method.rawValue.utf8), Array(target.utf8), headers.bytes, body]
  }

  init?(blobs: [[UInt8]]) {
    guard blobs.count == 4 else { return nil }
    self.init(
      HTTPMethod(rawValue: String(decoding: blobs[0], as: UTF8.self)),
      String(decoding: blobs[1], as: UTF8.self), headers: HTTPHeaders(bytes: blobs[2]),
      body: blobs[3])
  }
}

extension HTTPHeaders {
  var bytes: [UInt8] {
    Array(fields.map { "\($0.name.text)\n\($0.value)" }.joined(separator: "\n").utf8)
  }

  init(bytes: [UInt8]) {
    self.init()
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    for index in stride(from: 0, to: lines.count - 1, by: 2) {
      add(HTTPHeaderName(String(lines[index])), String(lines[index + 1]))
    }
  }
}
