import CommandLanguage
import Foundation
package import Messages
package import Photos

extension PhotoFileError {
  /// Why a file cannot be used, without its name.
  ///
  /// - Parameter path: the file as the seller typed it.
  package func message(of path: String) -> Message {
    switch self {
    case .missing: "there is no such file"
    case .isFolder: "it is a folder; name its photos: \(command: Self.pattern(in: path))"
    case .notAFile: "it is not a file"
    case .notAllowed: "you have no permission to read it"
    case .tooLarge(_, let bytes, let limit):
      "\(Message.byteCount(bytes)) is more than \(Message.byteCount(limit))"
    case .unreadable(_, let code): "it cannot be read (\(String(cString: strerror(code))))"
    }
  }

  /// The glob for everything in a folder.
  private static func pattern(in folder: String) -> String {
    Quoting.quote(folder) + (folder.hasSuffix("/") ? "*" : "/*")
  }
}

extension PhotoError {
  /// Why a photo cannot be used, and what to do.
  package var message: Message {
    switch self {
    case .notAPhoto(let content) where content.isImage:
      "it is \(content.message); save it as JPEG or PNG first"
    case .notAPhoto(let content):
      "it is not a photo but \(content.message); use a JPEG, PNG, HEIC or WebP"
    case .noDecoder(let format):
      """
      this machine cannot read \(formatted: format.rawValue); install \
      \(formatted: Self.package(for: format))
      """
    case .truncated(let format, let bytes):
      """
      the \(formatted: format.rawValue) ends early, after \(Message.byteCount(bytes)): copy or \
      download it again
      """
    case .damaged(let format, let damage):
      """
      the \(formatted: format.rawValue) is damaged (\(damage.message)); open it in another \
      program and save it again
      """
    case .tooManyPixels(let width, let height, let limit):
      """
      \(width)×\(height) pixels are more than the limit of \(limit / 1_000_000) megapixels; make \
      it smaller first
      """
    case .undecodable(let format, let reason):
      """
      the \(formatted: format.rawValue) cannot be decoded (\(reason)); open it in another \
      program and save it again
      """
    case .noMemory(let width, let height):
      "there is not enough memory for \(width)×\(height) pixels; make it smaller first"
    case .unencodable(let format, let reason):
      "it cannot be written as \(formatted: format.rawValue) (\(reason))"
    case .cannotFit(let bytes, let limit):
      "\(Message.exactByteCount(bytes)) are more than the \(Message.exactByteCount(limit)) allowed"
    }
  }

  /// The package with the decoder in Debian and its derivatives.
  private static func package(for format: PhotoFormat) -> String {
    switch format {
    case .webp: "webp-pixbuf-loader"
    case .heic, .avif: "heif-gdk-pixbuf"
    case .jpeg, .png: "libgdk-pixbuf-2.0-0"
    }
  }
}

extension PhotoDamage {
  fileprivate var message: Message {
    switch self {
    case .missingHeader: "no header"
    case .invalidHeader: "an invalid header"
    case .noPixels: "no pixels"
    case .structure: "its parts do not fit together"
    case .missingData: "too little data for its size"
    case .checksum: "a wrong checksum"
    case .tooManyParts: "far too many parts"
    }
  }
}

extension PhotoWarning {
  package var message: Message {
    switch self {
    case .small(let longSide, _): "only \(longSide) pixels on its long side"
    case .narrow(let width): "only \(width) pixels of its width are left; split it"
    case .flat(let height): "only \(height) pixels of its height are left; split it"
    case .firstFrameOnly: "first frame only"
    case .convertedFromCMYK: "print colors converted to screen colors"
    case .profileDropped: "color profile removed"
    case .roundedTo8Bits: "rounded to 8 bits per color"
    }
  }
}

extension UnexpectedContent {
  package var message: Message {
    switch self {
    case .empty: "an empty file"
    case .text: "text"
    case .html: "a web page"
    case .xml: "an XML file"
    case .json: "a JSON file"
    case .svg: "an SVG drawing"
    case .pdf: "a PDF"
    case .zip, .gzip: "an archive"
    case .video: "a video"
    case .audio: "a sound"
    case .program: "a program"
    case .gif: "a GIF"
    case .bmp: "a BMP"
    case .tiff: "a TIFF or raw camera file"
    case .otherImage: "a picture in an unsupported format"
    case .unknown: "something unknown"
    }
  }
}
