/// Korean names of commands and options, which are accepted in every language.
enum KoreanNames {
  static let commands: [String: String] = [
    "list": "목록", "search": "검색", "mine": "내상품", "next": "다음", "prev": "이전", "page": "쪽",
    "refresh": "새로고침", "grid": "카드", "table": "표", "again": "다시보기", "show": "보기", "photo": "사진",
    "browse": "둘러보기", "open": "열기", "today": "오늘", "stats": "통계", "calendar": "달력", "watch": "지켜보기",
    "add": "등록", "edit": "수정", "remove": "삭제", "import": "가져오기", "export": "내보내기", "copy": "복사",
    "undo": "되돌리기", "redo": "다시하기", "log": "변경기록", "photo prepare": "사진 준비", "photo save": "사진 저장",
    "run": "실행", "resume": "이어서", "batches": "작업목록", "batch": "작업", "undo batch": "되돌리기 작업",
    "star": "별표", "unstar": "별표해제", "note": "메모", "recent": "최근검색", "recent clear": "최근검색 지우기",
    "notebook": "수첩", "notebook export": "수첩 내보내기", "notebook import": "수첩 가져오기", "use": "이동",
    "markets": "마켓", "login": "로그인", "logout": "로그아웃", "whoami": "내정보", "profile": "프로필",
    "profile setup": "프로필 설정", "cache": "캐시", "cache clear": "캐시 지우기", "doctor": "점검",
    "demo load": "예시 불러오기", "demo clear": "예시 지우기", "serve": "마켓열기", "account add": "계정 추가",
    "account list": "계정 목록", "account reset": "계정 재발급", "account disable": "계정 중지",
    "account enable": "계정 재개", "help": "도움말", "set": "설정", "let": "변수", "alias": "별칭",
    "timing": "시간표시", "trace": "요청표시", "history": "입력기록", "history delete": "입력기록 삭제",
    "history save": "입력기록 저장", "drafts": "임시저장", "drafts remove": "임시저장 삭제", "backup": "백업",
    "restore": "복원", "account remove-listing": "계정 상품삭제", "quit": "종료", "completion": "자동완성",
    "man": "설명서",
  ]

  static let options: [String: String] = [
    "name": "이름", "description": "설명", "description-file": "설명파일", "price": "가격", "discount": "할인",
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
    "draft": "임시저장", "keep": "보관",
  ]
}

extension ParameterFacts {
  /// The Korean name of an option, without dashes.
  public var koreanName: String? { form == .argument ? nil : KoreanNames.options[name] }
}
