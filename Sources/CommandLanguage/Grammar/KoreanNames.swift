/// Korean names of options, which are accepted in every language; a command has its own in its spec.
enum KoreanNames {
  static let options: [String: String] = [
    "name": "상품명", "description": "설명", "description-file": "설명파일", "price": "가격", "discount": "할인",
    "sale-price": "할인가", "stock": "재고", "currency": "통화", "new-currency": "새통화", "image": "사진",
    "thumbnail": "대표사진", "code": "코드", "round": "반올림", "background": "배경색", "like": "본보기",
    "find": "찾기", "replace-with": "바꿀말", "in": "위치", "append": "뒤에", "prepend": "앞에",
    "ending": "끝자리", "editor": "편집기", "replace": "사진교체", "search": "검색", "mine": "내상품",
    "shop": "상점", "min-price": "최저가", "max-price": "최고가", "in-stock": "재고있음", "sold-out": "품절",
    "below": "미만", "discounted": "할인중", "on": "날짜", "since": "부터", "until": "까지", "starred": "별표",
    "changed": "변경됨", "page": "쪽", "per-page": "쪽당", "all": "전체", "grid": "카드", "table": "표",
    "sort": "정렬", "desc": "내림차순", "pictures": "그림", "dry-run": "미리보기", "yes": "예", "allow": "허용",
    "keep-going": "계속", "jobs": "동시", "resume": "이어서", "again": "다시", "from": "원본", "to": "대상",
    "photos": "사진폴더", "excel": "엑셀", "encoding": "인코딩", "sheet": "시트", "map": "열지정",
    "ignore": "열무시", "prune": "정리", "max-remove": "최대삭제", "rating": "별점", "fields": "필드",
    "format": "형식", "out": "저장", "market": "마켓", "default": "기본", "verbose": "자세히", "last": "최근",
    "with": "파일", "explain": "근거", "count": "개수", "help": "도움말", "version": "버전", "color": "색",
    "draft": "임시저장", "keep": "보관", "at-least": "이상",
  ]
}

extension ParameterFacts {
  /// The Korean name of an option, without dashes.
  public var koreanName: String? { form == .argument ? nil : KoreanNames.options[name] }
}
