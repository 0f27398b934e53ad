/// Response bodies of a market of the third generation, for scripts.
public enum SampleResponses {
  /// The JSON of a listing's detail.
  public static func listing(_ id: Int, name: String = "Oak mug", stock: Int = 5) -> String {
    """
    {"id":\(id),"vendor_id":1,"name":"\(name)","description":"Turned from one piece.",\
    "thumbnail":"http://market.local/pictures/1/20261103/a_thumb.jpg","currency":"KRW",\
    "price":12000.0,"bargain_price":12000.0,"discounted_price":0.0,"stock":\(stock),\
    "created_at":"2026-11-03T00:00:00","issued_at":"2026-11-03T00:00:00","images":[],\
    "vendors":{"id":1,"name":"red"}}
    """
  }

  /// The JSON of a row of a list.
  public static func row(_ id: Int) -> String {
    """
    {"id":\(id),"vendor_id":1,"vendorName":"red","name":"Oak mug","description":"Turned.",\
    "thumbnail":"http://market.local/pictures/1/20261103/a_thumb.jpg","currency":"KRW",\
    "price":12000.0,"bargain_price":12000.0,"discounted_price":0.0,"stock":5,\
    "created_at":"2026-11-03T00:00:00","issued_at":"2026-11-03T00:00:00"}
    """
  }

  /// The JSON of a page of a list.
  public static func page(_ ids: [Int], number: Int = 1, perPage: Int = 20, total: Int) -> String {
    let last = total / perPage + (total % perPage == 0 ? 0 : 1)
    return """
      {"pageNo":\(number),"itemsPerPage":\(perPage),"totalCount":\(total),\
      "offset":\((number - 1) * perPage),"limit":\(number * perPage),"lastPage":\(last),\
      "hasNext":\(number < last),"hasPrev":\(number > 1),\
      "pages":[\(ids.map(row).joined(separator: ","))]}
      """
  }
}
