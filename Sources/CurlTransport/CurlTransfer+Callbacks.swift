import CCurl
import OpenMarketClient

extension CurlTransfer {
  /// Sets the functions that libcurl calls during the transfer, on the thread of the pool.
  func setCallbacks(_ easy: UnsafeMutableRawPointer) {
    // Unretained is safe: the pool holds the transfer until the handle is released.
    let context = Unmanaged.passUnretained(self).toOpaque()
    for option in [
      CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_READDATA, CURLOPT_SEEKDATA,
      CURLOPT_XFERINFODATA, CURLOPT_PREREQDATA,
    ] {
      _ = market_curl_set_pointer(easy, option, context)
    }
    _ = market_curl_on_data(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      let bytes = UnsafeRawBufferPointer(start: bytes, count: size * count)
      return CurlTransfer.at(context).response.append(body: bytes) ? bytes.count : 0
    }
    _ = market_curl_on_data(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      let bytes = UnsafeRawBufferPointer(start: bytes, count: size * count)
      return CurlTransfer.at(context).response.append(line: bytes) ? bytes.count : 0
    }
    _ = market_curl_on_data(easy, CURLOPT_READFUNCTION) { room, size, count, context in
      guard let room else { return 0 }
      return CurlTransfer.at(context).read(
        into: UnsafeMutableRawBufferPointer(start: room, count: size * count))
    }
    _ = market_curl_on_seek(easy) { context, offset, origin in
      CurlTransfer.at(context).seek(to: Int(offset), origin: origin)
    }
    _ = market_curl_on_begin(easy) { context, remote, _, _, _ in
      CurlTransfer.at(context).begin(at: remote.map { String(cString: $0) })
        ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
    }
    guard progress != nil else { return }
    _ = market_curl_set_long(easy, CURLOPT_NOPROGRESS, 0)
    _ = market_curl_on_progress(easy) { context, toReceive, received, _, sent in
      let transfer = CurlTransfer.at(context)
      transfer.report(
        TransferProgress(
          sent: Int(sent), toSend: transfer.body.count, received: Int(received),
          toReceive: toReceive > 0 ? Int(toReceive) : nil))
      return 0
    }
  }

  /// Returns the transfer of a callback.
  static func at(_ context: UnsafeMutableRawPointer?) -> CurlTransfer {
    guard let context else { preconditionFailure("libcurl passes the context to each callback") }
    return Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
  }

  /// Returns whether the request may be sent over the open connection: the host of a redirect may not
  /// be allowed.
  ///
  /// - Parameter address: the numeric address of the server, or of a proxy.
  private func begin(at address: String?) -> Bool {
    if request.refusesLocalNetwork, address.map(MarketAddress.isLocalNetwork) ?? true {
      didReachLocalNetwork = true
      return false
    }
    if let host = request.onlyHost, hasStarted, host != current?.host {
      crossedTo = current?.origin ?? ""
      return false
    }
    hasStarted = true
    return true
  }

  /// The current URL, after the redirects so far.
  var current: URLParts? {
    var text: UnsafePointer<CChar>?
    guard let easy, market_curl_get_text(easy, CURLINFO_EFFECTIVE_URL, &text) == CURLE_OK,
      let text
    else { return nil }
    return try? URLParts(String(cString: text))
  }

  private func read(into room: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(room.count, body.count - offset)
    body.withUnsafeBytes { room.copyMemory(from: .init(rebasing: $0[offset..<(offset + count)])) }
    offset += count
    return count
  }

  /// Sets the position in the body; libcurl goes back to the start when it repeats a request.
  private func seek(to position: Int, origin: Int32) -> Int32 {
    guard origin == 0, (0...body.count).contains(position) else { return CURL_SEEKFUNC_FAIL }
    offset = position
    return CURL_SEEKFUNC_OK
  }

  private func report(_ state: TransferProgress) {
    guard state != lastProgress else { return }
    lastProgress = state
    progress?(state)
  }
}
