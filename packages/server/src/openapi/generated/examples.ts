// Written by scripts/write-openapi.ts: requests that were sent to a small index, and what they were answered.
import type { OperationExamples } from '../operation-examples.ts';

export const examples: Readonly<Record<string, OperationExamples>> = {
 "balance": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {},
   "answer": {
    "success": true,
    "data": {
     "balance": "$999.9721",
     "reserved": "$0.0000",
     "available": "$999.9721",
     "plan": "prepaid",
     "spend_limit": null,
     "current_period_cost": "$0.0279"
    },
    "cost": "$0.0000",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  }
 },
 "create_api_key": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {},
   "body": {
    "name": "nightly report",
    "permissions": [
     "shortvideo",
     "photo"
    ],
    "spend_limit": "$5.0000"
   },
   "answer": {
    "success": true,
    "data": {
     "key_id": "key_01JD8V5Z7Q3M9T2X4C6B8N0KFH",
     "name": "nightly report",
     "masked_key": "sdq_live_…4f2a",
     "prefix": "sdq_live_8Fq2",
     "permissions": [
      "shortvideo",
      "photo"
     ],
     "status": "active",
     "created_at": "2026-03-01T09:00:00.000Z",
     "last_used_at": null,
     "expires_at": null,
     "revoked_at": null,
     "spend_limit": "$5.0000",
     "key": "sdq_live_(shown once)"
    },
    "cost": "$0.0000",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  },
  "invalid": {
   "status": 422,
   "path": {},
   "query": {},
   "body": [],
   "answer": {
    "detail": [
     {
      "type": "model_attributes_type",
      "loc": [
       "body"
      ],
      "msg": "Input should be a valid dictionary or object to extract fields from",
      "input": []
     }
    ]
   }
  }
 },
 "create_webhook": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {},
   "body": {
    "url": "https://hooks.example.org/usage"
   },
   "answer": {
    "success": true,
    "data": {
     "webhook_id": "hook_01JD8V5Z7Q3M9T2X4C6B8N0KFH",
     "url": "https://hooks.example.org/usage",
     "created_at": "2026-03-01T09:00:00.000Z",
     "secret": "(shown once)"
    },
    "cost": "$0.0000",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  },
  "invalid": {
   "status": 422,
   "path": {},
   "query": {},
   "body": [],
   "answer": {
    "detail": [
     {
      "type": "model_attributes_type",
      "loc": [
       "body"
      ],
      "msg": "Input should be a valid dictionary or object to extract fields from",
      "input": []
     }
    ]
   }
  }
 },
 "current_user": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {},
   "answer": {
    "success": true,
    "data": {
     "id": "acct_01JD8V5Z7Q3M9T2X4C6B8N0KFH",
     "name": "Ruta Sala",
     "email": "ruta@example.org",
     "settings": {
      "emailNotifications": true,
      "usageAlerts": true,
      "alertThreshold": null
     },
     "plan": "prepaid",
     "balance": "$999.9721",
     "spend_limit": null,
     "created_at": "2026-03-01T09:00:00.000Z"
    },
    "cost": "$0.0000",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  }
 },
 "daily_usage": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {},
   "answer": {
    "success": true,
    "data": {
     "days": [
      {
       "date": "2026-03-01",
       "requests": 0,
       "failed_requests": 0,
       "records": 0,
       "cost": "$0.0000"
      },
      {
       "date": "2026-03-01",
       "requests": 0,
       "failed_requests": 0,
       "records": 0,
       "cost": "$0.0000"
      },
      {
       "date": "2026-03-01",
       "requests": 0,
       "failed_requests": 0,
       "records": 0,
       "cost": "$0.0000"
      }
     ],
     "total_requests": 24,
     "total_records": 68,
     "total_cost": "$0.0279",
     "start_date": "2026-02-01T00:00:00.000Z",
     "end_date": "2026-03-01T00:00:00.000Z"
    },
    "cost": "$0.0000",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  }
 },
 "delete_api_key": {
  "valid": {
   "status": 200,
   "path": {
    "key_id": "key_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   },
   "query": {},
   "answer": {
    "success": true,
    "data": {
     "key_id": "key_01JD8V5Z7Q3M9T2X4C6B8N0KFH",
     "status": "revoked",
     "revoked_at": "2026-03-02T09:00:00.000Z",
     "message": "The key is revoked and cannot be recovered"
    },
    "cost": "$0.0000",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  }
 },
 "delete_webhook": {
  "valid": {
   "status": 200,
   "path": {
    "webhook_id": "hook_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   },
   "query": {},
   "answer": {
    "success": true,
    "data": {
     "webhook_id": "hook_01JD8V5Z7Q3M9T2X4C6B8N0KFH",
     "message": "The webhook is deleted"
    },
    "cost": "$0.0000",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  }
 },
 "healthz": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {},
   "answer": {
    "status": "ok"
   }
  }
 },
 "limits": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {},
   "answer": {
    "success": true,
    "data": {
     "rates": [
      {
       "name": "account",
       "requests": 120,
       "window_seconds": 60,
       "per": "account",
       "applies_to": "requests below /api/users/me and /api/requests"
      },
      {
       "name": "signup",
       "requests": 10,
       "window_seconds": 3600,
       "per": "address",
       "applies_to": "accounts made by POST /api/signup"
      },
      {
       "name": "authentication",
       "requests": 20,
       "window_seconds": 60,
       "per": "address",
       "applies_to": "keys that turn out wrong"
      }
     ],
     "concurrency": {
      "sql_running_per_key": 4,
      "sql_waiting_per_key": 32,
      "sql_wait_seconds": 30,
      "sql_running": 32
     },
     "sql": {
      "text_bytes": 65536,
      "parameters": 100,
      "timeout_seconds": 30,
      "json_rows": 10000,
      "json_bytes": 26214400,
      "stream_rows": 1000000
     },
     "requests": {
      "body_bytes": 1048576,
      "header_bytes": 16384
     }
    },
    "cost": "$0.0000",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  }
 },
 "list_api_keys": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {},
   "answer": {
    "success": true,
    "data": {
     "keys": [
      {
       "key_id": "key_01JD8V5Z7Q3M9T2X4C6B8N0KFH",
       "name": "old reports",
       "masked_key": "sdq_live_…4f2a",
       "prefix": "sdq_live_8Fq2",
       "permissions": [
        "shortvideo",
        "network",
        "photo"
       ],
       "status": "active",
       "created_at": "2026-03-01T09:00:00.000Z",
       "last_used_at": null,
       "expires_at": null,
       "revoked_at": null,
       "spend_limit": null
      },
      {
       "key_id": "key_01JD8V5Z7Q3M9T2X4C6B8N0KFH",
       "name": "reports",
       "masked_key": "sdq_live_…4f2a",
       "prefix": "sdq_live_8Fq2",
       "permissions": [
        "shortvideo",
        "network",
        "photo"
       ],
       "status": "active",
       "created_at": "2026-03-01T09:00:00.000Z",
       "last_used_at": null,
       "expires_at": null,
       "revoked_at": null,
       "spend_limit": null
      },
      {
       "key_id": "key_01JD8V5Z7Q3M9T2X4C6B8N0KFH",
       "name": "two",
       "masked_key": "sdq_live_…4f2a",
       "prefix": "sdq_live_8Fq2",
       "permissions": [
        "shortvideo",
        "network",
        "photo"
       ],
       "status": "active",
       "created_at": "2026-03-01T09:00:00.000Z",
       "last_used_at": null,
       "expires_at": null,
       "revoked_at": null,
       "spend_limit": null
      }
     ],
     "total": 4
    },
    "cost": "$0.0000",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  }
 },
 "list_notifications": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {},
   "answer": {
    "success": true,
    "data": {
     "notifications": [],
     "total": 0
    },
    "cost": "$0.0000",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  }
 },
 "list_usage": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {
    "limit": 2
   },
   "answer": {
    "success": true,
    "data": {
     "records": [
      {
       "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH",
       "timestamp": "2026-03-02T09:00:00.000Z",
       "key_id": "key_01JD8V5Z7Q3M9T2X4C6B8N0KFH",
       "key_name": "one",
       "platform": "micro",
       "endpoint": "/api/micro/search",
       "method": "GET",
       "status": 200,
       "records": 2,
       "addons": {},
       "cost": "$0.0002",
       "duration_ms": 5,
       "cached": false,
       "error_code": null
      },
      {
       "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH",
       "timestamp": "2026-03-02T09:00:00.000Z",
       "key_id": "key_01JD8V5Z7Q3M9T2X4C6B8N0KFH",
       "key_name": "one",
       "platform": "micro",
       "endpoint": "/api/micro/comments",
       "method": "GET",
       "status": 200,
       "records": 10,
       "addons": {},
       "cost": "$0.0050",
       "duration_ms": 5,
       "cached": false,
       "error_code": null
      }
     ],
     "total_fetched": 2,
     "has_more": true,
     "cursor": "eyJvZmZzZXQiOjV9.c2lnbmVk",
     "start_date": "2026-02-01T00:00:00.000Z",
     "end_date": "2026-03-01T00:00:00.000Z"
    },
    "cost": "$0.0000",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  },
  "invalid": {
   "status": 422,
   "path": {},
   "query": {
    "limit": "many"
   },
   "answer": {
    "detail": [
     {
      "type": "int_parsing",
      "loc": [
       "query",
       "limit"
      ],
      "msg": "Input should be a valid integer, unable to parse string as an integer",
      "input": "many"
     }
    ]
   }
  }
 },
 "list_webhooks": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {},
   "answer": {
    "success": true,
    "data": {
     "webhooks": [
      {
       "webhook_id": "hook_01JD8V5Z7Q3M9T2X4C6B8N0KFH",
       "url": "https://hooks.example.org/sdq",
       "created_at": "2026-03-01T09:00:00.000Z"
      },
      {
       "webhook_id": "hook_01JD8V5Z7Q3M9T2X4C6B8N0KFH",
       "url": "https://hooks.example.org/usage",
       "created_at": "2026-03-01T09:00:00.000Z"
      }
     ],
     "total": 2
    },
    "cost": "$0.0000",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  }
 },
 "media": {
  "valid": {
   "status": 200,
   "path": {
    "platform": "shortvideo",
    "record_id": "7701442974416683740"
   },
   "query": {
    "expires": "1772442000",
    "signature": "(from the link)"
   }
  },
  "invalid": {
   "status": 422,
   "path": {
    "platform": "shortvideo",
    "record_id": "7701442974416683740"
   },
   "query": {
    "expires": "1772442000",
    "signature": "(from the link)"
   },
   "answer": {
    "detail": [
     {
      "type": "int_parsing",
      "loc": [
       "query",
       "expires"
      ],
      "msg": "Input should be a valid integer, unable to parse string as an integer",
      "input": "many"
     }
    ]
   }
  }
 },
 "micro_comments": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {
    "tweet_id": "1821545598415798272",
    "count": 10
   },
   "answer": {
    "success": true,
    "data": {
     "tweet_id": "1821545598415798272",
     "comments": [
      {
       "id": "1821623427920853207",
       "text": "gardening 최고!",
       "author": {
        "id": "1274018612511635557",
        "username": "mirelosalvantin",
        "name": "Mirelo Salvantin",
        "profile_image_url": "https://media.micro.example/1274018612511635557.jpg"
       },
       "created_at": "2024-08-08T19:04:04Z",
       "like_count": 1,
       "reply_count": 0,
       "retweet_count": 0
      },
      {
       "id": "1821622601643660354",
       "text": "Bellissimo ❤️",
       "author": {
        "id": "1546949926188036051",
        "username": "velko_lomarelin",
        "name": "Velko Lomarelin",
        "profile_image_url": "https://media.micro.example/1546949926188036051.jpg"
       },
       "created_at": "2024-08-08T19:00:47Z",
       "like_count": 0,
       "reply_count": 0,
       "retweet_count": 0
      },
      {
       "id": "1821621775366467501",
       "text": "👏👏",
       "author": {
        "id": "1573162564583948013",
        "username": "kelmaroskandek",
        "name": "Kelmar Oskandek",
        "profile_image_url": "https://media.micro.example/1573162564583948013.jpg"
       },
       "created_at": "2024-08-08T18:57:30Z",
       "like_count": 1,
       "reply_count": 0,
       "retweet_count": 0
      }
     ],
     "cursor": "eyJvZmZzZXQiOjV9.c2lnbmVk",
     "has_more": true,
     "total_fetched": 10,
     "api_calls": 1
    },
    "cost": "$0.0050",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  },
  "invalid": {
   "status": 422,
   "path": {},
   "query": {
    "tweet_id": "1821545598415798272",
    "count": "many"
   },
   "answer": {
    "detail": [
     {
      "type": "int_parsing",
      "loc": [
       "query",
       "count"
      ],
      "msg": "Input should be a valid integer, unable to parse string as an integer",
      "input": "many"
     }
    ]
   }
  }
 },
 "micro_post": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {
    "tweet_id_or_url": "1821545598415798272"
   },
   "answer": {
    "success": true,
    "data": {
     "tweet": {
      "id": "1821545598415798272",
      "content": "오늘은 chess 이야기 ☕ Unpopular opinion: winter swimming is \"overrated\" More tomorrow. #art #winter #typography",
      "like_count": 29,
      "retweet_count": 4,
      "reply_count": 113,
      "quote_count": 0,
      "view_count": 5437,
      "created_at": "2024-08-08T13:54:48Z",
      "author": {
       "username": "quorin_tormelamar",
       "display_name": "Quorin Tormelamar",
       "profile_image_url": "https://media.micro.example/1319730968657842554.jpg"
      },
      "media": [
       {
        "type": "photo",
        "url": "https://media.micro.example/1821545598415798272/0.jpg",
        "preview_url": "https://media.micro.example/1821545598415798272/0-small.jpg",
        "width": 1280,
        "height": 720,
        "duration_ms": null
       }
      ]
     },
     "api_calls": 1
    },
    "cost": "$0.0005",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  },
  "invalid": {
   "status": 422,
   "path": {},
   "query": {},
   "answer": {
    "detail": [
     {
      "type": "missing",
      "loc": [
       "query",
       "tweet_id_or_url"
      ],
      "msg": "Field required",
      "input": null
     }
    ]
   }
  }
 },
 "micro_search": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {
    "keyword": "about",
    "count": 2
   },
   "answer": {
    "success": true,
    "data": {
     "keyword": "about",
     "tweets": [
      {
       "id": "2116308688044748253",
       "content": "Tell me more about baking",
       "like_count": 1,
       "retweet_count": 0,
       "reply_count": 0,
       "quote_count": 0,
       "view_count": 116,
       "created_at": "2026-10-30T23:18:05Z",
       "author": {
        "username": "carodanbrontharo",
        "display_name": "Carodan Brontharo",
        "profile_image_url": "https://media.micro.example/1581512475931621116.jpg"
       },
       "media": []
      },
      {
       "id": "2116290719643494231",
       "content": "A year ago I knew nothing about coffee. Look at this! More tomorrow. #gardening",
       "like_count": 29,
       "retweet_count": 3,
       "reply_count": 0,
       "quote_count": 0,
       "view_count": 5604,
       "created_at": "2026-10-30T22:06:41Z",
       "author": {
        "username": "mirelovandrelez",
        "display_name": "Mirelo Vandrelez",
        "profile_image_url": "https://media.micro.example/833459091534961648.jpg"
       },
       "media": []
      }
     ],
     "cursor": "eyJvZmZzZXQiOjV9.c2lnbmVk",
     "has_more": true,
     "total_fetched": 2,
     "api_calls": 1
    },
    "cost": "$0.0002",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  },
  "invalid": {
   "status": 422,
   "path": {},
   "query": {
    "keyword": "about",
    "count": "many"
   },
   "answer": {
    "detail": [
     {
      "type": "int_parsing",
      "loc": [
       "query",
       "count"
      ],
      "msg": "Input should be a valid integer, unable to parse string as an integer",
      "input": "many"
     }
    ]
   }
  }
 },
 "micro_sql": {
  "valid": {
   "status": 501,
   "path": {},
   "query": {},
   "body": {
    "query": "SELECT count(*) AS tweets FROM tweets"
   },
   "answer": {
    "success": false,
    "detail": "SQL for 'micro' is coming soon",
    "error": {
     "code": "sql_not_available",
     "status": 501,
     "param": null,
     "retryable": false,
     "doc_url": "https://api.example.org/docs/errors#sql_not_available",
     "meta": {
      "platform": "micro",
      "status": "indexing in progress"
     }
    },
    "cost": "$0.0000",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  },
  "invalid": {
   "status": 422,
   "path": {},
   "query": {},
   "body": [],
   "answer": {
    "detail": [
     {
      "type": "model_attributes_type",
      "loc": [
       "body"
      ],
      "msg": "Input should be a valid dictionary or object to extract fields from",
      "input": []
     }
    ]
   }
  }
 },
 "micro_sql_schema": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {},
   "answer": {
    "success": true,
    "data": {
     "platform": "micro",
     "snapshot_id": "snap_4f1c2a9e8d7b6a50",
     "tables": [
      {
       "name": "tweets",
       "description": "One row per post.",
       "row_count": 7500,
       "columns": [
        {
         "name": "id",
         "type": "VARCHAR",
         "nullable": false,
         "description": "Id of the post."
        },
        {
         "name": "username",
         "type": "VARCHAR",
         "nullable": false,
         "description": "Account that wrote it."
        },
        {
         "name": "content",
         "type": "VARCHAR",
         "nullable": false,
         "description": "Text."
        }
       ],
       "examples": [
        "SELECT username, sum(view_count) AS views FROM tweets GROUP BY ALL ORDER BY views DESC LIMIT 10"
       ]
      },
      {
       "name": "profiles",
       "description": "One row per account.",
       "row_count": 1200,
       "columns": [
        {
         "name": "username",
         "type": "VARCHAR",
         "nullable": false,
         "description": "Username, without @."
        },
        {
         "name": "user_id",
         "type": "VARCHAR",
         "nullable": true,
         "description": "Numeric id."
        },
        {
         "name": "display_name",
         "type": "VARCHAR",
         "nullable": true,
         "description": "Display name."
        }
       ],
       "examples": [
        "SELECT username, follower_count FROM profiles ORDER BY follower_count DESC LIMIT 10"
       ]
      },
      {
       "name": "removals",
       "description": "One row per record that was removed from the platform, and so from the tables here.",
       "row_count": 33,
       "columns": [
        {
         "name": "record_table",
         "type": "VARCHAR",
         "nullable": false,
         "description": "The table it stood in."
        },
        {
         "name": "record_key",
         "type": "VARCHAR",
         "nullable": false,
         "description": "Its key there."
        },
        {
         "name": "removed_at",
         "type": "TIMESTAMP WITH TIME ZONE",
         "nullable": false,
         "description": "When it was found to be gone, UTC."
        }
       ],
       "examples": [
        "SELECT record_table, record_key, removed_at FROM removals ORDER BY removed_at DESC LIMIT 10"
       ]
      }
     ]
    },
    "cost": "$0.0000",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  }
 },
 "micro_sql_statement": {
  "valid": {
   "status": 404,
   "path": {
    "statement_id": "stmt_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   },
   "query": {},
   "answer": {
    "success": false,
    "detail": "This key has no such statement",
    "error": {
     "code": "not_found",
     "status": 404,
     "param": null,
     "retryable": false,
     "doc_url": "https://api.example.org/docs/errors#not_found",
     "meta": {
      "hint": "a statement is a query that was sent with wait_timeout_ms"
     }
    },
    "cost": "$0.0000",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  }
 },
 "micro_sql_statement_cancel": {
  "valid": {
   "status": 404,
   "path": {
    "statement_id": "stmt_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   },
   "query": {},
   "answer": {
    "success": false,
    "detail": "This key has no such statement",
    "error": {
     "code": "not_found",
     "status": 404,
     "param": null,
     "retryable": false,
     "doc_url": "https://api.example.org/docs/errors#not_found",
     "meta": {
      "hint": "a statement is a query that was sent with wait_timeout_ms"
     }
    },
    "cost": "$0.0000",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  }
 },
 "micro_user_posts": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {
    "username": "zolten_rosmarez",
    "count": 2
   },
   "answer": {
    "success": true,
    "data": {
     "user": {
      "username": "zolten_rosmarez",
      "display_name": "Zolten Rosmarez",
      "profile_image_url": "https://media.micro.example/1438207813481398272.jpg"
     },
     "tweets": [
      {
       "id": "2116149568730987978",
       "content": "Congratulations!",
       "like_count": 3,
       "retweet_count": 0,
       "reply_count": 0,
       "quote_count": 0,
       "view_count": 303,
       "created_at": "2026-10-30T12:45:48Z",
       "author": {
        "username": "zolten_rosmarez",
        "display_name": "Zolten Rosmarez",
        "profile_image_url": "https://media.micro.example/1438207813481398272.jpg"
       },
       "media": []
      },
      {
       "id": "2115585455814275524",
       "content": "Is it just me, or is football everywhere now? That is all. #art #poetry",
       "like_count": 4246,
       "retweet_count": 613,
       "reply_count": 0,
       "quote_count": 51,
       "view_count": 696383,
       "created_at": "2026-10-28T23:24:13Z",
       "author": {
        "username": "zolten_rosmarez",
        "display_name": "Zolten Rosmarez",
        "profile_image_url": "https://media.micro.example/1438207813481398272.jpg"
       },
       "media": []
      }
     ],
     "cursor": "eyJvZmZzZXQiOjV9.c2lnbmVk",
     "has_more": true,
     "total_fetched": 2,
     "api_calls": 2
    },
    "cost": "$0.0002",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  },
  "invalid": {
   "status": 422,
   "path": {},
   "query": {
    "username": "zolten_rosmarez",
    "count": "many"
   },
   "answer": {
    "detail": [
     {
      "type": "int_parsing",
      "loc": [
       "query",
       "count"
      ],
      "msg": "Input should be a valid integer, unable to parse string as an integer",
      "input": "many"
     }
    ]
   }
  }
 },
 "micro_user_profile": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {
    "username": "zolten_rosmarez"
   },
   "answer": {
    "success": true,
    "data": {
     "profile": {
      "username": "zolten_rosmarez",
      "display_name": "Zolten Rosmarez",
      "bio": "Writing on winter swimming. Before that: football.",
      "profile_image_url": "https://media.micro.example/1438207813481398272.jpg",
      "banner_url": "",
      "follower_count": 206221,
      "following_count": 207,
      "tweet_count": 274,
      "is_verified": true,
      "created_at": "2021-09-15T18:27:18Z",
      "location": "Pune, India",
      "website": "https://zolten-rosmarez.example"
     },
     "api_calls": 1
    },
    "cost": "$0.0010",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  },
  "invalid": {
   "status": 422,
   "path": {},
   "query": {},
   "answer": {
    "detail": [
     {
      "type": "missing",
      "loc": [
       "query",
       "username"
      ],
      "msg": "Field required",
      "input": null
     }
    ]
   }
  }
 },
 "network_company_posts": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {
    "company": "ilmareska-works",
    "count": 2,
    "sort_by": "top"
   },
   "answer": {
    "success": true,
    "data": {
     "company": {
      "company": "ilmareska-works",
      "company_id": "1000000",
      "name": "Ilmareska Works"
     },
     "posts": [
      {
       "post_id": "7501580404261446018",
       "url": "https://network.example/posts/7501580404261446018",
       "text": "Hoje o assunto é solar power 💬 #baking #food",
       "created_at": "2026-09-04T10:02:21Z",
       "post_type": "text",
       "author": {
        "username": "ilmareska-works",
        "name": "Ilmareska Works",
        "headline": "Where machine vision begins",
        "profile_image_url": "https://media.network.example/ilmareska-works.png"
       },
       "like_count": 45813,
       "comment_count": 8623,
       "share_count": 2392,
       "media": [],
       "hashtags": [
        "baking",
        "food"
       ]
      },
      {
       "post_id": "7051166424762012131",
       "url": "https://network.example/posts/7051166424762012131",
       "text": "आज की बात: hiking 🙏 Nobody told me how hard gardening would be 😅 What do you think? #football #chess #gardening #coffee",
       "created_at": "2023-04-10T12:18:00Z",
       "post_type": "document",
       "author": {
        "username": "ilmareska-works",
        "name": "Ilmareska Works",
        "headline": "Where machine vision begins",
        "profile_image_url": "https://media.network.example/ilmareska-works.png"
       },
       "like_count": 17663,
       "comment_count": 519,
       "share_count": 0,
       "media": [
        {
         "type": "document",
         "url": "https://media.network.example/7051166424762012131/0"
        }
       ],
       "hashtags": [
        "football",
        "chess",
        "gardening"
       ]
      }
     ],
     "cursor": "eyJvZmZzZXQiOjV9.c2lnbmVk",
     "has_more": true,
     "total_fetched": 2,
     "api_calls": 2
    },
    "cost": "$0.0002",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  },
  "invalid": {
   "status": 422,
   "path": {},
   "query": {
    "company": "ilmareska-works",
    "count": "many",
    "sort_by": "top"
   },
   "answer": {
    "detail": [
     {
      "type": "int_parsing",
      "loc": [
       "query",
       "count"
      ],
      "msg": "Input should be a valid integer, unable to parse string as an integer",
      "input": "many"
     }
    ]
   }
  }
 },
 "network_company_profile": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {
    "company": "ilmareska-works",
    "employee_count": 2
   },
   "answer": {
    "success": true,
    "data": {
     "company": {
      "name": "Ilmareska Works",
      "tagline": "Where machine vision begins",
      "industry": "Logistics",
      "company_size": "1,001-5,000 employees",
      "headquarters": "São Paulo, Brazil",
      "about": "",
      "website": "https://ilmareska-works.example",
      "founded": 1978,
      "specialties": [
       "machine vision",
       "natural dyes",
       "warehouse automation"
      ],
      "follower_count": 1592,
      "employee_count": 3456,
      "locations": [
       {
        "city": "São Paulo",
        "region": "São Paulo",
        "country": "Brazil",
        "is_headquarters": true
       }
      ]
     },
     "employees": [
      {
       "username": "alora-arvelor",
       "full_name": "Alora Arvelor",
       "title": "Sales Manager",
       "headline": "Sales Manager at Ilmareska Works",
       "location": "Osaka, Japan",
       "current_company": "Ilmareska Works",
       "school": "Velmora University",
       "profile_url": "https://network.example/in/alora-arvelor",
       "profile_image_url": "https://media.network.example/alora-arvelor.jpg"
      },
      {
       "username": "alora-dovreskeska",
       "full_name": "Alora Dovreskeska",
       "title": "Product Manager",
       "headline": "Product Manager at Ilmareska Works",
       "location": "Monterrey, Mexico",
       "current_company": "Ilmareska Works",
       "school": "Hochschule Rosmark",
       "profile_url": "https://network.example/in/alora-dovreskeska",
       "profile_image_url": "https://media.network.example/alora-dovreskeska.jpg"
      }
     ],
     "total_employees_fetched": 2,
     "api_calls": 2
    },
    "cost": "$0.0012",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  },
  "invalid": {
   "status": 422,
   "path": {},
   "query": {
    "company": "ilmareska-works",
    "employee_count": "many"
   },
   "answer": {
    "detail": [
     {
      "type": "int_parsing",
      "loc": [
       "query",
       "employee_count"
      ],
      "msg": "Input should be a valid integer, unable to parse string as an integer",
      "input": "many"
     }
    ]
   }
  }
 },
 "network_search_employees": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {
    "company": "null",
    "current_company": true,
    "count": 2
   },
   "answer": {
    "success": true,
    "data": {
     "query": {
      "company": "null",
      "current_company": true
     },
     "people": [],
     "cursor": null,
     "has_more": false,
     "total_fetched": 0,
     "api_calls": 2,
     "total_matches": 0
    },
    "cost": "$0.0000",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  },
  "invalid": {
   "status": 422,
   "path": {},
   "query": {
    "company": "null",
    "current_company": true,
    "count": "many"
   },
   "answer": {
    "detail": [
     {
      "type": "int_parsing",
      "loc": [
       "query",
       "count"
      ],
      "msg": "Input should be a valid integer, unable to parse string as an integer",
      "input": "many"
     }
    ]
   }
  }
 },
 "network_sql": {
  "valid": {
   "status": 501,
   "path": {},
   "query": {},
   "body": {
    "query": "SELECT username, headline FROM profiles ORDER BY username LIMIT 3"
   },
   "answer": {
    "success": false,
    "detail": "SQL for 'network' is coming soon",
    "error": {
     "code": "sql_not_available",
     "status": 501,
     "param": null,
     "retryable": false,
     "doc_url": "https://api.example.org/docs/errors#sql_not_available",
     "meta": {
      "platform": "network",
      "status": "indexing in progress"
     }
    },
    "cost": "$0.0000",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  },
  "invalid": {
   "status": 422,
   "path": {},
   "query": {},
   "body": [],
   "answer": {
    "detail": [
     {
      "type": "model_attributes_type",
      "loc": [
       "body"
      ],
      "msg": "Input should be a valid dictionary or object to extract fields from",
      "input": []
     }
    ]
   }
  }
 },
 "network_sql_schema": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {},
   "answer": {
    "success": true,
    "data": {
     "platform": "network",
     "snapshot_id": "snap_4f1c2a9e8d7b6a50",
     "tables": [
      {
       "name": "profiles",
       "description": "One row per person.",
       "row_count": 3000,
       "columns": [
        {
         "name": "username",
         "type": "VARCHAR",
         "nullable": false,
         "description": "Handle in the profile’s address."
        },
        {
         "name": "full_name",
         "type": "VARCHAR",
         "nullable": false,
         "description": "Name."
        },
        {
         "name": "headline",
         "type": "VARCHAR",
         "nullable": true,
         "description": "Line below the name."
        }
       ],
       "examples": [
        "SELECT current_company, count(*) AS people FROM profiles GROUP BY ALL ORDER BY people DESC LIMIT 10"
       ]
      },
      {
       "name": "companies",
       "description": "One row per company.",
       "row_count": 150,
       "columns": [
        {
         "name": "company",
         "type": "VARCHAR",
         "nullable": false,
         "description": "Slug in the page’s address."
        },
        {
         "name": "company_id",
         "type": "VARCHAR",
         "nullable": true,
         "description": "Numeric id."
        },
        {
         "name": "name",
         "type": "VARCHAR",
         "nullable": false,
         "description": "Name."
        }
       ],
       "examples": [
        "SELECT industry, count(*) AS companies FROM companies GROUP BY ALL ORDER BY companies DESC"
       ]
      },
      {
       "name": "posts",
       "description": "One row per post of a person or a company.",
       "row_count": 3000,
       "columns": [
        {
         "name": "post_id",
         "type": "VARCHAR",
         "nullable": false,
         "description": "Id of the post."
        },
        {
         "name": "author_kind",
         "type": "VARCHAR",
         "nullable": false,
         "description": "person or company."
        },
        {
         "name": "author",
         "type": "VARCHAR",
         "nullable": false,
         "description": "Username or company slug."
        }
       ],
       "examples": [
        "SELECT author, sum(like_count) AS likes FROM posts GROUP BY ALL ORDER BY likes DESC LIMIT 10"
       ]
      }
     ]
    },
    "cost": "$0.0000",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  }
 },
 "network_sql_statement": {
  "valid": {
   "status": 404,
   "path": {
    "statement_id": "stmt_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   },
   "query": {},
   "answer": {
    "success": false,
    "detail": "This key has no such statement",
    "error": {
     "code": "not_found",
     "status": 404,
     "param": null,
     "retryable": false,
     "doc_url": "https://api.example.org/docs/errors#not_found",
     "meta": {
      "hint": "a statement is a query that was sent with wait_timeout_ms"
     }
    },
    "cost": "$0.0000",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  }
 },
 "network_sql_statement_cancel": {
  "valid": {
   "status": 404,
   "path": {
    "statement_id": "stmt_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   },
   "query": {},
   "answer": {
    "success": false,
    "detail": "This key has no such statement",
    "error": {
     "code": "not_found",
     "status": 404,
     "param": null,
     "retryable": false,
     "doc_url": "https://api.example.org/docs/errors#not_found",
     "meta": {
      "hint": "a statement is a query that was sent with wait_timeout_ms"
     }
    },
    "cost": "$0.0000",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  }
 },
 "network_user_posts": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {
    "username": "elunio-arvelti",
    "count": 2
   },
   "answer": {
    "success": true,
    "data": {
     "user": {
      "username": "elunio-arvelti",
      "name": "Elunio Arvelti",
      "headline": "Open to work",
      "profile_image_url": ""
     },
     "posts": [
      {
       "post_id": "7521888720914195890",
       "url": "https://network.example/posts/7521888720914195890",
       "text": "Nobody told me how hard poetry would be 😅 Three things I wish I had known about coffee:\n1. Start small\n2. Ask\n3. Write it down We are hiring. #photooftheday #summer #chess",
       "created_at": "2026-10-30T11:00:21Z",
       "post_type": "document",
       "author": {
        "username": "elunio-arvelti",
        "name": "Elunio Arvelti",
        "headline": "Open to work",
        "profile_image_url": ""
       },
       "like_count": 1,
       "comment_count": 0,
       "share_count": 0,
       "media": [
        {
         "type": "document",
         "url": "https://media.network.example/7521888720914195890/0"
        }
       ],
       "hashtags": [
        "photooftheday",
        "summer",
        "chess"
       ]
      },
      {
       "post_id": "7521655433724138220",
       "url": "https://network.example/posts/7521655433724138220",
       "text": "music よりも大事なことはない 🌸 Details & photos below. #food #nature #architecture",
       "created_at": "2026-10-29T19:33:21Z",
       "post_type": "video",
       "author": {
        "username": "elunio-arvelti",
        "name": "Elunio Arvelti",
        "headline": "Open to work",
        "profile_image_url": ""
       },
       "like_count": 138,
       "comment_count": 8,
       "share_count": 2,
       "media": [
        {
         "type": "video",
         "url": "https://media.network.example/7521655433724138220/0"
        }
       ],
       "hashtags": [
        "food",
        "nature",
        "architecture"
       ]
      }
     ],
     "cursor": "eyJvZmZzZXQiOjV9.c2lnbmVk",
     "has_more": true,
     "total_fetched": 2,
     "api_calls": 2
    },
    "cost": "$0.0002",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  },
  "invalid": {
   "status": 422,
   "path": {},
   "query": {
    "username": "elunio-arvelti",
    "count": "many"
   },
   "answer": {
    "detail": [
     {
      "type": "int_parsing",
      "loc": [
       "query",
       "count"
      ],
      "msg": "Input should be a valid integer, unable to parse string as an integer",
      "input": "many"
     }
    ]
   }
  }
 },
 "network_user_profile": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {
    "username": "elunio-arvelti"
   },
   "answer": {
    "success": true,
    "data": {
     "profile": {
      "name": "Elunio Arvelti",
      "headline": "Open to work",
      "location": "Leeds, United Kingdom",
      "bio": "",
      "connection_count": 138,
      "experience": [
       {
        "company": "Arvelica Energy",
        "title": "Sales Manager",
        "start_date": "2023-03",
        "end_date": "2025-09",
        "description": ""
       },
       {
        "company": "Zandrska Press",
        "title": "Software Engineer",
        "start_date": "2020-08",
        "end_date": "2022-10",
        "description": ""
       },
       {
        "company": "Caldranis Labs",
        "title": "Recruiter",
        "start_date": "2017-12",
        "end_date": "2020-07",
        "description": "📍 somewhere between gardening and baking"
       }
      ],
      "education": [],
      "skills": [
       "Python",
       "Teaching",
       "SQL"
      ]
     },
     "api_calls": 1
    },
    "cost": "$0.0010",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  },
  "invalid": {
   "status": 422,
   "path": {},
   "query": {},
   "answer": {
    "detail": [
     {
      "type": "missing",
      "loc": [
       "query",
       "username"
      ],
      "msg": "Field required",
      "input": null
     }
    ]
   }
  }
 },
 "photo_comments": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {
    "media_id": "3997767632664133632",
    "count": 10,
    "sort_order": "popular"
   },
   "answer": {
    "success": true,
    "data": {
     "media_id": "3997767632664133632",
     "comments": [
      {
       "id": "17900000007121572",
       "text": "Can you share the recipe?",
       "user": {
        "pk": "1784277165",
        "username": "ulmira_norvesteska",
        "full_name": "Ulmira Norvesteska",
        "profile_pic_url": "https://media.photo.example/1784277165.jpg"
       },
       "created_at": 1790917052,
       "like_count": 167
      },
      {
       "id": "17900000009530339",
       "text": "So true 😂",
       "user": {
        "pk": "1785290797",
        "username": "ilunadovreskor",
        "full_name": "Iluna Dovreskor",
        "profile_pic_url": "https://media.photo.example/1785290797.jpg"
       },
       "created_at": 1791015023,
       "like_count": 137
      },
      {
       "id": "17900000018013388",
       "text": "Đẹp quá 😍",
       "user": {
        "pk": "1787793201",
        "username": "nerithcorlamska",
        "full_name": "Nerith Corlamska",
        "profile_pic_url": "https://media.photo.example/1787793201.jpg"
       },
       "created_at": 1791582923,
       "like_count": 56
      }
     ],
     "cursor": "eyJvZmZzZXQiOjV9.c2lnbmVk",
     "has_more": true,
     "total_fetched": 10,
     "api_calls": 2,
     "comment_count": 345
    },
    "cost": "$0.0050",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  },
  "invalid": {
   "status": 422,
   "path": {},
   "query": {
    "media_id": "3997767632664133632",
    "count": "many",
    "sort_order": "popular"
   },
   "answer": {
    "detail": [
     {
      "type": "int_parsing",
      "loc": [
       "query",
       "count"
      ],
      "msg": "Input should be a valid integer, unable to parse string as an integer",
      "input": "many"
     }
    ]
   }
  }
 },
 "photo_hashtag": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {
    "keyword": "love",
    "count": 2,
    "feed_type": "recent"
   },
   "answer": {
    "success": true,
    "data": {
     "hashtag": {
      "keyword": "love",
      "feed_type": "recent"
     },
     "posts": [
      {
       "id": "DfIvjfv1I9n",
       "caption": "Today was all about photography. What I love about trains: it never gets old #love",
       "like_count": 619,
       "comment_count": 25,
       "created_at": "2026-10-30T23:17:23Z",
       "media_type": "video",
       "media_url": "https://media.photo.example/4019671814884331367.jpg"
      },
      {
       "id": "DfIqmmfr90O",
       "caption": "اليوم نتحدث عن robots More tomorrow. #baking #nature #gardening #love",
       "like_count": 392,
       "comment_count": 15,
       "created_at": "2026-10-30T22:34:07Z",
       "media_type": "image",
       "media_url": "https://media.photo.example/4019650038055558414.jpg"
      }
     ],
     "cursor": "eyJvZmZzZXQiOjV9.c2lnbmVk",
     "has_more": true,
     "total_fetched": 2,
     "api_calls": 1,
     "addons": {
      "transcripts": null,
      "video_files": null
     }
    },
    "cost": "$0.0010",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  },
  "invalid": {
   "status": 422,
   "path": {},
   "query": {
    "keyword": "love",
    "count": "many",
    "feed_type": "recent"
   },
   "answer": {
    "detail": [
     {
      "type": "int_parsing",
      "loc": [
       "query",
       "count"
      ],
      "msg": "Input should be a valid integer, unable to parse string as an integer",
      "input": "many"
     }
    ]
   }
  }
 },
 "photo_post": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {
    "code_or_url": "CyPEVhX4TJt"
   },
   "answer": {
    "success": true,
    "data": {
     "post": {
      "id": "CyPEVhX4TJt",
      "caption": "A year ago I knew nothing about trains. Look at this! What do you think? #art #food #coffee",
      "like_count": 665583,
      "comment_count": 23335,
      "created_at": "2023-10-10T22:41:41Z",
      "media_type": "image",
      "media_url": "https://media.photo.example/3210804130467623533.jpg",
      "hashtags": [
       "art",
       "food",
       "coffee"
      ],
      "location": "",
      "video_url": null,
      "author": {
       "username": "amiroquillarelin",
       "full_name": "Amiro Quillarelin",
       "profile_pic_url": "https://media.photo.example/1791245885.jpg"
      }
     },
     "api_calls": 1,
     "addons": {
      "transcripts": null,
      "video_files": null
     }
    },
    "cost": "$0.0005",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  },
  "invalid": {
   "status": 422,
   "path": {},
   "query": {},
   "answer": {
    "detail": [
     {
      "type": "missing",
      "loc": [
       "query",
       "code_or_url"
      ],
      "msg": "Field required",
      "input": null
     }
    ]
   }
  }
 },
 "photo_sql": {
  "valid": {
   "status": 501,
   "path": {},
   "query": {},
   "body": {
    "table": "posts",
    "limit": 2
   },
   "answer": {
    "success": false,
    "detail": "SQL for 'photo' is coming soon",
    "error": {
     "code": "sql_not_available",
     "status": 501,
     "param": null,
     "retryable": false,
     "doc_url": "https://api.example.org/docs/errors#sql_not_available",
     "meta": {
      "platform": "photo",
      "status": "indexing in progress"
     }
    },
    "cost": "$0.0000",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  },
  "invalid": {
   "status": 422,
   "path": {},
   "query": {},
   "body": [],
   "answer": {
    "detail": [
     {
      "type": "model_attributes_type",
      "loc": [
       "body"
      ],
      "msg": "Input should be a valid dictionary or object to extract fields from",
      "input": []
     }
    ]
   }
  }
 },
 "photo_sql_schema": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {},
   "answer": {
    "success": true,
    "data": {
     "platform": "photo",
     "snapshot_id": "snap_4f1c2a9e8d7b6a50",
     "tables": [
      {
       "name": "profiles",
       "description": "One row per account.",
       "row_count": 1500,
       "columns": [
        {
         "name": "username",
         "type": "VARCHAR",
         "nullable": false,
         "description": "Username, without @."
        },
        {
         "name": "user_id",
         "type": "VARCHAR",
         "nullable": true,
         "description": "Numeric id."
        },
        {
         "name": "full_name",
         "type": "VARCHAR",
         "nullable": true,
         "description": "Display name."
        }
       ],
       "examples": [
        "SELECT username, follower_count FROM profiles ORDER BY follower_count DESC LIMIT 10"
       ]
      },
      {
       "name": "posts",
       "description": "One row per post.",
       "row_count": 3000,
       "columns": [
        {
         "name": "id",
         "type": "VARCHAR",
         "nullable": false,
         "description": "Shortcode."
        },
        {
         "name": "media_id",
         "type": "VARCHAR",
         "nullable": false,
         "description": "Numeric id of the post."
        },
        {
         "name": "username",
         "type": "VARCHAR",
         "nullable": true,
         "description": "Account that posted it; NULL where only the page of a hashtag told of it."
        }
       ],
       "examples": [
        "SELECT username, count(*) AS posts FROM posts GROUP BY ALL ORDER BY posts DESC LIMIT 10"
       ]
      },
      {
       "name": "comments",
       "description": "One row per comment.",
       "row_count": 7500,
       "columns": [
        {
         "name": "id",
         "type": "VARCHAR",
         "nullable": false,
         "description": "Id of the comment."
        },
        {
         "name": "media_id",
         "type": "VARCHAR",
         "nullable": false,
         "description": "The post it stands under."
        },
        {
         "name": "text",
         "type": "VARCHAR",
         "nullable": false,
         "description": "The comment."
        }
       ],
       "examples": [
        "SELECT media_id, count(*) AS comments FROM comments GROUP BY ALL ORDER BY comments DESC LIMIT 10"
       ]
      }
     ]
    },
    "cost": "$0.0000",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  }
 },
 "photo_sql_statement": {
  "valid": {
   "status": 404,
   "path": {
    "statement_id": "stmt_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   },
   "query": {},
   "answer": {
    "success": false,
    "detail": "This key has no such statement",
    "error": {
     "code": "not_found",
     "status": 404,
     "param": null,
     "retryable": false,
     "doc_url": "https://api.example.org/docs/errors#not_found",
     "meta": {
      "hint": "a statement is a query that was sent with wait_timeout_ms"
     }
    },
    "cost": "$0.0000",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  }
 },
 "photo_sql_statement_cancel": {
  "valid": {
   "status": 404,
   "path": {
    "statement_id": "stmt_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   },
   "query": {},
   "answer": {
    "success": false,
    "detail": "This key has no such statement",
    "error": {
     "code": "not_found",
     "status": 404,
     "param": null,
     "retryable": false,
     "doc_url": "https://api.example.org/docs/errors#not_found",
     "meta": {
      "hint": "a statement is a query that was sent with wait_timeout_ms"
     }
    },
    "cost": "$0.0000",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  }
 },
 "photo_user_posts": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {
    "username": "wilko_farostica",
    "count": 2
   },
   "answer": {
    "success": true,
    "data": {
     "user": {
      "username": "wilko_farostica"
     },
     "posts": [
      {
       "id": "DfF3Bb_v9Tb",
       "caption": "Hoy toca hablar de football ✨ Nobody told me how hard chess would be 😅 More tomorrow. #photooftheday",
       "like_count": 95,
       "comment_count": 6,
       "created_at": "2026-10-29T20:24:55Z",
       "media_type": "video",
       "media_url": "https://media.photo.example/4018860233836188891.jpg",
       "hashtags": [
        "photooftheday"
       ],
       "location": ""
      },
      {
       "id": "DfB-JdXpOmY",
       "caption": "Three things I wish I had known about winter swimming:\n1. Start small\n2. Ask\n3. Write it down That is all. #love",
       "like_count": 978,
       "comment_count": 21,
       "created_at": "2026-10-28T08:10:13Z",
       "media_type": "video",
       "media_url": "https://media.photo.example/4017765671485368728.jpg",
       "hashtags": [
        "love"
       ],
       "location": ""
      }
     ],
     "cursor": "eyJvZmZzZXQiOjV9.c2lnbmVk",
     "has_more": true,
     "total_fetched": 2,
     "api_calls": 1,
     "addons": {
      "transcripts": null,
      "video_files": null
     }
    },
    "cost": "$0.0010",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  },
  "invalid": {
   "status": 422,
   "path": {},
   "query": {
    "username": "wilko_farostica",
    "count": "many"
   },
   "answer": {
    "detail": [
     {
      "type": "int_parsing",
      "loc": [
       "query",
       "count"
      ],
      "msg": "Input should be a valid integer, unable to parse string as an integer",
      "input": "many"
     }
    ]
   }
  }
 },
 "photo_user_profile": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {
    "username": "wilko_farostica",
    "max_followers": 2,
    "max_following": 2
   },
   "answer": {
    "success": true,
    "data": {
     "profile": {
      "username": "wilko_farostica",
      "full_name": "Wilko Farostica",
      "bio": "Writing on climate. Before that: photography.",
      "profile_pic_url": "https://media.photo.example/1784000000.jpg",
      "category": "",
      "external_url": "",
      "follower_count": 39962,
      "following_count": 167,
      "post_count": 135,
      "is_verified": true,
      "is_business": false
     },
     "followers": [
      {
       "username": "alora.ilmarelin",
       "full_name": "Alora Ilmarelin",
       "profile_pic_url": "https://media.photo.example/1790485661.jpg"
      },
      {
       "username": "alora.jorvantola",
       "full_name": "Alora Jorvantola",
       "profile_pic_url": "https://media.photo.example/1794191753.jpg"
      }
     ],
     "following": [
      {
       "username": "corvinpalvenier",
       "full_name": "Corvin Palvenier",
       "profile_pic_url": "https://media.photo.example/1784839414.jpg"
      },
      {
       "username": "jovika.salvantaro",
       "full_name": "Jovika Salvantaro",
       "profile_pic_url": "https://media.photo.example/1784253408.jpg"
      }
     ],
     "total_followers_fetched": 2,
     "total_following_fetched": 2,
     "api_calls": 3
    },
    "cost": "$0.0030",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  },
  "invalid": {
   "status": 422,
   "path": {},
   "query": {
    "username": "wilko_farostica",
    "max_followers": "many",
    "max_following": 2
   },
   "answer": {
    "detail": [
     {
      "type": "int_parsing",
      "loc": [
       "query",
       "max_followers"
      ],
      "msg": "Input should be a valid integer, unable to parse string as an integer",
      "input": "many"
     }
    ]
   }
  }
 },
 "platforms": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {},
   "answer": {
    "success": true,
    "data": {
     "platforms": [
      {
       "platform": "shortvideo",
       "name": "Short-video platform",
       "status": "SQL ready",
       "sql": "available",
       "records_indexed": 4500,
       "tables": {
        "videos": 3000,
        "authors": 298,
        "hashtags": 1161,
        "music": 757,
        "comments": 1500,
        "video_hashtags": 6323,
        "video_stats": 1670,
        "transcripts": 1079,
        "removals": 33
       },
       "snapshot_id": "snap_4f1c2a9e8d7b6a50",
       "drivers": [
        {
         "driver": "tiktok-research",
         "name": "TikTok Research API",
         "status": "off"
        },
        {
         "driver": "scrape-creators",
         "name": "ScrapeCreators",
         "status": "off"
        },
        {
         "driver": "embedded",
         "name": "The index",
         "status": "on"
        }
       ]
      },
      {
       "platform": "network",
       "name": "Professional network",
       "status": "indexing in progress",
       "sql": "coming soon",
       "records_indexed": 6150,
       "tables": {
        "profiles": 3000,
        "companies": 150,
        "posts": 3000,
        "removals": 33
       },
       "snapshot_id": "snap_4f1c2a9e8d7b6a50",
       "drivers": [
        {
         "driver": "people-data-labs",
         "name": "People Data Labs",
         "status": "off"
        },
        {
         "driver": "embedded",
         "name": "The index",
         "status": "on"
        }
       ]
      },
      {
       "platform": "photo",
       "name": "Photo-sharing platform",
       "status": "indexing in progress",
       "sql": "coming soon",
       "records_indexed": 12000,
       "tables": {
        "profiles": 1500,
        "posts": 3000,
        "comments": 7500,
        "transcripts": 374,
        "removals": 33
       },
       "snapshot_id": "snap_4f1c2a9e8d7b6a50",
       "drivers": [
        {
         "driver": "meta-graph",
         "name": "Meta Graph API (Instagram)",
         "status": "off"
        },
        {
         "driver": "embedded",
         "name": "The index",
         "status": "on"
        }
       ]
      }
     ]
    },
    "cost": "$0.0000",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  }
 },
 "pricing": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {},
   "answer": {
    "success": true,
    "data": {
     "version": "2026-11",
     "effective_from": "2026-11-01T00:00:00Z",
     "currency": "USD",
     "endpoints": [
      {
       "endpoint": "/api/shortvideo/sql",
       "per": "row",
       "price": "$0.0001",
       "addons": {}
      },
      {
       "endpoint": "/api/shortvideo/feed",
       "per": "video",
       "price": "$0.0001",
       "addons": {
        "transcripts": "$0.0001",
        "video_files": "$0.0001",
        "comments": "$0.0005"
       }
      },
      {
       "endpoint": "/api/shortvideo/profile",
       "per": "video",
       "price": "$0.0001",
       "addons": {
        "transcripts": "$0.0001",
        "video_files": "$0.0001",
        "comments": "$0.0005"
       }
      }
     ]
    },
    "cost": "$0.0000",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  }
 },
 "readyz": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {},
   "answer": {
    "status": "ready",
    "checks": {
     "accepting": true,
     "index": true,
     "queries": true,
     "accounts": true
    }
   }
  }
 },
 "receipt": {
  "valid": {
   "status": 200,
   "path": {
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   },
   "query": {},
   "answer": {
    "success": true,
    "data": {
     "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH",
     "timestamp": "2026-03-02T09:00:00.000Z",
     "key_id": "key_01JD8V5Z7Q3M9T2X4C6B8N0KFH",
     "key_name": "one",
     "platform": "shortvideo",
     "endpoint": "/api/shortvideo/profile",
     "method": "GET",
     "status": 200,
     "records": 3,
     "addons": {},
     "cost": "$0.0003",
     "duration_ms": 5,
     "cached": false,
     "error_code": null,
     "line_items": [
      {
       "item": "records",
       "quantity": 3,
       "unit_price": "$0.0001",
       "cost": "$0.0003"
      }
     ],
     "price_version": "2026-11",
     "snapshot_id": "snap_4f1c2a9e8d7b6a50",
     "delivered": true
    },
    "cost": "$0.0000",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  }
 },
 "rotate_api_key": {
  "valid": {
   "status": 200,
   "path": {
    "key_id": "key_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   },
   "query": {},
   "body": {
    "overlap_seconds": 3600
   },
   "answer": {
    "success": true,
    "data": {
     "key_id": "key_01JD8V5Z7Q3M9T2X4C6B8N0KFH",
     "name": "old reports",
     "masked_key": "sdq_live_…4f2a",
     "prefix": "sdq_live_8Fq2",
     "permissions": [
      "shortvideo",
      "network",
      "photo"
     ],
     "status": "active",
     "created_at": "2026-03-01T09:00:00.000Z",
     "last_used_at": null,
     "expires_at": null,
     "revoked_at": null,
     "spend_limit": null,
     "key": "sdq_live_(shown once)",
     "replaces": {
      "key_id": "key_01JD8V5Z7Q3M9T2X4C6B8N0KFH",
      "expires_at": "2026-03-02T09:00:00.000Z"
     }
    },
    "cost": "$0.0000",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  },
  "invalid": {
   "status": 422,
   "path": {
    "key_id": "key_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   },
   "query": {},
   "body": [],
   "answer": {
    "detail": [
     {
      "type": "model_attributes_type",
      "loc": [
       "body"
      ],
      "msg": "Input should be a valid dictionary or object to extract fields from",
      "input": []
     }
    ]
   }
  }
 },
 "shortvideo_comments": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {
    "video_id": "7693707845246990565",
    "count": 10
   },
   "answer": {
    "success": true,
    "data": {
     "video_id": "7693707845246990565",
     "comments": [
      {
       "comment_id": "7697359690318845654",
       "text": "puppy nequ street",
       "author": {
        "unique_id": "sipodacely52",
        "nickname": "Sipo Dacely",
        "avatar_url": ""
       },
       "create_time": 1792181211,
       "like_count": 8,
       "reply_count": 0
      },
      {
       "comment_id": "7697272915426224579",
       "text": "cute & cute",
       "author": {
        "unique_id": "baka_vasital",
        "nickname": "Baka Vasital",
        "avatar_url": ""
       },
       "create_time": 1792161007,
       "like_count": 31,
       "reply_count": 0
      },
      {
       "comment_id": "7697244226685218834",
       "text": "first",
       "author": {
        "unique_id": "kepehedasto46",
        "nickname": "Kepe Hedasto",
        "avatar_url": "https://p16.avatars.example/6626458717513305058.jpeg"
       },
       "create_time": 1792154327,
       "like_count": 3,
       "reply_count": 1
      }
     ],
     "cursor": 10,
     "has_more": true,
     "total_fetched": 10,
     "api_calls": 1
    },
    "cost": "$0.0050",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  },
  "invalid": {
   "status": 422,
   "path": {},
   "query": {
    "video_id": "7693707845246990565",
    "count": "many"
   },
   "answer": {
    "detail": [
     {
      "type": "int_parsing",
      "loc": [
       "query",
       "count"
      ],
      "msg": "Input should be a valid integer, unable to parse string as an integer",
      "input": "many"
     }
    ]
   }
  }
 },
 "shortvideo_feed": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {
    "count": 2
   },
   "answer": {
    "success": true,
    "data": {
     "videos": [
      {
       "video_id": "7539910253739133400",
       "author": "caho_lavene",
       "description": "fitness doje laptop 🏳️‍🌈",
       "play_count": 343595,
       "like_count": 21790,
       "create_time": "2025-08-18T13:02:37Z",
       "comment_count": 85,
       "share_count": 907,
       "duration_ms": 10000,
       "hashtags": [],
       "region": "US",
       "language": "en",
       "web_url": "https://www.tiktok.com/@caho_lavene/video/7539910253739133400",
       "music": {
        "id": "7261160074164321740",
        "title": "الصوت الأصلي - nacacaba",
        "author": "nacacaba"
       },
       "author_info": {
        "sec_uid": null,
        "nickname": "stoho Caho",
        "follower_count": 6517457,
        "is_verified": true
       }
      },
      {
       "video_id": "7521518815511989118",
       "author": "lejemapedo",
       "description": "preje lironsto line ronpre hoor maka loho #solulrasol #trending #soccer #beauty #fyp #comedy",
       "play_count": 97271,
       "like_count": 7176,
       "create_time": "2025-06-29T23:34:27Z",
       "comment_count": 76,
       "share_count": 127,
       "collect_count": 380,
       "duration_ms": 16000,
       "hashtags": [
        "solulrasol",
        "trending",
        "soccer"
       ],
       "region": "TR",
       "language": "tr",
       "web_url": "https://www.tiktok.com/@lejemapedo/video/7521518815511989118",
       "music": {
        "id": "7702895755246377974",
        "title": "Nedo demean",
        "author": "Jasi Sedean"
       },
       "author_info": {
        "sec_uid": null,
        "nickname": "suka Leje",
        "follower_count": 1111071,
        "is_verified": false
       }
      }
     ],
     "cursor": "eyJvZmZzZXQiOjV9.c2lnbmVk",
     "has_more": true,
     "total_fetched": 2,
     "api_calls": 1,
     "addons": {
      "transcripts": null,
      "video_files": null
     }
    },
    "cost": "$0.0002",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  },
  "invalid": {
   "status": 422,
   "path": {},
   "query": {
    "count": "many"
   },
   "answer": {
    "detail": [
     {
      "type": "int_parsing",
      "loc": [
       "query",
       "count"
      ],
      "msg": "Input should be a valid integer, unable to parse string as an integer",
      "input": "many"
     }
    ]
   }
  }
 },
 "shortvideo_hashtag": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {
    "hashtag": "fyp",
    "count": 2
   },
   "answer": {
    "success": true,
    "data": {
     "hashtag": {
      "name": "fyp",
      "challenge_id": "2633205859901912849",
      "view_count": 66617763,
      "video_count": 391
     },
     "videos": [
      {
       "video_id": "7702687115399812553",
       "author": "finarebiti23",
       "description": "lipre lotal susu #cars #foryoupage #trending #fyp #cooking #lylyloan",
       "play_count": 3305,
       "like_count": 143,
       "create_time": "2026-10-31T23:23:36Z",
       "comment_count": 2,
       "share_count": 19,
       "collect_count": 20,
       "duration_ms": 18000,
       "hashtags": [
        "cars",
        "foryoupage",
        "trending"
       ],
       "region": "TR",
       "language": "tr",
       "web_url": "https://www.tiktok.com/@finarebiti23/video/7702687115399812553",
       "music": {
        "id": "7651704756562116163",
        "title": "bunyi asal - keberikone",
        "author": "keberikone"
       },
       "author_info": {
        "sec_uid": null,
        "nickname": "Fina 🎉",
        "follower_count": 1334308,
        "is_verified": false
       }
      },
      {
       "video_id": "7699950496762387223",
       "author": "kiki_rasaest",
       "description": "jegen solne fa antal #soltaljesto #fyp",
       "play_count": 96452,
       "like_count": 4610,
       "create_time": "2026-10-23T19:40:30Z",
       "comment_count": 142,
       "share_count": 168,
       "collect_count": 309,
       "duration_ms": 16000,
       "hashtags": [
        "soltaljesto",
        "fyp"
       ],
       "cover_url": "https://p16.covers.example/tos-1/0aed67f3b227ce7a.jpeg",
       "web_url": "https://www.tiktok.com/@kiki_rasaest/video/7699950496762387223",
       "music": {
        "id": "6950170418848632434",
        "title": "sonido original - tepekakeor",
        "author": "tepekakeor"
       },
       "author_info": {
        "sec_uid": "MS4wLjABAAAA24a1204909b3c3c778fd7d064820f2d9",
        "nickname": "Kiki Rasaest",
        "follower_count": 3884923,
        "is_verified": false
       }
      }
     ],
     "cursor": "eyJvZmZzZXQiOjV9.c2lnbmVk",
     "has_more": true,
     "total_fetched": 2,
     "api_calls": 2,
     "addons": {
      "transcripts": null,
      "video_files": null
     }
    },
    "cost": "$0.0010",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  },
  "invalid": {
   "status": 422,
   "path": {},
   "query": {
    "hashtag": "fyp",
    "count": "many"
   },
   "answer": {
    "detail": [
     {
      "type": "int_parsing",
      "loc": [
       "query",
       "count"
      ],
      "msg": "Input should be a valid integer, unable to parse string as an integer",
      "input": "many"
     }
    ]
   }
  }
 },
 "shortvideo_profile": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {
    "username": "rumokalopre",
    "count": 2
   },
   "answer": {
    "success": true,
    "data": {
     "profile": {
      "username": "rumokalopre",
      "nickname": "Rumo Kalopre",
      "sec_uid": null,
      "user_id": "6889487149925877561",
      "bio": "",
      "avatar_url": "",
      "is_verified": false,
      "is_private": false,
      "follower_count": 661012,
      "following_count": 0,
      "like_count": 110607,
      "video_count": 46
     },
     "videos": [
      {
       "video_id": "7701442974416683740",
       "author": "rumokalopre",
       "description": "rame talfa qutra ulber kalo #rontalmeulvi",
       "play_count": 7505,
       "like_count": 250,
       "create_time": "2026-10-27T20:12:04Z",
       "comment_count": 6,
       "share_count": 20,
       "collect_count": 22,
       "duration_ms": 23000,
       "hashtags": [
        "rontalmeulvi"
       ],
       "region": "ID",
       "language": "id",
       "web_url": "https://www.tiktok.com/@rumokalopre/video/7701442974416683740",
       "music": {
        "id": "7150775446373370148",
        "title": "Lofa traqu",
        "author": "Tapa Tomutal"
       },
       "author_info": {
        "sec_uid": null,
        "nickname": "Rumo Kalopre",
        "follower_count": 661012,
        "is_verified": false
       }
      },
      {
       "video_id": "7689987652680768701",
       "author": "rumokalopre",
       "description": "fa tima je 🔥",
       "play_count": 4202,
       "like_count": 228,
       "create_time": "2026-09-26T23:19:34Z",
       "comment_count": 6,
       "share_count": 24,
       "collect_count": 31,
       "duration_ms": 7320,
       "hashtags": [],
       "region": "ID",
       "language": "id",
       "web_url": "https://www.tiktok.com/@rumokalopre/video/7689987652680768701",
       "music": {
        "id": "7677742538803869074",
        "title": "Loan ingne",
        "author": "Maha Vanagen"
       },
       "author_info": {
        "sec_uid": null,
        "nickname": "Rumo Kalopre",
        "follower_count": 651167,
        "is_verified": false
       }
      }
     ],
     "cursor": "eyJvZmZzZXQiOjV9.c2lnbmVk",
     "has_more": true,
     "total_fetched": 2,
     "api_calls": 2,
     "addons": {
      "transcripts": null,
      "video_files": null
     }
    },
    "cost": "$0.0003",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  },
  "invalid": {
   "status": 422,
   "path": {},
   "query": {
    "username": "rumokalopre",
    "count": "many"
   },
   "answer": {
    "detail": [
     {
      "type": "int_parsing",
      "loc": [
       "query",
       "count"
      ],
      "msg": "Input should be a valid integer, unable to parse string as an integer",
      "input": "many"
     }
    ]
   }
  }
 },
 "shortvideo_sql": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {},
   "body": {
    "query": "SELECT author, play_count FROM videos WHERE play_count > $least ORDER BY play_count DESC, author LIMIT 3",
    "parameters": {
     "least": 1000
    },
    "limit": 10
   },
   "answer": {
    "success": true,
    "data": {
     "columns": [
      {
       "name": "author",
       "type": "VARCHAR",
       "nullable": true
      },
      {
       "name": "play_count",
       "type": "BIGINT",
       "nullable": true
      }
     ],
     "rows": [
      {
       "author": "hamebajeje73",
       "play_count": 29123606
      },
      {
       "author": "rideriseber",
       "play_count": 19120105
      },
      {
       "author": "tipobabequ9",
       "play_count": 15403427
      }
     ],
     "row_count": 3,
     "total_fetched": 3,
     "truncated": false,
     "has_more": false,
     "cursor": null,
     "limit": 10,
     "api_calls": 1,
     "statement_id": "stmt_01JD8V5Z7Q3M9T2X4C6B8N0KFH",
     "snapshot_id": "snap_4f1c2a9e8d7b6a50",
     "stats": {
      "elapsed_ms": 4.2,
      "queued_ms": 0.1,
      "rows_scanned": 3000,
      "bytes_scanned": 679327,
      "cache": "miss",
      "rewrites": []
     }
    },
    "cost": "$0.0003",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  },
  "invalid": {
   "status": 422,
   "path": {},
   "query": {},
   "body": [],
   "answer": {
    "detail": [
     {
      "type": "model_attributes_type",
      "loc": [
       "body"
      ],
      "msg": "Input should be a valid dictionary or object to extract fields from",
      "input": []
     }
    ]
   }
  }
 },
 "shortvideo_sql_schema": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {},
   "answer": {
    "success": true,
    "data": {
     "platform": "shortvideo",
     "snapshot_id": "snap_4f1c2a9e8d7b6a50",
     "tables": [
      {
       "name": "videos",
       "description": "One row per video, each column at its newest known value.",
       "row_count": 3000,
       "columns": [
        {
         "name": "video_id",
         "type": "VARCHAR",
         "nullable": false,
         "description": "Decimal id of the video, as text: it does not fit a double."
        },
        {
         "name": "author",
         "type": "VARCHAR",
         "nullable": true,
         "description": "Username of the uploader, lower case, without @."
        },
        {
         "name": "author_id",
         "type": "VARCHAR",
         "nullable": true,
         "description": "Id of the uploader; it survives a change of username."
        }
       ],
       "examples": [
        "SELECT video_id, author, play_count FROM videos ORDER BY play_count DESC LIMIT 10",
        "SELECT date_trunc('month', create_time) AS month, count(*) AS videos, sum(play_count) AS plays FROM videos GROUP BY ALL ORDER BY month",
        "SELECT author, max(like_count) AS best FROM videos WHERE list_contains(hashtags, 'dance') GROUP BY author ORDER BY best DESC LIMIT 20"
       ]
      },
      {
       "name": "authors",
       "description": "One row per uploader.",
       "row_count": 298,
       "columns": [
        {
         "name": "author_id",
         "type": "VARCHAR",
         "nullable": false,
         "description": "Id of the account."
        },
        {
         "name": "author",
         "type": "VARCHAR",
         "nullable": true,
         "description": "Username, lower case, without @."
        },
        {
         "name": "sec_uid",
         "type": "VARCHAR",
         "nullable": true,
         "description": "Second, public id."
        }
       ],
       "examples": [
        "SELECT author, follower_count FROM authors ORDER BY follower_count DESC NULLS LAST LIMIT 10"
       ]
      },
      {
       "name": "hashtags",
       "description": "One row per hashtag.",
       "row_count": 1161,
       "columns": [
        {
         "name": "name",
         "type": "VARCHAR",
         "nullable": false,
         "description": "The hashtag, lower case, without #."
        },
        {
         "name": "hashtag_id",
         "type": "VARCHAR",
         "nullable": true,
         "description": "The platform’s id of it, also called challenge id."
        },
        {
         "name": "title",
         "type": "VARCHAR",
         "nullable": true,
         "description": "As the platform writes it."
        }
       ],
       "examples": [
        "SELECT name, view_count FROM hashtags ORDER BY view_count DESC NULLS LAST LIMIT 10"
       ]
      }
     ]
    },
    "cost": "$0.0000",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  }
 },
 "shortvideo_sql_statement": {
  "valid": {
   "status": 200,
   "path": {
    "statement_id": "stmt_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   },
   "query": {},
   "answer": {
    "success": true,
    "data": {
     "columns": [
      {
       "name": "region",
       "type": "VARCHAR",
       "nullable": true
      },
      {
       "name": "videos",
       "type": "BIGINT",
       "nullable": true
      }
     ],
     "rows": [
      {
       "region": null,
       "videos": 345
      },
      {
       "region": "ID",
       "videos": 258
      },
      {
       "region": "BR",
       "videos": 187
      }
     ],
     "row_count": 3,
     "total_fetched": 3,
     "truncated": false,
     "has_more": false,
     "cursor": null,
     "limit": 100,
     "api_calls": 1,
     "statement_id": "stmt_01JD8V5Z7Q3M9T2X4C6B8N0KFH",
     "snapshot_id": "snap_4f1c2a9e8d7b6a50",
     "stats": {
      "elapsed_ms": 4.2,
      "queued_ms": 0.1,
      "rows_scanned": 3000,
      "bytes_scanned": 679327,
      "cache": "miss",
      "rewrites": []
     },
     "state": "succeeded",
     "charged": {
      "cost": "$0.0003",
      "records": 3,
      "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
     },
     "expires_at": "2026-03-02T09:00:00.000Z"
    },
    "cost": "$0.0000",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  }
 },
 "shortvideo_sql_statement_cancel": {
  "valid": {
   "status": 404,
   "path": {
    "statement_id": "stmt_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   },
   "query": {},
   "answer": {
    "success": false,
    "detail": "This key has no such statement",
    "error": {
     "code": "not_found",
     "status": 404,
     "param": null,
     "retryable": false,
     "doc_url": "https://api.example.org/docs/errors#not_found",
     "meta": {
      "hint": "a statement is a query that was sent with wait_timeout_ms"
     }
    },
    "cost": "$0.0000",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  }
 },
 "signup": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {},
   "body": {
    "name": "Ada Lind",
    "email": "ada@example.org"
   },
   "answer": {
    "success": true,
    "data": {
     "user": {
      "id": "acct_01JD8V5Z7Q3M9T2X4C6B8N0KFH",
      "name": "Ada Lind",
      "email": "ada@example.org",
      "settings": {
       "emailNotifications": true,
       "usageAlerts": true,
       "alertThreshold": null
      },
      "plan": "prepaid",
      "balance": "$5.0000",
      "spend_limit": null,
      "created_at": "2026-03-01T09:00:00.000Z"
     },
     "account_key": "sdq_acct_(shown once)"
    },
    "cost": "$0.0000",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  },
  "invalid": {
   "status": 422,
   "path": {},
   "query": {},
   "body": [],
   "answer": {
    "detail": [
     {
      "type": "model_attributes_type",
      "loc": [
       "body"
      ],
      "msg": "Input should be a valid dictionary or object to extract fields from",
      "input": []
     }
    ]
   }
  }
 },
 "update_user": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {},
   "body": {
    "settings": {
     "usageAlerts": true,
     "alertThreshold": 25
    }
   },
   "answer": {
    "success": true,
    "data": {
     "id": "acct_01JD8V5Z7Q3M9T2X4C6B8N0KFH",
     "name": "Ruta Sala",
     "email": "ruta@example.org",
     "settings": {
      "emailNotifications": true,
      "usageAlerts": true,
      "alertThreshold": 25
     },
     "plan": "prepaid",
     "balance": "$999.9721",
     "spend_limit": null,
     "created_at": "2026-03-01T09:00:00.000Z"
    },
    "cost": "$0.0000",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  },
  "invalid": {
   "status": 422,
   "path": {},
   "query": {},
   "body": [],
   "answer": {
    "detail": [
     {
      "type": "dict_type",
      "loc": [
       "body"
      ],
      "msg": "Input should be a valid dictionary",
      "input": []
     }
    ]
   }
  }
 },
 "usage_summary": {
  "valid": {
   "status": 200,
   "path": {},
   "query": {},
   "answer": {
    "success": true,
    "data": {
     "total_requests": 24,
     "successful_requests": 24,
     "failed_requests": 0,
     "total_records": 68,
     "current_period_cost": "$0.0279",
     "current_period_start": "2026-03-01T00:00:00.000Z",
     "current_period_end": "2026-04-01T00:00:00.000Z",
     "cost_source": "ledger",
     "as_of": "2026-03-02T09:00:00.000Z",
     "pending_cost": "$0.0000",
     "keys": {
      "total": 6,
      "active": 6,
      "revoked": 0
     },
     "by_platform": {
      "shortvideo": {
       "requests": 9,
       "records": 30,
       "cost": "$0.0079"
      },
      "network": {
       "requests": 5,
       "records": 6,
       "cost": "$0.0026"
      },
      "photo": {
       "requests": 5,
       "records": 16,
       "cost": "$0.0105"
      },
      "micro": {
       "requests": 5,
       "records": 16,
       "cost": "$0.0069"
      }
     }
    },
    "cost": "$0.0000",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  }
 }
};
