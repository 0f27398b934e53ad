import CommandLanguage
import Foundation
package import Photos

/// Messages about photos that cannot be used.
package enum PhotoText {
  /// `no photos`, `only 1 photo`, `only 3 photos`.
  package static func only(_ count: Int) -> String {
    count == 0 ? "no photos" : count == 1 ? "only 1 photo" : "only \(count) photos"
  }

  /// `is only 1 photo`, `are only 3 photos`.
  package static func count(_ count: Int) -> String {
    "\(count == 1 ? "is" : "are") \(only(count))"
  }

  /// - Parameter path: the file as the seller typed it.
  package static func words(_ error: PhotoFileError, of path: String) -> String {
    switch error {
    case .missing: "there is no such file"
    case .isFolder: "it is a folder; name what is in it: \(pattern(in: path))"
    case .notAFile: "it is not a file"
    case .notAllowed: "you may not read it"
    case .tooLarge(_, let bytes, let limit):
      "\(ByteText.words(bytes)) is more than \(ByteText.words(limit))"
    case .unreadable(_, let code): "it cannot be read (\(String(cString: strerror(code))))"
    }
  }

  /// The glob for everything in a folder.
  private static func pattern(in folder: String) -> String {
    Quoting.quote(folder) + (folder.hasSuffix("/") ? "*" : "/*")
  }

  /// The actual kind of the file, and what to do.
  package static func words(_ error: PhotoError) -> String {
    switch error {
    case .notAPhoto(let content):
      "it is not a photo but \(words(content)); name a JPEG, PNG, HEIC, WebP, TIFF, GIF or BMP"
    case .noDecoder(let format):
      "this machine cannot read \(format.rawValue); install \(package(for: format))"
    case .truncated(let format, let bytes):
      "the \(format.rawValue) ends early, after \(ByteText.words(bytes)): the copy or download stopped; "
        + "fetch it again"
    case .damaged(let format, let damage):
      "the \(format.rawValue) is damaged (\(words(damage))); open it in another program and save "
        + "it anew"
    case .tooManyPixels(let width, let height, let limit):
      "\(width)×\(height) pixels are more than the \(limit / 1_000_000) megapixels that a photo "
        + "may have; make it smaller first"
    case .undecodable(let format, let reason):
      "the \(format.rawValue) cannot be decoded (\(reason)); open it in another program and save "
        + "it anew"
    case .noMemory(let width, let height):
      "there is no memory for \(width)×\(height) pixels; make it smaller first"
    case .unencodable(let format, let reason):
      "it cannot be written as \(format.rawValue) (\(reason))"
    case .cannotFit(let bytes, let limit):
      "\(ByteText.exact(bytes)) are more than the \(ByteText.exact(limit)) allowed"
    }
  }

  /// The package with the decoder in Debian and its derivatives.
  private static func package(for format: PhotoFormat) -> String {
    switch format {
    case .webp: "webp-pixbuf-loader"
    case .heic, .avif: "heif-gdk-pixbuf"
    case .jpeg, .png, .gif, .bmp, .tiff: "libgdk-pixbuf-2.0-0"
    }
  }

  private static func words(_ damage: PhotoDamage) -> String {
    switch damage {
    case .missingHeader: "no header"
    case .invalidHeader: "a header that cannot be"
    case .noPixels: "no pixels"
    case .structure: "its parts do not follow each other"
    case .checksum: "a wrong checksum"
    case .tooManyParts: "far too many parts"
    }
  }

  package static func words(_ warning: PhotoWarning) -> String {
    switch warning {
    case .small(let longSide, _): "only \(longSide) pixels on its long side"
    case .firstFrameOnly: "first frame only"
    case .convertedFromCMYK: "print colors turned into screen colors"
    case .profileDropped: "color profile left out"
    case .roundedTo8Bits: "rounded to 8 bits a color"
    }
  }

  private static func words(_ content: UnexpectedContent) -> String {
    switch content {
    case .empty: "an empty file"
    case .text: "text"
    case .html: "a web page"
    case .xml, .json: "a text in \(content.rawValue.uppercased())"
    case .svg: "a drawing in SVG"
    case .pdf: "a PDF"
    case .zip, .gzip: "a packed file"
    case .video: "a film"
    case .audio: "a sound"
    case .program: "a program"
    case .otherPicture: "a picture of a kind that is not read here"
    case .unknown: "something unknown"
    }
  }
}
