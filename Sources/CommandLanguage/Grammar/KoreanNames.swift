/// Korean names of options, of the words of a choice and of topics, which are accepted in every
/// language; a command has its own in its spec.
package enum KoreanNames {
  static let options: [String: String] = [
    "name": "상품명", "description": "설명", "description-file": "설명파일", "price": "가격", "discount": "할인",
    "sale-price": "할인가", "stock": "재고", "currency": "통화", "new-currency": "새통화", "image": "사진",
    "thumbnail": "대표사진", "code": "코드", "round": "반올림", "background": "배경색", "like": "본보기",
    "find": "찾기", "replace-with": "바꿀말", "in": "위치", "append": "뒤에", "prepend": "앞에",
    "ending": "끝자리", "editor": "편집기", "replace": "사진교체", "add-photo": "사진추가",
    "remove-photo": "사진삭제", "search": "검색", "mine": "내상품",
    "words": "소개글", "contact": "연락처",
    "shop": "상점", "min-price": "최저가", "max-price": "최고가", "in-stock": "재고있음", "sold-out": "품절",
    "below": "미만", "discounted": "할인중", "on": "날짜", "since": "부터", "until": "까지", "starred": "별표",
    "changed": "변경됨", "page": "쪽", "per-page": "쪽당", "all": "전체", "grid": "카드", "table": "표",
    "sort": "정렬", "desc": "내림차순", "pictures": "그림", "dry-run": "미리보기", "yes": "예", "allow": "허용",
    "keep-going": "계속", "jobs": "동시", "resume": "이어서", "again": "다시", "from": "원본", "begin": "시작",
    "install-timer": "타이머설치", "to": "대상",
    "photos": "사진폴더", "excel": "엑셀", "encoding": "인코딩", "sheet": "시트", "map": "열지정",
    "choose": "열고르기",
    "ignore": "열무시", "prune": "정리", "max-remove": "최대삭제", "rating": "별점", "fields": "필드",
    "format": "형식", "out": "저장", "market": "마켓", "default": "기본", "verbose": "자세히", "last": "최근",
    "with": "파일", "explain": "근거", "count": "개수", "help": "도움말", "version": "버전", "color": "색",
    "draft": "임시저장", "keep": "보관", "at-least": "이상", "descriptions": "설명까지", "lines": "줄수",
    "thumbs": "작은사진", "list": "목록", "remove": "지우기", "pause": "간격", "every": "간격", "exec": "실행",
    "exit-on-change": "바뀌면끝", "var": "변수", "reason": "이유", "hide": "감춤", "fix": "고침",
    "forget": "모두삭제", "url": "주소", "identifier": "식별자", "secret-file": "비밀키파일",
    "secret-stdin": "비밀키입력", "only-known": "아는열만", "decimal-comma": "소수쉼표", "set": "값지정",
    "layout": "양식",
    "header-row": "머리행", "skip-rows": "행제외", "remove-missing": "빠진상품삭제", "local": "내부망", "qr": "큐알",
    "exchange-photos": "사진바꾸기",
    "data": "폴더", "port": "포트", "timeout": "제한시간", "trace": "요청표시",
  ]

  /// Words of a choice, such as sort keys, settings and their values.
  static let values: [String: String] = [
    "newest": "최신순", "oldest": "오래된순", "name": "상품명", "price": "가격", "stock": "재고",
    "discount": "할인",
    "code": "코드", "description": "설명", "desc": "내림차순", "asc": "오름차순", "table": "표", "grid": "카드",
    "on": "켜기", "off": "끄기", "body": "본문", "requests": "요청", "auto": "자동", "always": "항상",
    "never": "안함",
    "default": "기본값", "light": "밝게", "dark": "어둡게", "currency": "통화", "shop": "상점",
    "language": "언어", "locale": "로캘", "theme": "테마", "color": "색", "spoken": "낭독", "layout": "보기방식",
    "sort": "정렬", "per-page": "쪽당", "pager": "페이저", "timing": "시간표시", "keys": "키",
    "pictures": "그림", "cache": "캐시", "low-stock": "재고부족", "keep-searches": "검색저장",
    "mouse": "마우스", "marks": "표시", "title": "제목", "symbols": "기호", "price-jump": "가격급변",
    "zero": "무료", "unusual-currency": "드문통화",
    "fraction": "소수", "sold-out": "품절", "move-code": "코드이동", "smaller-discount": "할인축소",
  ]

  static let topics: [String: String] = [
    "pictures": "그림", "offline": "오프라인", "scripts": "스크립트", "serving": "운영", "money": "금액",
    "dates": "날짜", "keys": "키", "forms": "양식", "files": "파일",
  ]

  /// Placeholders in commands to copy, such as `page N`.
  static let placeholders: [String: String] = ["NAME": "이름", "FILE": "파일", "COLUMN": "필드"]

  /// The words of a choice in a value in English: `-price` for `-가격`, `name,code` for `상품명,code`.
  package static func english(_ value: String, among words: [String]) -> String {
    guard value.utf8.contains(where: { $0 > 0x7F }) else { return value }
    return value.split(separator: ",", omittingEmptySubsequences: false).map { part in
      let sign = part.hasPrefix("-") ? "-" : ""
      let name = part.dropFirst(sign.count)
      return sign + (words.first { values[$0].map { name == $0 } ?? false } ?? String(name))
    }.joined(separator: ",")
  }

  /// The words of a choice in a value in Korean, where they have a name.
  package static func korean(_ value: String, among words: [String]) -> String {
    value.split(separator: ",", omittingEmptySubsequences: false).map { part in
      let sign = part.hasPrefix("-") ? "-" : ""
      let name = String(part.dropFirst(sign.count))
      return sign + (words.contains(name) ? values[name] ?? name : name)
    }.joined(separator: ",")
  }
}

extension ParameterFacts {
  /// The Korean name of an option, without dashes.
  public var koreanName: String? { form == .argument ? nil : KoreanNames.options[name] }
}
