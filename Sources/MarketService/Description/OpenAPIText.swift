/// The description of the API as it is served, in version 3.1 of the format OpenAPI; see the article "The
/// Open Market API".
///
/// It names each status that the market service sends by itself, so that a test can tell an answer that
/// it does not describe. A connection that breaks the rules of HTTP gets answers of the server, too.
enum OpenAPIText {
  static let text = #"""
    {
    "openapi": "3.1.0", "jsonSchemaDialect": "https://spec.openapis.org/oas/3.1/dialect/base",
    "info": {
      "title": "Open Market", "version": "3",
      "description": "Listings with photos, which everybody reads and shops change. Rows and detail objects have `bargain_price`, which is always `price` less `discounted_price`.",
      "license": {"name": "MIT", "identifier": "MIT"}
    },
    "servers": [{"url": "/"}],
    "tags": [
      {"name": "reading", "description": "Needs no account."},
      {"name": "writing", "description": "Needs the `identifier` of a shop in the header and its `secret` in the body."},
      {"name": "operation"}
    ],
    "paths": {
      "/healthChecker": {"get": {
        "operationId": "checkHealth", "tags": ["operation"], "summary": "Tells whether the store can be used.",
        "responses": {"200": {"$ref": "#/components/responses/Text"}, "400": {"$ref": "#/components/responses/Error"}, "503": {"$ref": "#/components/responses/Text"}}
      }},
      "/alive": {"get": {
        "operationId": "checkAlive", "tags": ["operation"], "summary": "Tells whether the process answers.",
        "responses": {"200": {"$ref": "#/components/responses/Text"}, "400": {"$ref": "#/components/responses/Error"}}
      }},
      "/api/products": {
        "get": {
          "operationId": "listProducts", "tags": ["reading"],
          "summary": "A page of listings, the changes since a revision, or a summary.",
          "parameters": [
            {"name": "page_no", "in": "query", "description": "From 1. A page past the end has no rows.", "schema": {"type": "integer", "minimum": 1, "maximum": 9223372036854775807, "default": 1}},
            {"name": "items_per_page", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": 1000, "default": 20}},
            {"name": "search_value", "in": "query", "description": "A part of the listing's or the shop's name, in any case.", "schema": {"type": "string"}},
            {"name": "sort", "in": "query", "schema": {"enum": ["newest", "oldest", "name", "price", "stock", "discount", "-newest", "-oldest", "-name", "-price", "-stock", "-discount"]}},
            {"name": "min_price", "in": "query", "schema": {"type": "number"}},
            {"name": "max_price", "in": "query", "schema": {"type": "number"}},
            {"name": "currency", "in": "query", "description": "A code of ISO 4217.", "schema": {"type": "string", "pattern": "^[A-Z]{3}$"}},
            {"name": "vendor", "in": "query", "description": "The number or the exact name of a shop; a name of digits is quoted.", "schema": {"type": "string"}},
            {"name": "below", "in": "query", "description": "A stock below this number.", "schema": {"type": "integer", "minimum": 0}},
            {"name": "since", "in": "query", "description": "Created at or after this date (UTC).", "schema": {"type": "string"}},
            {"name": "until", "in": "query", "description": "Created before this date (UTC).", "schema": {"type": "string"}},
            {"name": "in_stock", "in": "query", "schema": {"enum": ["1", "0", "true", "false"]}},
            {"name": "sold_out", "in": "query", "schema": {"enum": ["1", "0", "true", "false"]}},
            {"name": "discounted", "in": "query", "schema": {"enum": ["1", "0", "true", "false"]}},
            {"name": "summary", "in": "query", "description": "Statistics without rows.", "schema": {"enum": ["1", "0", "true", "false"]}},
            {"name": "changed_since", "in": "query", "description": "A revision; only `items_per_page` may stand beside it.", "schema": {"type": "integer", "minimum": 0}},
            {"name": "If-None-Match", "in": "header", "description": "The `ETag` of a list, or a revision in quotes.", "schema": {"type": "string"}}
          ],
          "responses": {
            "200": {
              "description": "The page, the changes or the summary.",
              "headers": {
                "OpenMarket-Revision": {"description": "The revision of the market.", "schema": {"type": "integer"}},
                "ETag": {"schema": {"type": "string"}}
              },
              "content": {"application/json": {"schema": {"anyOf": [{"$ref": "#/components/schemas/List"}, {"$ref": "#/components/schemas/Summary"}]}}}
            },
            "304": {"description": "Nothing has changed."},
            "400": {"$ref": "#/components/responses/Error"},
            "410": {"$ref": "#/components/responses/Error"}, "413": {"$ref": "#/components/responses/Error"},
            "500": {"$ref": "#/components/responses/Error"}, "503": {"$ref": "#/components/responses/Error"}
          }
        },
        "post": {
          "operationId": "createProduct", "tags": ["writing"], "summary": "Adds a listing.",
          "parameters": [{"$ref": "#/components/parameters/identifier"}, {"$ref": "#/components/parameters/key"}],
          "requestBody": {"required": true, "content": {"multipart/form-data": {
            "schema": {
              "type": "object", "required": ["params", "images"],
              "properties": {
                "params": {"$ref": "#/components/schemas/NewListing"},
                "images": {"type": "array", "minItems": 1, "maxItems": 5, "items": {"type": "string", "format": "binary", "description": "JPEG or PNG, at most 307,200 bytes."}}
              }
            },
            "encoding": {"params": {"contentType": "application/json"}, "images": {"contentType": "image/jpeg, image/png"}}
          }}},
          "responses": {
            "201": {"$ref": "#/components/responses/Listing"},
            "400": {"$ref": "#/components/responses/Error"}, "401": {"$ref": "#/components/responses/Error"},
            "403": {"$ref": "#/components/responses/Error"}, "413": {"$ref": "#/components/responses/Error"},
            "415": {"$ref": "#/components/responses/Error"}, "422": {"$ref": "#/components/responses/Error"},
            "429": {"$ref": "#/components/responses/Error"}, "500": {"$ref": "#/components/responses/Error"}, "503": {"$ref": "#/components/responses/Error"},
            "504": {"$ref": "#/components/responses/Error"}, "507": {"$ref": "#/components/responses/Error"}
          }
        }
      },
      "/api/products/{product}": {
        "get": {
          "operationId": "showProduct", "tags": ["reading"], "summary": "A listing in full.",
          "parameters": [{"$ref": "#/components/parameters/product"}],
          "responses": {
            "200": {"$ref": "#/components/responses/Listing"}, "400": {"$ref": "#/components/responses/Error"},
            "404": {"$ref": "#/components/responses/Error"}, "405": {"$ref": "#/components/responses/Error"},
            "413": {"$ref": "#/components/responses/Error"}, "500": {"$ref": "#/components/responses/Error"}, "503": {"$ref": "#/components/responses/Error"}
          }
        },
        "patch": {
          "operationId": "editProduct", "tags": ["writing"], "summary": "Changes the members that are there.",
          "parameters": [{"$ref": "#/components/parameters/product"}, {"$ref": "#/components/parameters/identifier"}, {"$ref": "#/components/parameters/key"}],
          "requestBody": {"required": true, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Edit"}}}},
          "responses": {
            "200": {"$ref": "#/components/responses/Listing"},
            "400": {"$ref": "#/components/responses/Error"}, "401": {"$ref": "#/components/responses/Error"},
            "403": {"$ref": "#/components/responses/Error"}, "404": {"$ref": "#/components/responses/Error"},
            "405": {"$ref": "#/components/responses/Error"}, "413": {"$ref": "#/components/responses/Error"},
            "415": {"$ref": "#/components/responses/Error"}, "422": {"$ref": "#/components/responses/Error"},
            "429": {"$ref": "#/components/responses/Error"}, "500": {"$ref": "#/components/responses/Error"}, "503": {"$ref": "#/components/responses/Error"},
            "504": {"$ref": "#/components/responses/Error"}, "507": {"$ref": "#/components/responses/Error"}
          }
        },
        "delete": {
          "operationId": "removeProduct", "tags": ["writing"], "summary": "Removes the listing of a removal path.",
          "parameters": [
            {"name": "product", "in": "path", "required": true, "description": "The token of a removal path: base64 of the listing's number, a bar and a UUID.", "schema": {"type": "string", "pattern": "^[A-Za-z0-9+]+={0,2}$"}},
            {"$ref": "#/components/parameters/identifier"}, {"$ref": "#/components/parameters/key"}
          ],
          "responses": {
            "200": {"$ref": "#/components/responses/Listing"},
            "400": {"$ref": "#/components/responses/Error"}, "401": {"$ref": "#/components/responses/Error"},
            "403": {"$ref": "#/components/responses/Error"}, "404": {"$ref": "#/components/responses/Error"},
            "405": {"$ref": "#/components/responses/Error"}, "413": {"$ref": "#/components/responses/Error"},
            "415": {"$ref": "#/components/responses/Error"}, "422": {"$ref": "#/components/responses/Error"},
            "429": {"$ref": "#/components/responses/Error"}, "500": {"$ref": "#/components/responses/Error"}, "503": {"$ref": "#/components/responses/Error"},
            "504": {"$ref": "#/components/responses/Error"}
          }
        }
      },
      "/api/products/{product}/archived": {"post": {
        "operationId": "findRemovalPath", "tags": ["writing"], "summary": "The path with which a listing is removed.",
        "parameters": [{"$ref": "#/components/parameters/product"}, {"$ref": "#/components/parameters/identifier"}, {"$ref": "#/components/parameters/key"}],
        "requestBody": {"required": true, "content": {"application/json": {"schema": {"type": "object", "required": ["secret"], "properties": {"secret": {"type": "string"}}}}}},
        "responses": {
          "200": {"description": "The path, such as `/api/products/…`.", "content": {"text/plain": {"schema": {"type": "string", "pattern": "^/api/products/"}}}},
          "400": {"$ref": "#/components/responses/Error"}, "401": {"$ref": "#/components/responses/Error"},
          "403": {"$ref": "#/components/responses/Error"}, "404": {"$ref": "#/components/responses/Error"},
          "413": {"$ref": "#/components/responses/Error"}, "415": {"$ref": "#/components/responses/Error"},
          "422": {"$ref": "#/components/responses/Error"}, "429": {"$ref": "#/components/responses/Error"},
          "500": {"$ref": "#/components/responses/Error"}, "503": {"$ref": "#/components/responses/Error"}, "504": {"$ref": "#/components/responses/Error"}
        }
      }},
      "/api/products/{product}/images": {"put": {
        "operationId": "replaceImages", "tags": ["writing"], "summary": "Gives a listing other photos (extension `photos`).",
        "parameters": [{"$ref": "#/components/parameters/product"}, {"$ref": "#/components/parameters/identifier"}, {"$ref": "#/components/parameters/key"}],
        "requestBody": {"required": true, "content": {"multipart/form-data": {
          "schema": {
            "type": "object", "required": ["params"],
            "properties": {
              "params": {
                "type": "object", "required": ["secret"],
                "properties": {
                  "secret": {"type": "string"},
                  "order": {"type": "array", "minItems": 1, "maxItems": 5, "items": {"type": ["integer", "null"]}, "description": "Ids of photos that stay, and null for each new one."},
                  "thumbnail_id": {"type": "integer"}
                }
              },
              "images": {"type": "array", "maxItems": 5, "items": {"type": "string", "format": "binary"}}
            }
          },
          "encoding": {"params": {"contentType": "application/json"}, "images": {"contentType": "image/jpeg, image/png"}}
        }}},
        "responses": {
          "200": {"$ref": "#/components/responses/Listing"},
          "400": {"$ref": "#/components/responses/Error"}, "401": {"$ref": "#/components/responses/Error"},
          "403": {"$ref": "#/components/responses/Error"}, "404": {"$ref": "#/components/responses/Error"},
          "413": {"$ref": "#/components/responses/Error"}, "415": {"$ref": "#/components/responses/Error"},
          "422": {"$ref": "#/components/responses/Error"}, "429": {"$ref": "#/components/responses/Error"},
          "500": {"$ref": "#/components/responses/Error"}, "503": {"$ref": "#/components/responses/Error"}, "504": {"$ref": "#/components/responses/Error"},
          "507": {"$ref": "#/components/responses/Error"}
        }
      }},
      "/api/account": {"patch": {
        "operationId": "editShop", "tags": ["writing"], "summary": "Changes the name or the profile of the shop (extensions `rename` and `profile`).",
        "parameters": [{"$ref": "#/components/parameters/identifier"}],
        "requestBody": {"required": true, "content": {"application/json": {"schema": {
          "type": "object", "required": ["secret"],
          "properties": {
            "secret": {"type": "string"}, "name": {"type": "string", "minLength": 1, "maxLength": 40},
            "words": {"type": "string", "maxLength": 1000}, "contact": {"type": "string", "maxLength": 200}
          }
        }}}},
        "responses": {
          "200": {"description": "The shop.", "content": {"application/json": {"schema": {
            "type": "object", "required": ["id", "name", "words", "contact"],
            "properties": {"id": {"type": "integer"}, "name": {"type": "string"}, "words": {"type": "string"}, "contact": {"type": "string"}}
          }}}},
          "400": {"$ref": "#/components/responses/Error"}, "401": {"$ref": "#/components/responses/Error"},
          "403": {"$ref": "#/components/responses/Error"}, "404": {"$ref": "#/components/responses/Error"}, "409": {"$ref": "#/components/responses/Error"},
          "413": {"$ref": "#/components/responses/Error"}, "415": {"$ref": "#/components/responses/Error"},
          "429": {"$ref": "#/components/responses/Error"}, "500": {"$ref": "#/components/responses/Error"}, "503": {"$ref": "#/components/responses/Error"},
          "504": {"$ref": "#/components/responses/Error"}, "507": {"$ref": "#/components/responses/Error"}
        }
      }},
      "/pictures/{vendor}/{day}/{file}": {"get": {
        "operationId": "showPicture", "tags": ["reading"], "summary": "A photo or a thumbnail; it never changes.",
        "parameters": [
          {"name": "vendor", "in": "path", "required": true, "schema": {"type": "string"}},
          {"name": "day", "in": "path", "required": true, "schema": {"type": "string"}},
          {"name": "file", "in": "path", "required": true, "schema": {"type": "string"}},
          {"name": "Range", "in": "header", "schema": {"type": "string"}}
        ],
        "responses": {
          "200": {"$ref": "#/components/responses/Picture"}, "206": {"$ref": "#/components/responses/Picture"},
          "304": {"description": "The photo is the same."},
          "400": {"$ref": "#/components/responses/Error"}, "404": {"description": "No such photo."},
          "416": {"description": "No byte of the range."}, "500": {"$ref": "#/components/responses/Error"}, "503": {"$ref": "#/components/responses/Error"}
        }
      }},
      "/api/openapi.json": {"get": {
        "operationId": "describe", "tags": ["operation"], "summary": "This description.",
        "responses": {
          "200": {"description": "The description, in the form of OpenAPI.", "content": {"application/json": {"schema": {"type": "object"}}}},
          "304": {"description": "It is the same."}, "400": {"$ref": "#/components/responses/Error"}, "404": {"$ref": "#/components/responses/Error"}
        }
      }}
    },
    "components": {
      "parameters": {
        "product": {"name": "product", "in": "path", "required": true, "description": "The number of a listing.", "schema": {"type": "integer", "minimum": 1, "maximum": 9223372036854775807}},
        "identifier": {"name": "identifier", "in": "header", "required": true, "description": "A UUID that names the shop.", "schema": {"type": "string", "format": "uuid"}},
        "key": {"name": "Idempotency-Key", "in": "header", "description": "The same request with the same key is carried out once, for 30 days.", "schema": {"type": "string", "pattern": "^[!-~]{1,255}$"}}
      },
      "responses": {
        "Text": {"description": "`\"OK\"`, or `\"FAIL\"`.", "content": {"text/plain": {"schema": {"enum": ["\"OK\"", "\"FAIL\""]}}}},
        "Listing": {"description": "The detail object.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Listing"}}}},
        "Picture": {"description": "The bytes.", "content": {"image/jpeg": {"schema": {"type": "string", "format": "binary"}}, "image/png": {"schema": {"type": "string", "format": "binary"}}}},
        "Error": {"description": "What was expected.", "headers": {"Retry-After": {"description": "Seconds, where waiting helps.", "schema": {"type": "string"}}}, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}}
      },
      "schemas": {
    \#(schemas)
      }
    }
    }
    """#

  private static let schemas = #"""
    "Error": {
      "type": "object", "required": ["code", "message"],
      "properties": {"code": {"type": "integer", "minimum": 400, "maximum": 599}, "message": {"type": "string"}}
    },
    "Currency": {"type": "string", "pattern": "^[A-Z]{3}$", "description": "A code of ISO 4217."},
    "Day": {"type": "string", "pattern": "^[0-9]{4,}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}$", "description": "Midnight UTC."},
    "Exact": {"type": "string", "pattern": "^-?[0-9]{4,}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$", "description": "ISO 8601 with milliseconds (extension `exact-dates`)."},
    "Row": {
      "type": "object",
      "required": ["id", "vendor_id", "vendorName", "name", "description", "thumbnail", "currency", "price", "bargain_price", "discounted_price", "stock", "created_at", "issued_at"],
      "properties": {
        "id": {"type": "integer", "minimum": 1}, "vendor_id": {"type": "integer"}, "vendorName": {"type": "string"},
        "name": {"type": "string"}, "description": {"type": ["string", "null"]}, "thumbnail": {"type": "string"},
        "currency": {"$ref": "#/components/schemas/Currency"}, "price": {"type": "number"}, "bargain_price": {"type": "number"},
        "discounted_price": {"type": "number"}, "stock": {"type": "integer", "minimum": 0},
        "created_at": {"$ref": "#/components/schemas/Day"}, "issued_at": {"$ref": "#/components/schemas/Day"},
        "created_at_exact": {"$ref": "#/components/schemas/Exact"}, "issued_at_exact": {"$ref": "#/components/schemas/Exact"}
      }
    },
    "List": {
      "type": "object",
      "required": ["pageNo", "itemsPerPage", "totalCount", "offset", "limit", "lastPage", "hasNext", "hasPrev", "pages"],
      "properties": {
        "pageNo": {"type": "integer", "minimum": 1}, "itemsPerPage": {"type": "integer", "minimum": 1, "maximum": 1000},
        "totalCount": {"type": "integer", "minimum": 0}, "offset": {"type": "integer", "minimum": 0}, "limit": {"type": "integer", "minimum": 0},
        "lastPage": {"type": "integer", "minimum": 0}, "hasNext": {"type": "boolean"}, "hasPrev": {"type": "boolean"},
        "pages": {"type": "array", "items": {"$ref": "#/components/schemas/Row"}},
        "removed": {"type": "array", "items": {"type": "integer"}, "description": "With `changed_since`: the listings that are gone."}
      }
    },
    "Summary": {
      "type": "object", "required": ["count", "in_stock", "sold_out", "discounted", "stock", "prices"],
      "properties": {
        "count": {"type": "integer"}, "in_stock": {"type": "integer"}, "sold_out": {"type": "integer"},
        "discounted": {"type": "integer"}, "stock": {"type": "integer"}, "prices": {"type": "array"}
      }
    },
    "Listing": {
      "type": "object",
      "required": ["id", "vendor_id", "name", "description", "thumbnail", "currency", "price", "bargain_price", "discounted_price", "stock", "created_at", "issued_at", "images", "vendors"],
      "properties": {
        "id": {"type": "integer", "minimum": 1}, "vendor_id": {"type": "integer"}, "name": {"type": "string"},
        "description": {"type": ["string", "null"]}, "thumbnail": {"type": "string"},
        "currency": {"$ref": "#/components/schemas/Currency"}, "price": {"type": "number"}, "bargain_price": {"type": "number"},
        "discounted_price": {"type": "number"}, "stock": {"type": "integer", "minimum": 0},
        "created_at": {"$ref": "#/components/schemas/Day"}, "issued_at": {"$ref": "#/components/schemas/Day"},
        "created_at_exact": {"$ref": "#/components/schemas/Exact"}, "issued_at_exact": {"$ref": "#/components/schemas/Exact"},
        "images": {"type": "array", "items": {
          "type": "object", "required": ["id", "url", "thumbnail_url", "issued_at"],
          "properties": {"id": {"type": "integer"}, "url": {"type": "string"}, "thumbnail_url": {"type": "string"}, "issued_at": {"$ref": "#/components/schemas/Day"}}
        }},
        "vendors": {"type": "object", "required": ["id", "name"], "properties": {"id": {"type": "integer"}, "name": {"type": "string"}}}
      }
    },
    "Edit": {
      "type": "object", "required": ["secret"],
      "properties": {
        "secret": {"type": "string"}, "name": {"type": "string", "minLength": 3, "maxLength": 100},
        "description": {"type": "string", "minLength": 10, "maxLength": 1000}, "thumbnail_id": {"type": "integer"},
        "price": {"type": "number", "exclusiveMinimum": 0}, "currency": {"$ref": "#/components/schemas/Currency"},
        "discounted_price": {"type": "number", "minimum": 0}, "stock": {"type": "integer", "minimum": 0}
      }
    },
    "NewListing": {"allOf": [{"$ref": "#/components/schemas/Edit"}, {"required": ["name", "description", "price", "currency"]}]}
    """#
}
