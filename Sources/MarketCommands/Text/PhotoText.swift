/// The words for what is wrong with a photo.
import Foundation
import Photos

enum PhotoText {
  static func words(_ error: PhotoFileError) -> String {
    switch error {
    case .missing: "there is no such file"
    case .isFolder: "it is a folder"
    case .notAFile: "it is not a file"
    case .notAllowed: "you may not read it"
    case .tooLarge(_, let bytes, let limit): "\(size(bytes)) is more than \(size(limit))"
    case .unreadable(_, let code): "it cannot be read (\(String(cString: strerror(code))))"
    }
  }

  static func words(_ error: PhotoError) -> String {
    switch error {
    case .notAPhoto(let content): "it is not a photo but \(words(content))"
    case .noDecoder(let format):
      "this machine cannot read \(format.rawValue); ./scripts/setup installs what is missing"
    case .truncated(let format, let bytes):
      "the \(format.rawValue) ends early, after \(size(bytes)): the copy or download stopped"
    case .damaged(let format, _): "the \(format.rawValue) is damaged"
    case .tooManyPixels(let width, let height, let limit):
      "\(width)×\(height) pixels are more than \(limit / 1_000_000) megapixels"
    case .undecodable(let format, _): "the \(format.rawValue) cannot be decoded"
    case .noMemory(let width, let height): "no memory for \(width)×\(height) pixels"
    case .unencodable(let format, _): "it cannot be written as \(format.rawValue)"
    case .cannotFit(let bytes, let limit): "\(size(bytes)) is more than the \(size(limit)) allowed"
    }
  }

  static func words(_ warning: PhotoWarning) -> String {
    switch warning {
    case .small(let longSide, _): "only \(longSide) pixels wide or high"
    case .firstFrameOnly: "first frame only"
    case .convertedFromCMYK: "print colours turned into screen colours"
    case .profileDropped: "colour profile left out"
    case .roundedTo8Bits: "rounded to 8 bits a colour"
    }
  }

  private static func words(_ content: ForeignContent) -> String {
    switch content {
    case .empty: "an empty file"
    default: "\(content)"
    }
  }

  static func size(_ bytes: Int) -> String {
    if bytes < 1000 { return "\(bytes) bytes" }
    return bytes < 1_000_000 ? "\(bytes / 1000) KB" : "\(bytes / 1_000_000) MB"
  }
}
