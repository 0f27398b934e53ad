import Digest
import Testing

/// Digests against the examples of FIPS 180-4.
@Suite(.timeLimit(.minutes(60))) struct DigestTests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `short messages have their published digests`(message: String, digest: String) {
    #expect(Digest.hex(Digest.sha256(message)) == digest)
    #expect(Digest.hex(Digest.sha256(Array(message.utf8))) == digest)
    #expect(Digest.hex(Digest.sha256(Array(message.utf8)[...])) == digest)
  }

  @Test func `a million letters have their published digest, as a whole and in pieces`() {
    let expected = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    let letters = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    #expect(Digest.hex(Digest.sha256(letters)) == expected)
    var running = SHA256()
    for start in stride(from: 0, to: letters.count, by: 999) {
      running.update(letters[start..<min(start + 999, letters.count)])
    }
    running.update([])
    #expect(Digest.hex(running.finish()) == expected)
  }

  @Test func `bytes that are not contiguous have the same digest`() {
    let lazyBytes = stride(from: 0, to: 200, by: 1).lazy.map { UInt8($0) }
    #expect(Digest.sha256(lazyBytes) == Digest.sha256(Array(lazyBytes)))
  }

  @Test func `an unfinished hash is freed`() {
    var running = SHA256()
    running.update([1, 2, 3])
  }

  @Test(
    arguments: [
      ([], [], true), ([1], [1], true), ([1], [2], false), ([1, 2], [1], false),
      ([0, 0, 1], [0, 0, 0], false), ([255, 0, 255], [255, 0, 255], true),
    ] as [([UInt8], [UInt8], Bool)])
  func `comparison distinguishes equal from different bytes`(a: [UInt8], b: [UInt8], same: Bool) {
    #expect(Digest.constantTimeEqual(a, b) == same)
  }

  @Test(arguments: [([], ""), ([0, 1, 15, 16, 255], "00010f10ff")] as [([UInt8], String)])
  func `hexadecimal digits are lowercase, two per byte`(bytes: [UInt8], text: String) {
    #expect(Digest.hex(bytes) == text)
  }
}
