package import Messages
import OpenMarketClient
import Photos

/// Why a picture cannot be shown.
package enum PictureLoadError: Error, Hashable, Sendable {
  /// The market has no image at this URL.
  case notFound
  case unreachable
  /// The data is not an image, or it is damaged.
  case damaged
  /// The image is too large for this machine or for the window.
  case tooLarge

  /// The error of a request, or of drawing.
  init(_ error: any Error) {
    switch error {
    case let error as ClientError:
      switch error.code {
      case .notFound, .forbidden, .notAuthorized, .invalid, .badRequest: self = .notFound
      case .responseTooLarge: self = .tooLarge
      default: self = .unreachable
      }
    case PictureError.tooManyPixels, PictureError.tooManyBytes, PhotoError.tooManyPixels,
      PhotoError.noMemory:
      self = .tooLarge
    default: self = .damaged
    }
  }

  /// The text in place of the picture, which may be narrow.
  package var message: Message {
    switch self {
    case .notFound: "not found"
    case .unreachable: "unreachable"
    case .damaged: "damaged"
    case .tooLarge: "too large"
    }
  }
}
