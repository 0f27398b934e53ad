/// The locale that the environment names.
public import Foundation

/// Reading `LC_ALL`, `LC_MONETARY` and `LANG`.
public enum EnvironmentLocale {
  /// The locale for money: the first of `LC_ALL`, `LC_MONETARY`, `LANG` that is not empty.
  /// `C`, `POSIX`, what is unset and what is no locale act as `en_US`.
  public static func locale(_ environment: [String: String]) -> Locale {
    let names = ["LC_ALL", "LC_MONETARY", "LANG"].lazy.compactMap { environment[$0] }
    let name = names.first { !$0.isEmpty } ?? ""
    return Locale(identifier: identifier(name))
  }

  /// `ko_KR` of `ko_KR.UTF-8@hangul`.
  private static func identifier(_ name: String) -> String {
    let base = name.prefix { $0 != "." && $0 != "@" }
    let isPlain = base.utf8.allSatisfy { byte in
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & 0xDF)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }
    return isPlain && base.count >= 2 && base != "POSIX" ? String(base) : "en_US"
  }
}
