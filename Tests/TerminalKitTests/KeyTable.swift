import Formatting
import TerminalKit

/// Returns the bytes of a text in which `^[` means Escape.
func bytes(_ text: String) -> [UInt8] {
  Array(text.replacing("^[", with: "\u{1B}").utf8)
}

func key(_ code: Key.Code, _ modifiers: Key.Modifiers = []) -> TerminalInput {
  .key(Key(code, modifiers))
}

enum KeyTable {
  static let characters: [(String, [TerminalInput])] = [
    ("a", [.key(.text("a"))]), (" ", [.key(.text(" "))]),
    ("ab", [.key(.text("a")), .key(.text("b"))]),
    ("한글", [.key(.text("한")), .key(.text("글"))]),
    ("e\u{301}x", [.key(.text("e\u{301}")), .key(.text("x"))]),
    ("👩‍👩‍👧🇰🇷", [.key(.text("👩‍👩‍👧")), .key(.text("🇰🇷"))]),
    ("a\u{9B}b", [.key(.text("a")), .key(.text("b"))]),
    ("\u{0}", [.key(.control("@"))]), ("\u{1}", [.key(.control("a"))]),
    ("\u{1A}", [.key(.control("z"))]), ("\u{1C}", [.key(.control("\\"))]),
    ("\u{1D}", [.key(.control("]"))]), ("\u{1E}", [.key(.control("^"))]),
    ("\u{1F}", [.key(.control("_"))]),
    ("\t\r\n", [key(.tab), key(.enter), key(.enter)]),
    ("\u{8}\u{7F}", [key(.backspace), key(.backspace)]),
    ("^[", [key(.escape)]), ("^[^[", [key(.escape), key(.escape)]),
    ("^[b", [.key(.alt("b"))]), ("^[B", [.key(.alt("B"))]), ("^[é", [.key(.alt("é"))]),
    ("^[e\u{301}", [.key(.alt("e")), .key(.text("\u{301}"))]),
    ("^[\u{1}", [key(.text("a"), [.alt, .control])]),
    ("^[\r", [key(.enter, .alt)]), ("^[\u{7F}", [key(.backspace, .alt)]),
    ("^[[", [.key(.alt("["))]), ("^[O", [.key(.alt("O"))]), ("^[]", [.key(.alt("]"))]),
    ("^[P", [.key(.alt("P"))]), ("^[[\r", [.key(.alt("[")), key(.enter)]),
    ("^[O^[[A", [.key(.alt("O")), key(.up)]), ("^[^[x", [key(.escape), .key(.alt("x"))]),
    ("^[^[[?6c", [key(.escape), .reply(.attributes([6]))]),
    ("^[^[^[[A", [key(.escape), key(.up, .alt)]),
  ]

  /// Sequences of one key each, as sent by xterm, the Linux console, rxvt and kitty.
  static let keys: [(String, Key)] = [
    ("^[[A", Key(.up)), ("^[[B", Key(.down)), ("^[[C", Key(.right)), ("^[[D", Key(.left)),
    ("^[OA", Key(.up)), ("^[OD", Key(.left)), ("^[OH", Key(.home)), ("^[OF", Key(.end)),
    ("^[[H", Key(.home)), ("^[[F", Key(.end)), ("^[[1~", Key(.home)), ("^[[7~", Key(.home)),
    ("^[[4~", Key(.end)), ("^[[8~", Key(.end)), ("^[[2~", Key(.insert)),
    ("^[[3~", Key(.delete)), ("^[[5~", Key(.pageUp)), ("^[[6~", Key(.pageDown)),
    ("^[[1;5C", Key(.right, .control)), ("^[[1;3D", Key(.left, .alt)),
    ("^[[1;8A", Key(.up, [.shift, .alt, .control])), ("^[[1;9A", Key(.up, .alt)),
    ("^[[3;2~", Key(.delete, .shift)), ("^[[3$", Key(.delete, .shift)),
    ("^[[3^", Key(.delete, .control)), ("^[[3@", Key(.delete, [.control, .shift])),
    ("^[[a", Key(.up, .shift)), ("^[Oc", Key(.right, .control)), ("^[^[[D", Key(.left, .alt)),
    ("^[^[OA", Key(.up, .alt)), ("^[[Z", Key(.tab, .shift)),
    ("^[OP", Key(.function(1))), ("^[OR", Key(.function(3))), ("^[O2R", Key(.function(3), .shift)),
    ("^[[R", Key(.function(3))), ("^[[1;2R", Key(.function(3), .shift)),
    ("^[[[A", Key(.function(1))), ("^[[[E", Key(.function(5))), ("^[[11~", Key(.function(1))),
    ("^[[15~", Key(.function(5))), ("^[[17~", Key(.function(6))), ("^[[21~", Key(.function(10))),
    ("^[[23~", Key(.function(11))), ("^[[24~", Key(.function(12))),
    ("^[[25~", Key(.function(13))), ("^[[26~", Key(.function(14))),
    ("^[[28~", Key(.function(15))), ("^[[29~", Key(.function(16))),
    ("^[[31~", Key(.function(17))), ("^[[34~", Key(.function(20))),
    ("^[[57387u", Key(.function(24))), ("^[[15;5~", Key(.function(5), .control)),
    ("^[OM", Key(.enter)), ("^[Ok", .text("+")), ("^[Op", .text("0")),
    ("^[[97u", .text("a")), ("^[[97;5u", .control("a")), ("^[[97;3u", .alt("a")),
    ("^[[97;2u", .text("A")), ("^[[97:65;4u", .alt("A")), ("^[[50:64;2u", .text("@")),
    ("^[[97;6u", Key(.text("a"), [.control, .shift])), ("^[[0;;54620u", .text("한")),
    ("^[[13;2u", Key(.enter, .shift)), ("^[[9;5u", Key(.tab, .control)), ("^[[27u", Key(.escape)),
    ("^[[127;3u", Key(.backspace, .alt)), ("^[[32;5u", .control("@")),
    ("^[[57417;5u", Key(.left, .control)), ("^[[27;5;105~", .control("i")),
    ("^[[27;2;13~", Key(.enter, .shift)), ("^[[47;5u", .control("_")),
  ]

  static let replies: [(String, TerminalReply)] = [
    ("^[[24;80R", .cursor(row: 24, column: 80)), ("^[[1;17R", .cursor(row: 1, column: 17)),
    ("^[[?62;22c", .attributes([62, 22])), ("^[[?6c", .attributes([6])),
    ("^[]11;rgb:1e1e/2d2d/ffff\u{7}", .background(RGBColor(hex: 0x1E2DFF))),
    ("^[]11;rgb:1e/2d/ff^[\\", .background(RGBColor(hex: 0x1E2DFF))),
    ("^[]11;rgb:f/0/8\u{7}", .background(RGBColor(hex: 0xFF0088))),
    ("^[]11;rgb:FFF/000/800\u{7}", .background(RGBColor(hex: 0xFF0080))),
    ("^[]11;rgba:ff/ff/ff/80\u{7}", .background(.white)),
    ("^[_Gi=31;OK^[\\", .pictures(id: 31, ok: true)),
    ("^[_Gi=31,p=2;ENOTSUP:no^[\\", .pictures(id: 31, ok: false)),
    ("^[_GI=5,i=7;OK;^[\\", .pictures(id: 7, ok: false)),
    ("^[[6;20;10t", .cell(width: 10, height: 20)), ("^[[6;0;0t", .cell(width: 0, height: 0)),
  ]
}
