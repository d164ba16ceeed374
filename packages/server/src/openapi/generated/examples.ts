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
    "tweet_id": "1810359645500345198",
    "count": 10
   },
   "answer": {
    "success": true,
    "data": {
     "tweet_id": "1810359645500345198",
     "comments": [
      {
       "id": "1816506452538297443",
       "text": "So true 😂",
       "author": {
        "id": "309022889",
        "username": "quorinjorvanta2",
        "name": "Quorin Jorvanta",
        "profile_image_url": "https://media.micro.example/309022889.jpg"
       },
       "created_at": "2024-07-25T16:11:02Z",
       "like_count": 3,
       "reply_count": 0,
       "retweet_count": 0
      },
      {
       "id": "1816096396407737385",
       "text": "not coffee again…",
       "author": {
        "id": "207331030",
        "username": "davirasalvanti",
        "name": "Davira Salvanti",
        "profile_image_url": "https://media.micro.example/207331030.jpg"
       },
       "created_at": "2024-07-24T13:01:37Z",
       "like_count": 2,
       "reply_count": 1,
       "retweet_count": 0
      },
      {
       "id": "1815744016151481304",
       "text": "Que bonito",
       "author": {
        "id": "217594472",
        "username": "amiro_jorvanta",
        "name": "Amiro Jorvanta",
        "profile_image_url": "https://media.micro.example/217594472.jpg"
       },
       "created_at": "2024-07-23T13:41:23Z",
       "like_count": 7,
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
    "tweet_id": "1810359645500345198",
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
    "tweet_id_or_url": "1810359645500345198"
   },
   "answer": {
    "success": true,
    "data": {
     "tweet": {
      "id": "1810359645500345198",
      "content": "Nachdenken über the election – und was daraus folgt That is all.",
      "like_count": 3,
      "retweet_count": 0,
      "reply_count": 185,
      "quote_count": 0,
      "view_count": 208,
      "created_at": "2024-07-08T17:05:49Z",
      "author": {
       "username": "nerith_ilmarch",
       "display_name": "Nerith Ilmarch",
       "profile_image_url": "https://media.micro.example/200104729.jpg"
      },
      "media": [
       {
        "type": "gif",
        "url": "https://media.micro.example/1810359645500345198/0.mp4",
        "preview_url": "https://media.micro.example/1810359645500345198/0-small.jpg",
        "width": 1280,
        "height": 720,
        "duration_ms": 99301
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
       "id": "2116681372922809886",
       "content": "Tell me more about winter swimming",
       "like_count": 35,
       "retweet_count": 3,
       "reply_count": 0,
       "quote_count": 0,
       "view_count": 5713,
       "created_at": "2026-10-31T23:59:00Z",
       "author": {
        "username": "ondra_tormelin",
        "display_name": "Ondra Tormelin",
        "profile_image_url": "https://media.micro.example/297607428.jpg"
       },
       "media": []
      },
      {
       "id": "2116681372922811491",
       "content": "I disagree about gardening, sorry",
       "like_count": 0,
       "retweet_count": 0,
       "reply_count": 0,
       "quote_count": 0,
       "view_count": 41,
       "created_at": "2026-10-31T23:59:00Z",
       "author": {
        "username": "carodanulvanska",
        "display_name": "Carodan Ulvanska",
        "profile_image_url": "https://media.micro.example/204608076.jpg"
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
       "row_count": 7595,
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
       "row_count": 0,
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
    "username": "halimalomaric",
    "count": 2
   },
   "answer": {
    "success": true,
    "data": {
     "user": {
      "username": "halimalomaric",
      "display_name": "Halima Lomaric",
      "profile_image_url": "https://media.micro.example/200000000.jpg"
     },
     "tweets": [
      {
       "id": "2115886959162297762",
       "content": "Que bonito",
       "like_count": 7,
       "retweet_count": 0,
       "reply_count": 0,
       "quote_count": 0,
       "view_count": 402,
       "created_at": "2026-10-29T19:22:17Z",
       "author": {
        "username": "halimalomaric",
        "display_name": "Halima Lomaric",
        "profile_image_url": "https://media.micro.example/200000000.jpg"
       },
       "media": []
      },
      {
       "id": "2114949842596795943",
       "content": "We learned a lot about gardening this year Details & photos below. #love #coffee",
       "like_count": 82,
       "retweet_count": 7,
       "reply_count": 3,
       "quote_count": 0,
       "view_count": 12799,
       "created_at": "2026-10-27T05:18:31Z",
       "author": {
        "username": "halimalomaric",
        "display_name": "Halima Lomaric",
        "profile_image_url": "https://media.micro.example/200000000.jpg"
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
    "username": "halimalomaric",
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
    "username": "halimalomaric"
   },
   "answer": {
    "success": true,
    "data": {
     "profile": {
      "username": "halimalomaric",
      "display_name": "Halima Lomaric",
      "bio": "",
      "profile_image_url": "https://media.micro.example/200000000.jpg",
      "banner_url": "https://media.micro.example/200000000/banner.jpg",
      "follower_count": 153004,
      "following_count": 228,
      "tweet_count": 154,
      "is_verified": true,
      "created_at": "2022-07-20T05:06:50Z",
      "location": "Mumbai, India"
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
    "company": "arvelund-studio",
    "count": 2,
    "sort_by": "top"
   },
   "answer": {
    "success": true,
    "data": {
     "company": {
      "company": "arvelund-studio",
      "company_id": "1000000",
      "name": "Arvelund Studio"
     },
     "posts": [
      {
       "post_id": "7001787052013127677",
       "url": "https://network.example/posts/7001787052013127677",
       "text": "New post on climate, link in bio What do you think? #love",
       "created_at": "2024-01-03T07:06:47Z",
       "post_type": "article",
       "author": {
        "username": "arvelund-studio",
        "name": "Arvelund Studio",
        "headline": "Better solar power for everyone",
        "profile_image_url": "https://media.network.example/arvelund-studio.png"
       },
       "like_count": 1612,
       "comment_count": 103,
       "share_count": 20,
       "media": [],
       "hashtags": [
        "love"
       ]
      },
      {
       "post_id": "7001827957324646097",
       "url": "https://network.example/posts/7001827957324646097",
       "text": "Unpopular opinion: climate is \"overrated\" Thanks to everyone who came ❤️ #baking #streetfood #nature",
       "created_at": "2025-03-29T19:19:12Z",
       "post_type": "video",
       "author": {
        "username": "arvelund-studio",
        "name": "Arvelund Studio",
        "headline": "Better solar power for everyone",
        "profile_image_url": "https://media.network.example/arvelund-studio.png"
       },
       "like_count": 1488,
       "comment_count": 288,
       "share_count": 49,
       "media": [
        {
         "type": "video",
         "url": "https://media.network.example/7001827957324646097/0"
        }
       ],
       "hashtags": [
        "baking",
        "streetfood",
        "nature"
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
    "company": "arvelund-studio",
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
    "company": "arvelund-studio",
    "employee_count": 2
   },
   "answer": {
    "success": true,
    "data": {
     "company": {
      "name": "Arvelund Studio",
      "tagline": "Better solar power for everyone",
      "industry": "Higher Education",
      "company_size": "5,001-10,000 employees",
      "headquarters": "Lisbon, Portugal",
      "about": "Arvelund Studio works on solar power, supply chains, type design, wind power, adult education in Lisbon.",
      "website": "https://arvelund-studio.example",
      "founded": null,
      "specialties": [
       "solar power",
       "supply chains",
       "type design"
      ],
      "follower_count": 5676,
      "employee_count": 6419,
      "locations": [
       {
        "city": "Lisbon",
        "region": "Lisbon",
        "country": "Portugal",
        "is_headquarters": true
       },
       {
        "city": "Austin",
        "region": "Texas",
        "country": "United States",
        "is_headquarters": false
       },
       {
        "city": "Hanoi",
        "region": "Hanoi",
        "country": "Vietnam",
        "is_headquarters": false
       }
      ]
     },
     "employees": [
      {
       "username": "alora-oskandra2",
       "full_name": "Alora Oskandra",
       "title": "Architect",
       "headline": "Architect at Arvelund Studio",
       "location": "Osaka, Japan",
       "current_company": "Arvelund Studio",
       "school": "Velmora University",
       "profile_url": "https://network.example/in/alora-oskandra2",
       "profile_image_url": "https://media.network.example/alora-oskandra2.jpg"
      },
      {
       "username": "alora-quillaro3",
       "full_name": "Alora Quillaro",
       "title": "Product Manager",
       "headline": "",
       "location": "Athens, Greece",
       "current_company": "Arvelund Studio",
       "school": "",
       "profile_url": "https://network.example/in/alora-quillaro3",
       "profile_image_url": "https://media.network.example/alora-quillaro3.jpg"
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
    "company": "arvelund-studio",
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
       "row_count": 2500,
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
    "username": "gerano-vandreli",
    "count": 2
   },
   "answer": {
    "success": true,
    "data": {
     "user": {
      "username": "gerano-vandreli",
      "name": "Gerano Vandreli",
      "headline": "",
      "profile_image_url": "https://media.network.example/gerano-vandreli.jpg"
     },
     "posts": [
      {
       "post_id": "7001880477026748626",
       "url": "https://network.example/posts/7001880477026748626",
       "text": "Proud of the team: open data is live! Thanks to everyone who came ❤️",
       "created_at": "2026-10-30T12:17:23Z",
       "post_type": "video",
       "author": {
        "username": "gerano-vandreli",
        "name": "Gerano Vandreli",
        "headline": "",
        "profile_image_url": "https://media.network.example/gerano-vandreli.jpg"
       },
       "like_count": 76,
       "comment_count": 9,
       "share_count": 2,
       "media": [
        {
         "type": "video",
         "url": "https://media.network.example/7001880477026748626/0"
        }
       ],
       "hashtags": []
      },
      {
       "post_id": "7001880436599947801",
       "url": "https://network.example/posts/7001880436599947801",
       "text": "Three things I wish I had known about solar power:\n1. Start small\n2. Ask\n3. Write it down That is all.",
       "created_at": "2026-10-30T01:34:49Z",
       "post_type": "text",
       "author": {
        "username": "gerano-vandreli",
        "name": "Gerano Vandreli",
        "headline": "",
        "profile_image_url": "https://media.network.example/gerano-vandreli.jpg"
       },
       "like_count": 21,
       "comment_count": 2,
       "share_count": 0,
       "media": [],
       "hashtags": []
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
    "username": "gerano-vandreli",
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
    "username": "gerano-vandreli"
   },
   "answer": {
    "success": true,
    "data": {
     "profile": {
      "name": "Gerano Vandreli",
      "headline": "",
      "location": "Melbourne, Australia",
      "bio": "",
      "connection_count": 335,
      "experience": [
       {
        "company": "Palvenko Energy",
        "title": "Software Engineer",
        "start_date": "2024-01",
        "end_date": null,
        "description": ""
       },
       {
        "company": "Tormelin Studio",
        "title": "Architect",
        "start_date": "2018-08",
        "end_date": "2023-09",
        "description": "Writing on poetry. Before that: trains."
       },
       {
        "company": "Westaron Energy",
        "title": "Mechanical Engineer",
        "start_date": "2017-06",
        "end_date": "2018-02",
        "description": ""
       }
      ],
      "education": [
       {
        "school": "Velmora University",
        "degree": "MSc Statistics",
        "end_date": "2014"
       },
       {
        "school": "Institute of Technology Kestrand",
        "degree": "MBA",
        "end_date": "2011"
       }
      ],
      "skills": []
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
    "media_id": "3981382634419781641",
    "count": 10,
    "sort_order": "popular"
   },
   "answer": {
    "success": true,
    "data": {
     "media_id": "3981382634419781641",
     "comments": [
      {
       "id": "17900000350737421",
       "text": "So true 😂",
       "user": {
        "pk": "1795537983",
        "username": "faliko_quillaro",
        "full_name": "Faliko Quillaro",
        "profile_pic_url": "https://media.photo.example/1795537983.jpg"
       },
       "created_at": 1789117689,
       "like_count": 45
      },
      {
       "id": "17900000367912977",
       "text": "Tell me more about chess",
       "user": {
        "pk": "1790818259",
        "username": "corvinestermar",
        "full_name": "Corvin Estermar",
        "profile_pic_url": "https://media.photo.example/1790818259.jpg"
       },
       "created_at": 1790358366,
       "like_count": 40
      },
      {
       "id": "17900000368646080",
       "text": "❤️❤️❤️",
       "user": {
        "pk": "1786993382",
        "username": "jarrek_salvanti",
        "full_name": "Jarrek Salvanti",
        "profile_pic_url": "https://media.photo.example/1786993382.jpg"
       },
       "created_at": 1788859301,
       "like_count": 39
      }
     ],
     "cursor": "eyJvZmZzZXQiOjV9.c2lnbmVk",
     "has_more": true,
     "total_fetched": 10,
     "api_calls": 2,
     "comment_count": 674
    },
    "cost": "$0.0050",
    "request_id": "req_01JD8V5Z7Q3M9T2X4C6B8N0KFH"
   }
  },
  "invalid": {
   "status": 422,
   "path": {},
   "query": {
    "media_id": "3981382634419781641",
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
       "id": "DfIyv13gASe",
       "caption": "Nobody told me how hard winter swimming would be 😅 We learned a lot about baking this year We are hiring. #gardening #nature #love #architecture",
       "like_count": 2824,
       "comment_count": 85,
       "created_at": "2026-10-30T23:45:17Z",
       "media_type": "image",
       "media_url": "https://media.photo.example/4019685857408582814.jpg"
      },
      {
       "id": "DfIrpITgAkI",
       "caption": "Proud of the team: chess is live! What do you think? #photooftheday #love #chess",
       "like_count": 111,
       "comment_count": 8,
       "created_at": "2026-10-30T22:43:12Z",
       "media_type": "image",
       "media_url": "https://media.photo.example/4019654609843783944.jpg"
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
    "code_or_url": "DfCObc3gATm"
   },
   "answer": {
    "success": true,
    "data": {
     "post": {
      "id": "DfCObc3gATm",
      "caption": "New post on baking, link in bio Details & photos below.",
      "like_count": 32439,
      "comment_count": 468,
      "created_at": "2026-10-28T10:32:29Z",
      "media_type": "image",
      "media_url": "https://media.photo.example/4017837276640838886.jpg",
      "hashtags": [],
      "location": "Athens, Greece",
      "video_url": null,
      "author": {
       "username": "evarin.lomaric",
       "full_name": "Evarin Lomaric",
       "profile_pic_url": "https://media.photo.example/1784023757.jpg"
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
       "row_count": 2500,
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
       "row_count": 7328,
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
    "username": "kamiro.elvarin",
    "count": 2
   },
   "answer": {
    "success": true,
    "data": {
     "user": {
      "username": "kamiro.elvarin"
     },
     "posts": [
      {
       "id": "DfIB4CLgAdu",
       "caption": "Proud of the team: the election is live!",
       "like_count": 59,
       "comment_count": 8,
       "created_at": "2026-10-30T16:38:14Z",
       "media_type": "image",
       "media_url": "https://media.photo.example/4019470916105799534.jpg",
       "hashtags": [],
       "location": ""
      },
      {
       "id": "DfGHAJHgAPc",
       "caption": "Three things I wish I had known about gardening:\n1. Start small\n2. Ask\n3. Write it down Details & photos below. #robots #gardening",
       "like_count": 88,
       "comment_count": 11,
       "created_at": "2026-10-29T22:44:33Z",
       "media_type": "reel",
       "media_url": "https://media.photo.example/4018930513589830620.jpg",
       "hashtags": [
        "robots",
        "gardening"
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
    "username": "kamiro.elvarin",
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
    "username": "kamiro.elvarin",
    "max_followers": 2,
    "max_following": 2
   },
   "answer": {
    "success": true,
    "data": {
     "profile": {
      "username": "kamiro.elvarin",
      "full_name": "Kamiro Elvarin",
      "bio": "All about climate",
      "profile_pic_url": "https://media.photo.example/1784000000.jpg",
      "category": "",
      "external_url": "",
      "follower_count": 34639,
      "following_count": 90,
      "post_count": 130,
      "is_verified": true,
      "is_business": false
     },
     "followers": [
      {
       "username": "jarrekcorlamont",
       "full_name": "Jarrek Corlamont",
       "profile_pic_url": "https://media.photo.example/1784015838.jpg"
      },
      {
       "username": "fenora_caldrano",
       "full_name": "Fenora Caldrano",
       "profile_pic_url": "https://media.photo.example/1784039595.jpg"
      }
     ],
     "following": [
      {
       "username": "marovi_jorvanta",
       "full_name": "Marovi Jorvanta",
       "profile_pic_url": "https://media.photo.example/1784047514.jpg"
      },
      {
       "username": "yarisa_bronteska",
       "full_name": "Yarisa Bronteska",
       "profile_pic_url": "https://media.photo.example/1784894847.jpg"
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
    "username": "kamiro.elvarin",
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
        "removals": 0
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
       "records_indexed": 5650,
       "tables": {
        "profiles": 3000,
        "companies": 150,
        "posts": 2500,
        "removals": 0
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
       "records_indexed": 11328,
       "tables": {
        "profiles": 1500,
        "posts": 2500,
        "comments": 7328,
        "transcripts": 334,
        "removals": 0
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
