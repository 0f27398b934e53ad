import Foundation

/// Small pictures for tests.
enum TestPicture {
  /// 16 x 16 pixels.
  static let jpeg = bytes(
    """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1\
    tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSk\
    pKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAQABADASIAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EAB\
    QQAQAAAAAAAAAAAAAAAAAAAAD/xAAVAQEBAAAAAAAAAAAAAAAAAAAEBf/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAM\
    AwEAAhEDEQA/AAAiO//Z
    """)
  /// 640 x 400 pixels of one color.
  static let png = bytes(
    """
    iVBORw0KGgoAAAANSUhEUgAAAoAAAAGQAQAAAAAWiOyIAAAAiUlEQVR42u3MMQEAAAgDoGn/zlpiJwRgLl0boVAoFA\
    qFQqFQKBQKhUKhUCgUCoVCoVAoFAqFQqFQKBQKhUKhUCgUCoVCoVAoFAqFQqFQKBQKhUKhUCgUCoVCoVAoFAqFQqFQ\
    KBQKhUKhUCgUCoVCoVAoFAqFQqFQKBQKhUKhUCgUCoVCoVAoFBY8Yv0EH5E9bbkAAAAASUVORK5CYII=
    """)
  /// 8 x 8 pixels, half transparent.
  static let transparentPNG = bytes(
    """
    iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAYAAADED76LAAAAFklEQVR42mNkZGKOYsADmBgIgOGhAABq0gBwqw+3JA\
    AAAABJRU5ErkJggg==
    """)
  /// The beginning of a picture in a format that the market refuses.
  static let gif = Array("GIF89a".utf8)

  private static func bytes(_ base64: String) -> [UInt8] {
    Data(base64Encoded: base64).map(Array.init) ?? []
  }
}
