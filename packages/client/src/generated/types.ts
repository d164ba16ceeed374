// Written by npm run docs:client from docs/openapi.json.

import type { Answer, CallOptions, PagedCall } from '../call.ts';

export type QueryShortvideoSqlData = { columns: Array<{ name: string; type: string; nullable: boolean; }>; /** Rows as objects by column name, or as arrays of values with `shape: arrays`. */ rows: Array<Record<string, unknown> | Array<unknown>>; row_count: number; /** Number of records charged: the rows returned. */ total_fetched: number; /** Whether rows were omitted because of the `limit` of the request. */ truncated: boolean; /** Whether there is a next page. */ has_more: boolean; /** Cursor of the next page; null on the last page. */ cursor: string | null; limit: number; api_calls: number; /** Present only when the query was submitted with `wait_timeout_ms`. */ statement_id?: string; snapshot_id: string; /** The request that paid for these rows within the last 24 hours, so that they cost nothing now; null for none. */ repeat_of: string | null; stats: { elapsed_ms: number; queued_ms: number | null; /** Estimated number of index rows that the plan reads; 0 for a cached result. */ rows_scanned: number | null; /** Estimated number of bytes that the plan reads; 0 for a cached result. */ bytes_scanned: number | null; cache: "hit" | "miss" | null; /** Rewrites that the planner applied. */ rewrites: Array<string>; }; explanation?: { rules: Array<{ rule: string; table: string | null; fired: boolean; note: string; }>; routes: Array<{ table: string; /** Access path of the table: `base files`, or an acceleration structure of the index. */ via: string; files_total: number; files_read: number; rows_estimated: number; bytes_estimated: number; }>; /** Estimated number of rows to read. */ rows_estimated: number; /** Estimated number of bytes to read. */ bytes_estimated: number; /** Number of fast-path plans attempted before the default plan. */ attempts: number; /** Index of the fast-path plan that produced the result, from 0; null for the default plan, or when the query has not run. */ attempt: number | null; /** Maximum number of rows returned: the least of `limit`, the LIMIT of the query, and 1 for an aggregate without GROUP BY. */ rows_max: number; /** Maximum cost of the request in US dollars. */ cost_max: string; stage_ms: Record<string, number>; }; /** Only for a statement. */ state?: "succeeded"; /** Only for a statement: the charge for its result. */ charged?: { cost: string; records: number; request_id: string; } | null; /** Only for a statement: when its retained result expires. */ expires_at?: string | null; };

export type QueryShortvideoSqlInput = { /** One SELECT statement in DuckDB’s dialect. If empty, the rows of a table are listed. */ query?: string; /** Maximum number of rows returned: 1 to 10000 as JSON, up to 1000000 in a streaming format. */ limit?: number; /** Adds the full record as `full_data` to each row with a `video_id`. JSON only. */ include_full_data?: boolean; /** Values for `?` and `$1` as a list, for `$name` as an object. */ parameters?: Array<unknown> | Record<string, unknown> | null; /** Result format. Overrides the Accept header. */ format?: "json" | "ndjson" | "csv" | "arrow" | "parquet" | null; /** Shape of a row in JSON: an object by column name (default), or an array of values. */ shape?: "objects" | "arrays" | null; /** CSV: prefixes texts that a spreadsheet would take for a formula (`=`, `+`, `-`, `@`, tab or carriage return first) with an apostrophe. */ csv_safe?: boolean; /** NDJSON: adds a last line `{"$receipt": {"request_id", "cost", "row_count", "truncated", "repeat_of", "snapshot_id"}}`, for clients that cannot read trailers, such as `fetch`. */ receipt?: boolean; /** Time limit of the query in milliseconds. */ timeout_ms?: number; wait_timeout_ms?: number | null; /** Cursor from the previous page. All other fields must be unchanged. JSON only. */ cursor?: string | null; max_cost?: string | number | null; /** Runs the query of this quote, over its snapshot and for its prices. `query` is empty then, or that of the quote. */ quote_id?: string | null; /** Reads this snapshot in place of the newest one: the `snapshot_id` of an earlier response. Returns 410 when it is no longer retained. */ snapshot_id?: string | null; /** Only for a quote: runs the query and retains its result, so that the quote tells its rows and price. Costs $0.0001, which counts for the first row. */ exact?: boolean; /** Returns the columns and the query plan without running the query. Free of charge. */ dry_run?: boolean; /** Adds the query plan: rewrites, access paths, and estimated files, rows and bytes. */ explain?: boolean; };

export type CheckShortvideoSqlData = { valid: boolean; /** What is wrong with the query; empty for a valid one. */ faults: Array<{ /** The `error.code` that running the query would return. */ code: string; message: string; /** UTF-16 code units from the start of the text. */ offset: number | null; length: number | null; /** From 1. */ line: number | null; /** From 1. */ column: number | null; near: string | null; /** Names that resemble an unknown name, nearest first. */ candidates: Array<string>; hint: string | null; }>; /** Columns of the result; empty unless the query is valid. */ columns: Array<{ name: string; type: string; nullable: boolean; }>; /** The parameters that the text names: `$region` is `region`, the second `?` is `2`. One that is not given was read as NULL. `type` is the SQL type that follows from its place, null where several would do. */ parameters: Array<{ name: string; given: boolean; type: string | null; }>; /** Maximum number of rows returned, and charged. */ rows_max: number | null; /** Maximum cost in US dollars, without the rows that the account paid for within the last 24 hours. */ cost_max: string | null; /** Estimated number of rows to read. */ rows_estimated: number | null; snapshot_id: string | null; plan: { rules: Array<{ rule: string; table: string | null; fired: boolean; note: string; }>; routes: Array<{ table: string; /** Access path of the table: `base files`, or an acceleration structure of the index. */ via: string; files_total: number; files_read: number; rows_estimated: number; bytes_estimated: number; }>; /** Estimated number of rows to read. */ rows_estimated: number; /** Estimated number of bytes to read. */ bytes_estimated: number; /** Number of fast-path plans attempted before the default plan. */ attempts: number; /** Index of the fast-path plan that produced the result, from 0; null for the default plan, or when the query has not run. */ attempt: number | null; /** Maximum number of rows returned: the least of `limit`, the LIMIT of the query, and 1 for an aggregate without GROUP BY. */ rows_max: number; /** Maximum cost of the request in US dollars. */ cost_max: string; stage_ms: Record<string, number>; } | null; };

export type CreateShortvideoSqlQuoteData = { /** Run the query with `quote_id` in the body of an SQL request. */ quote_id: string; /** The snapshot that the query will read. */ snapshot_id: string; price_version: string; columns: Array<{ name: string; type: string; nullable: boolean; }>; /** Maximum number of rows returned, and charged. */ rows_max: number; /** Maximum cost in US dollars. Running the query with the quote never costs more; rows that are paid already cost nothing. */ cost_max: string; /** Whether the result was computed and retained: then `rows_max` and `cost_max` are its rows and their price, less what was paid. */ exact: boolean; /** Rows of the result; null unless the quote is exact. */ rows: number | null; /** Whether `limit` cut rows off; null unless the quote is exact. */ truncated: boolean | null; expires_at: string; };

export type GetShortvideoSqlQuoteInput = { /** The `quote_id` in the response that made the quote. */ quote_id: string; };

export type GetShortvideoSqlStatementData = { columns: Array<{ name: string; type: string; nullable: boolean; }>; /** Rows as objects by column name, or as arrays of values with `shape: arrays`. */ rows: Array<Record<string, unknown> | Array<unknown>>; row_count: number; /** Number of records charged: the rows returned. */ total_fetched: number; /** Whether rows were omitted because of the `limit` of the request. */ truncated: boolean; /** Whether there is a next page. */ has_more: boolean; /** Cursor of the next page; null on the last page. */ cursor: string | null; limit: number; api_calls: number; /** Present only when the query was submitted with `wait_timeout_ms`. */ statement_id?: string; snapshot_id: string; /** The request that paid for these rows within the last 24 hours, so that they cost nothing now; null for none. */ repeat_of: string | null; stats: { elapsed_ms: number; queued_ms: number | null; /** Estimated number of index rows that the plan reads; 0 for a cached result. */ rows_scanned: number | null; /** Estimated number of bytes that the plan reads; 0 for a cached result. */ bytes_scanned: number | null; cache: "hit" | "miss" | null; /** Rewrites that the planner applied. */ rewrites: Array<string>; }; explanation?: { rules: Array<{ rule: string; table: string | null; fired: boolean; note: string; }>; routes: Array<{ table: string; /** Access path of the table: `base files`, or an acceleration structure of the index. */ via: string; files_total: number; files_read: number; rows_estimated: number; bytes_estimated: number; }>; /** Estimated number of rows to read. */ rows_estimated: number; /** Estimated number of bytes to read. */ bytes_estimated: number; /** Number of fast-path plans attempted before the default plan. */ attempts: number; /** Index of the fast-path plan that produced the result, from 0; null for the default plan, or when the query has not run. */ attempt: number | null; /** Maximum number of rows returned: the least of `limit`, the LIMIT of the query, and 1 for an aggregate without GROUP BY. */ rows_max: number; /** Maximum cost of the request in US dollars. */ cost_max: string; stage_ms: Record<string, number>; }; /** Only for a statement. */ state?: "succeeded"; /** Only for a statement: the charge for its result. */ charged?: { cost: string; records: number; request_id: string; } | null; /** Only for a statement: when its retained result expires. */ expires_at?: string | null; } | { statement_id: string; state: "running" | "succeeded" | "failed" | "cancelled"; /** URL of the statement: GET returns its state and result, DELETE cancels it. */ status_url: string; submitted_at: string; progress: { /** Part of the work that is done, from 0 to 1, as the engine estimates it; null while it is unknown. */ fraction: number | null; /** Number of result rows that are ready. */ rows: number; /** Estimated number of bytes of the index that were read; null while it is unknown. */ bytes_scanned: number | null; elapsed_ms: number; }; charged: { cost: string; records: number; request_id: string; } | null; /** When the retained result expires. */ expires_at: string | null; error: { code: string; message: string; } | null; };

export type GetShortvideoSqlStatementInput = { /** Result format. Overrides the Accept header. */ format?: "json" | "ndjson" | "csv" | "arrow" | "parquet" | null; /** Shape of a row in JSON. */ shape?: "objects" | "arrays" | null; /** CSV: see the field of the request. */ csv_safe?: boolean; limit?: number | null; /** Cursor from the previous page. JSON only. */ cursor?: string | null; offset?: number | null; wait_ms?: number | null; /** The `statement_id` in the response to the request that submitted the statement. */ statement_id: string; };

export type CancelShortvideoSqlStatementData = { statement_id: string; state: "running" | "succeeded" | "failed" | "cancelled"; /** URL of the statement: GET returns its state and result, DELETE cancels it. */ status_url: string; submitted_at: string; progress: { /** Part of the work that is done, from 0 to 1, as the engine estimates it; null while it is unknown. */ fraction: number | null; /** Number of result rows that are ready. */ rows: number; /** Estimated number of bytes of the index that were read; null while it is unknown. */ bytes_scanned: number | null; elapsed_ms: number; }; charged: { cost: string; records: number; request_id: string; } | null; /** When the retained result expires. */ expires_at: string | null; error: { code: string; message: string; } | null; };

export type CancelShortvideoSqlStatementInput = { /** The `statement_id` in the response to the request that submitted the statement. */ statement_id: string; };

export type CreateShortvideoSqlResultLinkData = { /** Supports GET, HEAD and range requests, without a key. Whoever has it reads the result. */ url: string; statement_id: string; format: "json" | "ndjson" | "csv" | "arrow" | "parquet"; content_type: string; /** When the link expires: never later than the retained result. */ expires_at: string; };

export type CreateShortvideoSqlResultLinkInput = { statement_id: string; /** The format of the file; in JSON it is one array of rows. */ format?: "json" | "ndjson" | "csv" | "arrow" | "parquet"; expires_in?: number | null; /** CSV: see the field of the request. */ csv_safe?: boolean; };

export type GetShortvideoSqlSchemaData = { platform: string; snapshot_id: string; tables: Array<{ name: string; description: string; row_count: number; /** Files of the table in the index, without its segments; null where it is not stored in files. */ files: number | null; /** Bytes of these files. */ bytes: number | null; /** First UTC month `YYYY-MM` of its rows; null for a table without months. */ month_first: string | null; /** Last UTC month of its rows. */ month_last: string | null; /** The time of its newest rows in UTC, by its main time, such as the publication of a video; null for a table without one. */ time_last: string | null; /** The columns that identify a row. */ key: Array<string>; /** Columns with the values of a column, `to`, of another table. A value need not have a row there. */ joins: Array<{ column: string; table: string; to: string; }>; columns: Array<{ name: string; type: string; nullable: boolean; description: string; /** The most frequent values of a column of few values, up to 20, from a snapshot of the last minutes; null for other columns, and where they were not read. */ common_values: Array<string> | null; }>; examples: Array<string>; }>; /** The functions that queries may call, by name. */ functions: Array<{ name: string; /** A `table` function is called in FROM. An aggregate may be called with OVER too. */ kind: "scalar" | "aggregate" | "window" | "table"; /** One per list of parameters, as `round(x NUMBER, precision INTEGER) -> NUMBER`; NUMBER and ANY stand for several types. */ signatures: Array<string>; /** Empty where none is known. */ description: string; }>; keywords: Array<string>; /** The keywords that cannot be the name of a column without quotes. */ reserved: Array<string>; };

export type GetShortvideoFeedData = { videos: Array<{ video_id: string; author: string; description: string; play_count: number; like_count: number; /** ISO 8601, UTC. */ create_time: string; comment_count?: number; share_count?: number; collect_count?: number; duration_ms?: number; hashtags?: Array<string>; region?: string; language?: string; cover_url?: string; web_url?: string; music?: { id: string | null; title: string | null; author: string | null; }; author_info?: { sec_uid: string | null; nickname: string | null; follower_count: number | null; is_verified: boolean | null; }; }>; /** Cursor of the next page; null on the last page. */ cursor: string | null; has_more: boolean; /** Number of records in this response. */ total_fetched: number; /** Number of upstream calls made for this request, including retries and lookups. */ api_calls: number; addons: { transcripts: Record<string, { language: string | null; source: string; text: string; segments: Array<{ start_ms: number; end_ms: number; text: string; }>; } | null> | null; video_files: Record<string, { /** Download URL of this service; supports range requests and is valid until `expires_at`. */ url: string; content_type: string; size_bytes: number; width: number | null; height: number | null; duration_ms: number | null; sha256: string; expires_at: string; } | null> | null; comments?: Record<string, Array<{ comment_id: string; text: string; author: { unique_id: string; nickname: string; /** URL of the picture; null when it is not known. */ avatar_url: string | null; }; /** Unix seconds. */ create_time: number; like_count: number; reply_count: number; }> | null>; }; /** What is known about the answer besides its records. */ meta: { /** The query, with its parameters and snapshot, whose rows are the records of this answer: the body of an SQL request of the platform. Null when it equals no single query, or an upstream service answered. */ sql: { query: string; parameters: Record<string, unknown>; snapshot_id: string | null; } | null; }; };

export type GetShortvideoFeedInput = { /** Maximum number of videos to return; 500, or 100 with add-ons. */ count?: number; /** Cursor returned with the previous page. Omit for the first page. */ cursor?: string; /** Comma-separated list of `transcripts`, `video_files` and `comments`. Each is charged per record that has it. */ addons?: string; };

export type GetShortvideoProfileData = { profile: { username: string; nickname: string; sec_uid: string | null; user_id: string | null; bio: string; /** URL of the picture; null when it is not known. */ avatar_url: string | null; is_verified: boolean; is_private: boolean; follower_count: number; following_count: number; like_count: number; video_count: number; }; videos: Array<{ video_id: string; author: string; description: string; play_count: number; like_count: number; /** ISO 8601, UTC. */ create_time: string; comment_count?: number; share_count?: number; collect_count?: number; duration_ms?: number; hashtags?: Array<string>; region?: string; language?: string; cover_url?: string; web_url?: string; music?: { id: string | null; title: string | null; author: string | null; }; author_info?: { sec_uid: string | null; nickname: string | null; follower_count: number | null; is_verified: boolean | null; }; }>; /** Cursor of the next page; null on the last page. */ cursor: string | null; has_more: boolean; /** Number of records in this response. */ total_fetched: number; /** Number of upstream calls made for this request, including retries and lookups. */ api_calls: number; addons: { transcripts: Record<string, { language: string | null; source: string; text: string; segments: Array<{ start_ms: number; end_ms: number; text: string; }>; } | null> | null; video_files: Record<string, { /** Download URL of this service; supports range requests and is valid until `expires_at`. */ url: string; content_type: string; size_bytes: number; width: number | null; height: number | null; duration_ms: number | null; sha256: string; expires_at: string; } | null> | null; comments?: Record<string, Array<{ comment_id: string; text: string; author: { unique_id: string; nickname: string; /** URL of the picture; null when it is not known. */ avatar_url: string | null; }; /** Unix seconds. */ create_time: number; like_count: number; reply_count: number; }> | null>; }; /** What is known about the answer besides its records. */ meta: { /** The query, with its parameters and snapshot, whose rows are the records of this answer: the body of an SQL request of the platform. Null when it equals no single query, or an upstream service answered. */ sql: { query: string; parameters: Record<string, unknown>; snapshot_id: string | null; } | null; }; };

export type GetShortvideoProfileInput = { /** Username without @. */ username?: string; /** The public secondary ID of the account. */ sec_uid?: string; /** Maximum number of videos to return; 500, or 100 with add-ons. */ count?: number; /** Cursor returned with the previous page. Omit for the first page. */ cursor?: string; /** Comma-separated list of `transcripts`, `video_files` and `comments`. Each is charged per record that has it. */ addons?: string; };

export type GetShortvideoHashtagData = { hashtag: { name: string; challenge_id: string; view_count: number; video_count: number; }; videos: Array<{ video_id: string; author: string; description: string; play_count: number; like_count: number; /** ISO 8601, UTC. */ create_time: string; comment_count?: number; share_count?: number; collect_count?: number; duration_ms?: number; hashtags?: Array<string>; region?: string; language?: string; cover_url?: string; web_url?: string; music?: { id: string | null; title: string | null; author: string | null; }; author_info?: { sec_uid: string | null; nickname: string | null; follower_count: number | null; is_verified: boolean | null; }; }>; /** Cursor of the next page; null on the last page. */ cursor: string | null; has_more: boolean; /** Number of records in this response. */ total_fetched: number; /** Number of upstream calls made for this request, including retries and lookups. */ api_calls: number; addons: { transcripts: Record<string, { language: string | null; source: string; text: string; segments: Array<{ start_ms: number; end_ms: number; text: string; }>; } | null> | null; video_files: Record<string, { /** Download URL of this service; supports range requests and is valid until `expires_at`. */ url: string; content_type: string; size_bytes: number; width: number | null; height: number | null; duration_ms: number | null; sha256: string; expires_at: string; } | null> | null; comments?: Record<string, Array<{ comment_id: string; text: string; author: { unique_id: string; nickname: string; /** URL of the picture; null when it is not known. */ avatar_url: string | null; }; /** Unix seconds. */ create_time: number; like_count: number; reply_count: number; }> | null>; }; /** What is known about the answer besides its records. */ meta: { /** The query, with its parameters and snapshot, whose rows are the records of this answer: the body of an SQL request of the platform. Null when it equals no single query, or an upstream service answered. */ sql: { query: string; parameters: Record<string, unknown>; snapshot_id: string | null; } | null; }; };

export type GetShortvideoHashtagInput = { /** Hashtag without #. */ hashtag?: string; /** ID of the hashtag. Overrides `hashtag`. */ challenge_id?: string; /** Maximum number of videos to return; 500, or 100 with add-ons. */ count: number; /** Cursor returned with the previous page. Omit for the first page. */ cursor?: string; /** Comma-separated list of `transcripts`, `video_files` and `comments`. Each is charged per record that has it. */ addons?: string; };

export type GetShortvideoCommentsData = { video_id: string; comments: Array<{ comment_id: string; text: string; author: { unique_id: string; nickname: string; /** URL of the picture; null when it is not known. */ avatar_url: string | null; }; /** Unix seconds. */ create_time: number; like_count: number; reply_count: number; }>; /** Number of comments before the next page. */ cursor: number; has_more: boolean; /** Number of records in this response. */ total_fetched: number; /** Number of upstream calls made for this request, including retries and lookups. */ api_calls: number; /** What is known about the answer besides its records. */ meta: { /** The query, with its parameters and snapshot, whose rows are the records of this answer: the body of an SQL request of the platform. Null when it equals no single query, or an upstream service answered. */ sql: { query: string; parameters: Record<string, unknown>; snapshot_id: string | null; } | null; }; };

export type GetShortvideoCommentsInput = { /** ID of the video. */ video_id: string; /** Maximum number of comments to return. */ count?: number; /** Number of comments to skip: the `cursor` returned with the previous page. */ cursor?: number; };

export type QueryNetworkSqlInput = { /** One SELECT statement in DuckDB’s dialect. If empty, the rows of a table are listed. */ query?: string; /** Table to list when the query is empty; otherwise ignored. */ table?: string; /** Maximum number of rows returned: 1 to 10000 as JSON, up to 1000000 in a streaming format. */ limit?: number; /** Values for `?` and `$1` as a list, for `$name` as an object. */ parameters?: Array<unknown> | Record<string, unknown> | null; /** Result format. Overrides the Accept header. */ format?: "json" | "ndjson" | "csv" | "arrow" | "parquet" | null; /** Shape of a row in JSON: an object by column name (default), or an array of values. */ shape?: "objects" | "arrays" | null; /** CSV: prefixes texts that a spreadsheet would take for a formula (`=`, `+`, `-`, `@`, tab or carriage return first) with an apostrophe. */ csv_safe?: boolean; /** NDJSON: adds a last line `{"$receipt": {"request_id", "cost", "row_count", "truncated", "repeat_of", "snapshot_id"}}`, for clients that cannot read trailers, such as `fetch`. */ receipt?: boolean; /** Time limit of the query in milliseconds. */ timeout_ms?: number; wait_timeout_ms?: number | null; /** Cursor from the previous page. All other fields must be unchanged. JSON only. */ cursor?: string | null; max_cost?: string | number | null; /** Runs the query of this quote, over its snapshot and for its prices. `query` is empty then, or that of the quote. */ quote_id?: string | null; /** Reads this snapshot in place of the newest one: the `snapshot_id` of an earlier response. Returns 410 when it is no longer retained. */ snapshot_id?: string | null; /** Only for a quote: runs the query and retains its result, so that the quote tells its rows and price. Costs $0.0001, which counts for the first row. */ exact?: boolean; /** Returns the columns and the query plan without running the query. Free of charge. */ dry_run?: boolean; /** Adds the query plan: rewrites, access paths, and estimated files, rows and bytes. */ explain?: boolean; };

export type GetNetworkUserProfileData = { profile: { name: string; headline: string; location: string; bio: string; connection_count: number; experience: Array<{ company: string; title: string; /** Year and month, or the year. */ start_date: string; end_date: string | null; description: string; }>; education: Array<{ school: string; degree: string; end_date: string; }>; skills: Array<string>; endorsements?: Array<{ skill: string; count: number; }>; publications?: Array<{ title: string; publisher: string | null; date: string | null; url: string | null; }>; certifications?: Array<{ name: string; issuer: string | null; issued: string | null; expires: string | null; url: string | null; }>; contact?: { email: string | null; phone: string | null; websites: Array<string>; }; }; /** Number of upstream calls made for this request, including retries and lookups. */ api_calls: number; /** What is known about the answer besides its records. */ meta: { /** The query, with its parameters and snapshot, whose rows are the records of this answer: the body of an SQL request of the platform. Null when it equals no single query, or an upstream service answered. */ sql: { query: string; parameters: Record<string, unknown>; snapshot_id: string | null; } | null; }; };

export type GetNetworkUserProfileInput = { /** Handle in the URL of the profile. */ username: string; };

export type GetNetworkUserPostsData = { user: { username: string; name: string; headline: string; profile_image_url: string; }; posts: Array<{ post_id: string; url: string; text: string; created_at: string; post_type: string; author: { username: string; name: string; headline: string; profile_image_url: string; }; like_count: number; comment_count: number; share_count: number; media: Array<{ type: string; url: string; }>; hashtags: Array<string>; }>; /** Cursor of the next page; null on the last page. */ cursor: string | null; has_more: boolean; /** Number of records in this response. */ total_fetched: number; /** Number of upstream calls made for this request, including retries and lookups. */ api_calls: number; /** What is known about the answer besides its records. */ meta: { /** The query, with its parameters and snapshot, whose rows are the records of this answer: the body of an SQL request of the platform. Null when it equals no single query, or an upstream service answered. */ sql: { query: string; parameters: Record<string, unknown>; snapshot_id: string | null; } | null; }; };

export type GetNetworkUserPostsInput = { /** Handle in the URL of the profile. */ username?: string; /** Maximum number of posts to return. */ count?: number; /** Cursor returned with the previous page. Omit for the first page. */ cursor?: string; };

export type GetNetworkCompanyProfileData = { company: { name: string; tagline: string; industry: string; /** A range. */ company_size: string; headquarters: string; about: string; website: string; /** The year; null when it is not known. */ founded: number | null; specialties: Array<string>; follower_count: number; employee_count: number; locations?: Array<{ city: string | null; region: string | null; country: string | null; is_headquarters: boolean; }>; }; /** Present when `employee_count` is above 0. */ employees?: Array<{ username: string; full_name: string; title: string; headline: string; location: string; current_company: string; school: string; profile_url: string; profile_image_url: string; }>; total_employees_fetched?: number; /** Number of upstream calls made for this request, including retries and lookups. */ api_calls: number; /** What is known about the answer besides its records. */ meta: { /** The query, with its parameters and snapshot, whose rows are the records of this answer: the body of an SQL request of the platform. Null when it equals no single query, or an upstream service answered. */ sql: { query: string; parameters: Record<string, unknown>; snapshot_id: string | null; } | null; }; };

export type GetNetworkCompanyProfileInput = { /** Name or slug of the company. */ company?: string; /** ID of the company. Overrides `company`. */ company_id?: string; /** Maximum number of employees to return; 0 omits the list. */ employee_count?: number; };

export type GetNetworkCompanyPostsData = { company: { company: string; company_id: string | null; name: string; }; posts: Array<{ post_id: string; url: string; text: string; created_at: string; post_type: string; author: { username: string; name: string; headline: string; profile_image_url: string; }; like_count: number; comment_count: number; share_count: number; media: Array<{ type: string; url: string; }>; hashtags: Array<string>; }>; /** Cursor of the next page; null on the last page. */ cursor: string | null; has_more: boolean; /** Number of records in this response. */ total_fetched: number; /** Number of upstream calls made for this request, including retries and lookups. */ api_calls: number; /** What is known about the answer besides its records. */ meta: { /** The query, with its parameters and snapshot, whose rows are the records of this answer: the body of an SQL request of the platform. Null when it equals no single query, or an upstream service answered. */ sql: { query: string; parameters: Record<string, unknown>; snapshot_id: string | null; } | null; }; };

export type GetNetworkCompanyPostsInput = { /** Name or slug of the company. */ company?: string; /** ID of the company. Overrides `company`. */ company_id?: string; /** Maximum number of posts to return. */ count?: number; /** Sort order: newest first, or most liked first. */ sort_by?: "recent" | "top"; /** Cursor returned with the previous page. Omit for the first page. */ cursor?: string; };

export type SearchNetworkEmployeesData = { query: { company?: string; school?: string; current_company?: boolean; }; people: Array<{ username: string; full_name: string; title: string; headline: string; location: string; current_company: string; school: string; profile_url: string; profile_image_url: string; }>; /** Cursor of the next page; null on the last page. */ cursor: string | null; has_more: boolean; /** Number of records in this response. */ total_fetched: number; /** Number of upstream calls made for this request, including retries and lookups. */ api_calls: number; total_matches: number; /** What is known about the answer besides its records. */ meta: { /** The query, with its parameters and snapshot, whose rows are the records of this answer: the body of an SQL request of the platform. Null when it equals no single query, or an upstream service answered. */ sql: { query: string; parameters: Record<string, unknown>; snapshot_id: string | null; } | null; }; };

export type SearchNetworkEmployeesInput = { /** Name or slug of a company. */ company?: string; /** Name of a school. */ school?: string; /** If true, only current employees; if false, only former ones. */ current_company?: boolean; /** Maximum number of people to return. */ count?: number; /** Cursor returned with the previous page. Omit for the first page. */ cursor?: string; };

export type GetPhotoUserProfileData = { profile: { username: string; full_name: string; profile_pic_url: string; bio: string; category: string; external_url: string; follower_count: number; following_count: number; post_count: number; is_verified: boolean; is_business: boolean; }; /** Present when `max_followers` is above 0. */ followers?: Array<{ username: string; full_name: string; profile_pic_url: string; }>; /** Present when `max_following` is above 0. */ following?: Array<{ username: string; full_name: string; profile_pic_url: string; }>; total_followers_fetched: number; total_following_fetched: number; /** Number of upstream calls made for this request, including retries and lookups. */ api_calls: number; /** What is known about the answer besides its records. */ meta: { /** The query, with its parameters and snapshot, whose rows are the records of this answer: the body of an SQL request of the platform. Null when it equals no single query, or an upstream service answered. */ sql: { query: string; parameters: Record<string, unknown>; snapshot_id: string | null; } | null; }; };

export type GetPhotoUserProfileInput = { /** Username without @. */ username: string; /** Maximum number of followers to return; 0 omits the list. */ max_followers?: number; /** Maximum number of accounts followed to return; 0 omits the list. */ max_following?: number; };

export type GetPhotoUserPostsData = { user: { username: string; }; posts: Array<{ /** The shortcode. */ id: string; caption: string; like_count: number; comment_count: number; created_at: string; media_type: string; media_url: string; /** Without #. */ hashtags: Array<string>; location: string; }>; /** Cursor of the next page; null on the last page. */ cursor: string | null; has_more: boolean; /** Number of records in this response. */ total_fetched: number; /** Number of upstream calls made for this request, including retries and lookups. */ api_calls: number; addons: { transcripts: Record<string, { language: string | null; source: string; text: string; segments: Array<{ start_ms: number; end_ms: number; text: string; }>; } | null> | null; video_files: Record<string, { /** Download URL of this service; supports range requests and is valid until `expires_at`. */ url: string; content_type: string; size_bytes: number; width: number | null; height: number | null; duration_ms: number | null; sha256: string; expires_at: string; } | null> | null; comments?: Record<string, Array<{ id: string; text: string; user: { username: string; full_name: string; profile_pic_url: string; pk: string; }; /** Unix seconds. */ created_at: number; like_count: number; }> | null>; }; /** What is known about the answer besides its records. */ meta: { /** The query, with its parameters and snapshot, whose rows are the records of this answer: the body of an SQL request of the platform. Null when it equals no single query, or an upstream service answered. */ sql: { query: string; parameters: Record<string, unknown>; snapshot_id: string | null; } | null; }; };

export type GetPhotoUserPostsInput = { /** Username without @. */ username: string; /** Maximum number of posts to return; 500, or 100 with add-ons. */ count: number; /** Whether to return only reels. */ reels_only?: boolean; /** Cursor returned with the previous page. Omit for the first page. */ cursor?: string; /** Comma-separated list of `transcripts`, `video_files` and `comments`. Each is charged per record that has it. */ addons?: string; };

export type GetPhotoPostData = { post: { /** The shortcode. */ id: string; caption: string; like_count: number; comment_count: number; created_at: string; media_type: string; media_url: string; /** Without #. */ hashtags: Array<string>; location: string; video_url: string | null; author: { username: string; full_name: string; profile_pic_url: string; }; }; /** Number of upstream calls made for this request, including retries and lookups. */ api_calls: number; addons: { transcripts: Record<string, { language: string | null; source: string; text: string; segments: Array<{ start_ms: number; end_ms: number; text: string; }>; } | null> | null; video_files: Record<string, { /** Download URL of this service; supports range requests and is valid until `expires_at`. */ url: string; content_type: string; size_bytes: number; width: number | null; height: number | null; duration_ms: number | null; sha256: string; expires_at: string; } | null> | null; comments?: Record<string, Array<{ id: string; text: string; user: { username: string; full_name: string; profile_pic_url: string; pk: string; }; /** Unix seconds. */ created_at: number; like_count: number; }> | null>; }; /** What is known about the answer besides its records. */ meta: { /** The query, with its parameters and snapshot, whose rows are the records of this answer: the body of an SQL request of the platform. Null when it equals no single query, or an upstream service answered. */ sql: { query: string; parameters: Record<string, unknown>; snapshot_id: string | null; } | null; }; };

export type GetPhotoPostInput = { /** Shortcode, or the URL of a post or reel. */ code_or_url: string; /** Comma-separated list of `transcripts`, `video_files` and `comments`. Each is charged per record that has it. */ addons?: string; };

export type GetPhotoHashtagData = { hashtag: { keyword: string; feed_type: string; }; posts: Array<{ /** The shortcode. */ id: string; caption: string; like_count: number; comment_count: number; created_at: string; media_type: string; media_url: string; }>; /** Cursor of the next page; null on the last page. */ cursor: string | null; has_more: boolean; /** Number of records in this response. */ total_fetched: number; /** Number of upstream calls made for this request, including retries and lookups. */ api_calls: number; addons: { transcripts: Record<string, { language: string | null; source: string; text: string; segments: Array<{ start_ms: number; end_ms: number; text: string; }>; } | null> | null; video_files: Record<string, { /** Download URL of this service; supports range requests and is valid until `expires_at`. */ url: string; content_type: string; size_bytes: number; width: number | null; height: number | null; duration_ms: number | null; sha256: string; expires_at: string; } | null> | null; comments?: Record<string, Array<{ id: string; text: string; user: { username: string; full_name: string; profile_pic_url: string; pk: string; }; /** Unix seconds. */ created_at: number; like_count: number; }> | null>; }; /** What is known about the answer besides its records. */ meta: { /** The query, with its parameters and snapshot, whose rows are the records of this answer: the body of an SQL request of the platform. Null when it equals no single query, or an upstream service answered. */ sql: { query: string; parameters: Record<string, unknown>; snapshot_id: string | null; } | null; }; };

export type GetPhotoHashtagInput = { /** Hashtag without #. */ keyword: string; /** Maximum number of posts to return; 500, or 100 with add-ons. */ count: number; /** Which posts to list: the most popular, the newest, or only videos. */ feed_type?: "top" | "recent" | "reels"; /** Cursor returned with the previous page. Omit for the first page. */ cursor?: string; /** Comma-separated list of `transcripts`, `video_files` and `comments`. Each is charged per record that has it. */ addons?: string; };

export type GetPhotoCommentsData = { media_id: string; comments: Array<{ id: string; text: string; user: { username: string; full_name: string; profile_pic_url: string; pk: string; }; /** Unix seconds. */ created_at: number; like_count: number; }>; /** Cursor of the next page; null on the last page. */ cursor: string | null; has_more: boolean; /** Number of records in this response. */ total_fetched: number; /** Number of upstream calls made for this request, including retries and lookups. */ api_calls: number; /** Total number of comments on the post. */ comment_count: number; /** What is known about the answer besides its records. */ meta: { /** The query, with its parameters and snapshot, whose rows are the records of this answer: the body of an SQL request of the platform. Null when it equals no single query, or an upstream service answered. */ sql: { query: string; parameters: Record<string, unknown>; snapshot_id: string | null; } | null; }; };

export type GetPhotoCommentsInput = { /** ID of the post. */ media_id: string; /** Maximum number of comments to return. */ count?: number; /** Sort order: most liked first, or newest first. */ sort_order?: "popular" | "recent"; /** Cursor returned with the previous page. Omit for the first page. */ cursor?: string; };

export type GetMicroUserProfileData = { profile: { username: string; display_name: string; bio: string; profile_image_url: string; banner_url: string; follower_count: number; following_count: number; tweet_count: number; is_verified: boolean; created_at: string; /** When set. */ location?: string; /** When set. */ website?: string; }; /** Number of upstream calls made for this request, including retries and lookups. */ api_calls: number; /** What is known about the answer besides its records. */ meta: { /** The query, with its parameters and snapshot, whose rows are the records of this answer: the body of an SQL request of the platform. Null when it equals no single query, or an upstream service answered. */ sql: { query: string; parameters: Record<string, unknown>; snapshot_id: string | null; } | null; }; };

export type GetMicroUserPostsData = { user: { username: string; display_name: string; profile_image_url: string; }; tweets: Array<{ id: string; content: string; like_count: number; retweet_count: number; reply_count: number; quote_count: number; view_count: number; created_at: string; author: { username: string; display_name: string; profile_image_url: string; }; media: Array<{ type: "photo" | "video" | "gif"; url: string | null; preview_url: string | null; width: number | null; height: number | null; duration_ms: number | null; }>; }>; /** Cursor of the next page; null on the last page. */ cursor: string | null; has_more: boolean; /** Number of records in this response. */ total_fetched: number; /** Number of upstream calls made for this request, including retries and lookups. */ api_calls: number; /** What is known about the answer besides its records. */ meta: { /** The query, with its parameters and snapshot, whose rows are the records of this answer: the body of an SQL request of the platform. Null when it equals no single query, or an upstream service answered. */ sql: { query: string; parameters: Record<string, unknown>; snapshot_id: string | null; } | null; }; };

export type GetMicroUserPostsInput = { /** Username without @. */ username?: string; /** Maximum number of posts to return. */ count?: number; /** Cursor returned with the previous page. Omit for the first page. */ cursor?: string; };

export type GetMicroPostData = { tweet: { id: string; content: string; like_count: number; retweet_count: number; reply_count: number; quote_count: number; view_count: number; created_at: string; author: { username: string; display_name: string; profile_image_url: string; }; media: Array<{ type: "photo" | "video" | "gif"; url: string | null; preview_url: string | null; width: number | null; height: number | null; duration_ms: number | null; }>; }; /** Number of upstream calls made for this request, including retries and lookups. */ api_calls: number; /** What is known about the answer besides its records. */ meta: { /** The query, with its parameters and snapshot, whose rows are the records of this answer: the body of an SQL request of the platform. Null when it equals no single query, or an upstream service answered. */ sql: { query: string; parameters: Record<string, unknown>; snapshot_id: string | null; } | null; }; };

export type GetMicroPostInput = { /** ID of a post, or its URL on either domain. */ tweet_id_or_url: string; };

export type GetMicroCommentsData = { tweet_id: string; comments: Array<{ id: string; text: string; author: { id: string; username: string; name: string; profile_image_url: string; }; created_at: string; like_count: number; reply_count: number; retweet_count: number; }>; /** Cursor of the next page; null on the last page. */ cursor: string | null; has_more: boolean; /** Number of records in this response. */ total_fetched: number; /** Number of upstream calls made for this request, including retries and lookups. */ api_calls: number; /** What is known about the answer besides its records. */ meta: { /** The query, with its parameters and snapshot, whose rows are the records of this answer: the body of an SQL request of the platform. Null when it equals no single query, or an upstream service answered. */ sql: { query: string; parameters: Record<string, unknown>; snapshot_id: string | null; } | null; }; };

export type GetMicroCommentsInput = { /** ID of the post. */ tweet_id: string; /** Maximum number of comments to return. */ count?: number; /** Cursor returned with the previous page. Omit for the first page. */ cursor?: string; };

export type SearchMicroData = { keyword: string; tweets: Array<{ id: string; content: string; like_count: number; retweet_count: number; reply_count: number; quote_count: number; view_count: number; created_at: string; author: { username: string; display_name: string; profile_image_url: string; }; media: Array<{ type: "photo" | "video" | "gif"; url: string | null; preview_url: string | null; width: number | null; height: number | null; duration_ms: number | null; }>; }>; /** Cursor of the next page; null on the last page. */ cursor: string | null; has_more: boolean; /** Number of records in this response. */ total_fetched: number; /** Number of upstream calls made for this request, including retries and lookups. */ api_calls: number; /** What is known about the answer besides its records. */ meta: { /** The query, with its parameters and snapshot, whose rows are the records of this answer: the body of an SQL request of the platform. Null when it equals no single query, or an upstream service answered. */ sql: { query: string; parameters: Record<string, unknown>; snapshot_id: string | null; } | null; }; };

export type SearchMicroInput = { /** Words to search for. */ keyword?: string; /** Maximum number of posts to return. */ count?: number; /** Cursor returned with the previous page. Omit for the first page. */ cursor?: string; };

export type GetResultFileInput = { expires: number; signature: string; /** `{statement_id}.{format}`, as in the link. */ file: string; };

export type GetMediaInput = { expires: number; signature: string; platform: "shortvideo" | "network" | "photo" | "micro"; record_id: string; };

export type ListPlatformsData = { platforms: Array<{ platform: "shortvideo" | "network" | "photo" | "micro"; name: string; status: "SQL ready" | "indexing in progress"; sql: "available" | "coming soon"; records_indexed: number; /** Number of rows by table. */ tables: Record<string, number>; snapshot_id: string; /** Drivers that serve the data endpoints, in the order in which they are called. */ drivers: Array<{ driver: string; name: string; status: "on" | "off"; }>; }>; };

export type GetPricingData = { version: string; effective_from: string; currency: "USD"; endpoints: Array<{ endpoint: string; per: string; price: string; addons: Record<string, string>; }>; };

export type GetLimitsData = { rates: Array<{ /** Name of the policy in the RateLimit headers. */ name: string; requests: number; window_seconds: number; per: "key" | "account" | "address"; applies_to: string; }>; concurrency: { sql_running_per_key: number; sql_waiting_per_key: number; sql_wait_seconds: number; /** Maximum over all keys. */ sql_running: number; }; sql: { text_bytes: number; parameters: number; timeout_seconds: number; json_rows: number; json_bytes: number; stream_rows: number; }; requests: { body_bytes: number; header_bytes: number; }; };

export type ReadSavedQueryInput = { /** Shape of a row in JSON: objects (default) or arrays. */ shape?: "objects" | "arrays"; /** CSV: prefixes texts that a spreadsheet would take for a formula with an apostrophe. */ csv_safe?: boolean; /** The read token. */ token: string; format: "csv" | "parquet" | "json" | "arrow"; };

export type OpenShareData = { columns: Array<{ name: string; type: string; nullable: boolean; }>; rows: Array<Record<string, unknown> | Array<unknown>>; /** Number of rows in this response. */ row_count: number; rows_total: number; /** Whether rows were omitted when it was shared. */ truncated: boolean; has_more: boolean; offset: number; title: string; description: string; platform: "shortvideo" | "network" | "photo" | "micro"; query: string; parameters: Array<unknown> | Record<string, unknown> | null; limit: number; snapshot_id: string; created_at: string; expires_at: string | null; result_kept_until: string; repeat_of?: null; };

export type OpenShareInput = { /** Result format. Overrides the Accept header. */ format?: "json" | "ndjson" | "csv" | "arrow" | "parquet" | null; /** Shape of a row in JSON: an object by column name (default), or an array of values. */ shape?: "objects" | "arrays" | null; /** CSV: prefixes texts that a spreadsheet would take for a formula (`=`, `+`, `-`, `@`, tab or carriage return first) with an apostrophe. */ csv_safe?: boolean; limit?: number | null; offset?: number | null; /** The `share_id` in the URL. */ share_id: string; };

export type GetHealthData = { status: "ok"; mirror?: { /** Address of the object store that the index mirrors. */ store: string; /** Seconds for which the store has had a snapshot that is not here; 0 when it is. */ lag_seconds: number; bytes_behind: number; /** Bytes of the snapshot that is here that are still to be fetched: queries that read them wait. */ bytes_later: number; /** Seconds since the store answered the last time. */ checked_seconds_ago: number; }; };

export type GetReadinessData = { status: "ready" | "unavailable"; checks: { /** False while the service is shutting down. */ accepting: boolean; index: boolean; /** Whether at least one query process is alive. */ queries: boolean; /** Whether the account database is writable. */ accounts: boolean; }; };

export type CreateAccountData = { user: { id: string; name: string; email: string; settings: { emailNotifications: boolean; usageAlerts: boolean; alertThreshold: number | null; /** Whether the operator may see the SQL texts of slow queries; default false. */ keepQueryText?: boolean; }; plan: string; balance: string; spend_limit: string | null; created_at: string; }; account_key: string; };

export type CreateSessionData = { session_id: string; account_id: string; /** `account`: account and data endpoints; `data`: those of a data key, which signed in. */ access: "account" | "data"; /** The data key that the session spends with. */ key_id: string; key_name: string; permissions: Array<string>; /** Spend limit per calendar month of that key. */ spend_limit: string | null; expires_at: string; };

export type CreateSessionInput = { /** An account key or a data key. */ key?: string | null; /** The one-time token of the address that `sdq start` prints, instead of a key. */ token?: string | null; spend_limit?: string | number | null; };

export type GetCurrentUserData = { id: string; name: string; email: string; settings: { emailNotifications: boolean; usageAlerts: boolean; alertThreshold: number | null; /** Whether the operator may see the SQL texts of slow queries; default false. */ keepQueryText?: boolean; }; plan: string; balance: string; spend_limit: string | null; created_at: string; };

export type UpdateUserData = { id: string; name: string; email: string; settings: { emailNotifications: boolean; usageAlerts: boolean; alertThreshold: number | null; /** Whether the operator may see the SQL texts of slow queries; default false. */ keepQueryText?: boolean; }; plan: string; balance: string; spend_limit: string | null; created_at: string; /** Fields of the request that were not applied, such as `email` or `settings.theme`: unknown ones, and those that cannot be changed here. */ ignored: Array<string>; };

export type UpdateUserInput = { /** Display name. */ name?: string; settings?: { /** Whether notifications are sent by e-mail. */ emailNotifications?: boolean; /** Whether to notify when the cost of a period reaches `alertThreshold`. */ usageAlerts?: boolean; /** Whether the operator may see the SQL texts of slow queries. */ keepQueryText?: boolean; /** Cost of a period in US dollars that triggers a notification; null for none. */ alertThreshold?: number | null; }; };

export type ListApiKeysData = { keys: Array<{ key_id: string; name: string; masked_key: string; prefix: string; permissions: Array<"shortvideo" | "network" | "photo" | "micro">; status: "active" | "revoked" | "expired"; created_at: string; last_used_at: string | null; expires_at: string | null; revoked_at: string | null; spend_limit: string | null; }>; total: number; };

export type CreateApiKeyData = { key_id: string; name: string; masked_key: string; prefix: string; permissions: Array<"shortvideo" | "network" | "photo" | "micro">; status: "active" | "revoked" | "expired"; created_at: string; last_used_at: string | null; expires_at: string | null; revoked_at: string | null; spend_limit: string | null; key: string; };

export type CreateApiKeyInput = { /** Display name. */ name: string; /** Platforms that the key has access to. */ permissions?: Array<"shortvideo" | "network" | "photo" | "micro">; /** Expiry time (ISO 8601). If omitted, the key never expires. */ expires_at?: null | string; spend_limit?: string | number | null; };

export type RotateApiKeyData = { key_id: string; name: string; masked_key: string; prefix: string; permissions: Array<"shortvideo" | "network" | "photo" | "micro">; status: "active" | "revoked" | "expired"; created_at: string; last_used_at: string | null; expires_at: string | null; revoked_at: string | null; spend_limit: string | null; key: string; replaces: { key_id: string; expires_at: string; }; };

export type RotateApiKeyInput = { key_id: string; /** Seconds for which the previous key remains valid. */ overlap_seconds?: number; };

export type DeleteApiKeyData = { key_id: string; status: "revoked"; revoked_at: string; message: string; };

export type GetUsageSummaryData = { total_requests: number; successful_requests: number; failed_requests: number; total_records: number; current_period_cost: string; current_period_start: string; current_period_end: string; cost_source: "billing_provider" | "ledger"; as_of: string; /** Charges that the billing provider has not counted yet. */ pending_cost: string; keys: { total: number; active: number; revoked: number; }; by_platform: { shortvideo: { requests: number; records: number; cost: string; }; network: { requests: number; records: number; cost: string; }; photo: { requests: number; records: number; cost: string; }; micro: { requests: number; records: number; cost: string; }; }; };

export type ListUsageData = { records: Array<{ request_id: string; /** When the request was charged or ended. */ timestamp: string; key_id: string; key_name: string; platform: "shortvideo" | "network" | "photo" | "micro" | null; endpoint: string; method: string; status: number; records: number; /** Number of add-ons delivered, by kind. */ addons: Record<string, number>; cost: string; duration_ms: number; cached: boolean; error_code: string | null; /** The request that paid before for some of the same rows, which cost nothing now. */ repeat_of: string | null; }>; total_fetched: number; has_more: boolean; cursor: string | null; start_date: string; end_date: string; };

export type ListUsageInput = { /** Start of the window, inclusive; default: 30 days before now. A date means 00:00 UTC. */ start_date?: string; /** End of the window, exclusive; default: now. A date includes that whole UTC day. */ end_date?: string; /** Lists requests of this key, read token or schedule. */ key_id?: string; /** Lists requests to this platform. */ platform?: string; /** Lists requests to this endpoint, such as `shortvideo/sql`. */ endpoint?: string; /** Lists requests that succeeded, or failed. */ status?: "succeeded" | "failed"; /** Lists requests that failed with this code. */ error_code?: string; /** Lists requests that cost at least this many US dollars, as `"$0.0100"` or 0.01. */ min_cost?: string | number; /** Maximum number of records. */ limit?: number; /** Cursor returned with the previous page. Omit for the first page. */ cursor?: string; };

export type GetDailyUsageData = { days: Array<{ date: string; requests: number; records: number; cost: string; failed_requests: number; }>; total_requests: number; total_records: number; total_cost: string; start_date: string; end_date: string; };

export type GetDailyUsageInput = { /** Start of the window, inclusive; default: 30 days before now. A date means 00:00 UTC. */ start_date?: string; /** End of the window, exclusive; default: now. A date includes that whole UTC day. */ end_date?: string; };

export type GetBalanceData = { /** Current balance in US dollars (credits minus charges). */ balance: string; /** Amount reserved for requests in progress. */ reserved: string; available: string; plan: string; /** Spend limit per calendar month; null for none. */ spend_limit: string | null; current_period_cost: string; };

export type GetReceiptData = { request_id: string; /** When the request was charged or ended. */ timestamp: string; key_id: string; key_name: string; platform: "shortvideo" | "network" | "photo" | "micro" | null; endpoint: string; method: string; status: number; records: number; /** Number of add-ons delivered, by kind. */ addons: Record<string, number>; cost: string; duration_ms: number; cached: boolean; error_code: string | null; /** The request that paid before for some of the same rows, which cost nothing now. */ repeat_of: string | null; line_items: Array<{ item: string; quantity: number; unit_price: string; cost: string; }>; price_version: string; snapshot_id: string | null; /** False when the connection closed before the end of the response. */ delivered: boolean; };

export type ListNotificationsData = { notifications: Array<{ notification_id: string; kind: string; message: string; facts: Record<string, unknown>; created_at: string; }>; total: number; };

export type CreateWebhookData = { webhook_id: string; url: string; created_at: string; secret: string; };

export type CreateWebhookInput = { /** HTTPS URL that receives POST requests. */ url: string; };

export type ListWebhooksData = { webhooks: Array<{ webhook_id: string; url: string; created_at: string; }>; total: number; };

export type CreateSavedQueryData = { query_id: string; name: string; folder: string; description: string; platform: "shortvideo" | "network" | "photo" | "micro"; query: string; parameters: Array<unknown> | Record<string, unknown> | null; limit: number | null; view: string | null; created_at: string; updated_at: string; };

export type CreateSavedQueryInput = { /** Display name. */ name: string; /** Folder: names separated by `/`, such as `reports/weekly`; empty for none. */ folder?: string; /** Free text. */ description?: string; /** The platform that it reads. */ platform: "shortvideo" | "network" | "photo" | "micro"; /** One SELECT statement in DuckDB’s dialect. It is checked when it runs. */ query: string; /** Values for `?` and `$1` as a list, for `$name` as an object. */ parameters?: Array<unknown> | Record<string, unknown> | null; limit?: number | null; /** How the program that saves it shows the rows, as that program writes it, such as `view=chart&chart=bar~author~plays` of the console; null for none. */ view?: string | null; };

export type ListSavedQueriesData = { queries: Array<{ query_id: string; name: string; folder: string; description: string; platform: "shortvideo" | "network" | "photo" | "micro"; query: string; parameters: Array<unknown> | Record<string, unknown> | null; limit: number | null; view: string | null; created_at: string; updated_at: string; }>; /** All folders of the account. */ folders: Array<{ folder: string; queries: number; }>; /** Number of queries that match, on all pages. */ total: number; has_more: boolean; cursor: string | null; };

export type ListSavedQueriesInput = { /** Lists the queries of this folder and the folders below it. */ folder?: string; /** Lists queries that have this text in their name, description or SQL, in any case. */ search?: string; platform?: "shortvideo" | "network" | "photo" | "micro"; /** Maximum number of queries. */ limit?: number; /** Cursor returned with the previous page. Omit for the first page. */ cursor?: string; };

export type GetSavedQueryInput = { /** The `query_id` of the saved query. */ query_id: string; };

export type UpdateSavedQueryInput = { /** The `query_id` of the saved query. */ query_id: string; /** Display name. */ name?: string; /** Folder: names separated by `/`, such as `reports/weekly`; empty for none. */ folder?: string; /** Free text. */ description?: string; /** The platform that it reads. */ platform?: "shortvideo" | "network" | "photo" | "micro"; /** One SELECT statement in DuckDB’s dialect. It is checked when it runs. */ query?: string; /** Values for `?` and `$1` as a list, for `$name` as an object. */ parameters?: Array<unknown> | Record<string, unknown> | null; limit?: number | null; /** How the program that saves it shows the rows, as that program writes it, such as `view=chart&chart=bar~author~plays` of the console; null for none. */ view?: string | null; };

export type RunSavedQueryInput = { /** The `query_id` of the saved query. */ query_id: string; /** Replaces the parameters of the query; of an object, the names that are given. */ parameters?: Array<unknown> | Record<string, unknown> | null; limit?: number | null; /** Result format. Overrides the Accept header. */ format?: "json" | "ndjson" | "csv" | "arrow" | "parquet" | null; /** Shape of a row in JSON: an object by column name (default), or an array of values. */ shape?: "objects" | "arrays" | null; /** CSV: prefixes texts that a spreadsheet would take for a formula (`=`, `+`, `-`, `@`, tab or carriage return first) with an apostrophe. */ csv_safe?: boolean; /** Time limit of the query in milliseconds. */ timeout_ms?: number; /** Cursor from the previous page. All other fields must be unchanged. JSON only. */ cursor?: string | null; max_cost?: string | number | null; /** Reads this snapshot in place of the newest one: the `snapshot_id` of an earlier response. Returns 410 when it is no longer retained. */ snapshot_id?: string | null; /** Returns the columns and the query plan without running the query. Free of charge. */ dry_run?: boolean; /** Adds the query plan: rewrites, access paths, and estimated files, rows and bytes. */ explain?: boolean; };

export type CreateShareData = { share_id: string; /** Page of the share. */ page_url: string; /** The same as JSON, CSV, Parquet or Arrow. */ data_url: string; title: string; description: string; snapshot_id: string; /** Null when its result is no longer kept. */ row_count: number | null; embed_hosts: Array<string>; created_at: string; expires_at: string | null; /** Until when its rows can be read; null when they are gone. */ result_kept_until: string | null; };

export type CreateShareInput = { /** The `query_id` of the saved query. */ query_id: string; /** Shares the result of this statement, which is paid for, in place of running the query. It must be of this account. */ statement_id?: string | null; /** Title that readers see; default: the name of the query. */ title?: string | null; /** Text that readers see; default: none. */ description?: string | null; /** Values for `?` and `$1` as a list, for `$name` as an object. */ parameters?: Array<unknown> | Record<string, unknown> | null; limit?: number | null; /** Reads this snapshot in place of the newest one: the `snapshot_id` of an earlier response. Returns 410 when it is no longer retained. */ snapshot_id?: string | null; /** Time limit of the query in milliseconds. */ timeout_ms?: number; max_cost?: string | number | null; /** When the share ends (ISO 8601). If omitted, when it is revoked. */ expires_at?: null | string; /** Hosts whose pages may embed the page of the share in a frame, such as `https://example.org` or `https://*.example.org`. Default: none. */ embed_hosts?: Array<string>; };

export type ListSharesData = { shares: Array<{ share_id: string; /** Page of the share. */ page_url: string; /** The same as JSON, CSV, Parquet or Arrow. */ data_url: string; title: string; description: string; snapshot_id: string; /** Null when its result is no longer kept. */ row_count: number | null; embed_hosts: Array<string>; created_at: string; expires_at: string | null; /** Until when its rows can be read; null when they are gone. */ result_kept_until: string | null; }>; total: number; };

export type DeleteShareInput = { /** The `query_id` of the saved query. */ query_id: string; /** The `share_id` of the share. */ share_id: string; };

export type CreateReadTokenData = { token_id: string; query_id: string; name: string; masked_token: string; status: "active" | "revoked" | "expired"; cost_per_day: string; created_at: string; last_used_at: string | null; expires_at: string | null; token: string; /** URL by format. Whoever has one reads the query at your cost. */ urls: Record<string, string>; };

export type CreateReadTokenInput = { /** The `query_id` of the saved query. */ query_id: string; /** Display name. */ name: string; /** The most that its reads may cost in one UTC day, as `"$0.5000"` or 0.5. Further reads are refused until the next day. */ cost_per_day: string | number; /** Expiry time (ISO 8601). If omitted, the token never expires. */ expires_at?: null | string; };

export type ListReadTokensData = { tokens: Array<{ token_id: string; query_id: string; name: string; masked_token: string; status: "active" | "revoked" | "expired"; cost_per_day: string; created_at: string; last_used_at: string | null; expires_at: string | null; }>; total: number; };

export type DeleteReadTokenInput = { /** The `query_id` of the saved query. */ query_id: string; /** The `token_id` of the read token. */ token_id: string; };

export type CreateScheduleData = { schedule_id: string; query_id: string; cron: string; max_cost: string; keep_results: number; webhook_id: string | null; notify_when: "changed" | "rows" | "no_rows" | "always" | "never"; state: "active" | "paused"; /** Why the service paused it, such as 20 failures in a row. */ state_reason: string | null; next_at: string | null; created_at: string; };

export type CreateScheduleInput = { /** The `query_id` of the saved query. */ query_id: string; /** When it runs, in UTC: minute, hour, day of month, month and day of week, such as `0 6 * * 1` for each Monday at 06:00. */ cron: string; /** The most that one run may cost in US dollars, as `"$0.0100"` or 0.01. A run that could cost more fails and is free. */ max_cost: string | number; /** How many of its last results are kept. */ keep_results?: number; /** Webhook of the account that is told; null for none. Notifications are listed in any case, and for 30 days. */ webhook_id?: string | null; /** `changed`: when the rows differ from those of the last successful run, in any order; `rows` or `no_rows`: when the query returns some, or none, so that its SQL states the condition; `always`; `never`. The first failure after a success is told too, except with `never`. */ notify_when?: "changed" | "rows" | "no_rows" | "always" | "never"; };

export type ListSchedulesData = { schedules: Array<{ schedule_id: string; query_id: string; cron: string; max_cost: string; keep_results: number; webhook_id: string | null; notify_when: "changed" | "rows" | "no_rows" | "always" | "never"; state: "active" | "paused"; /** Why the service paused it, such as 20 failures in a row. */ state_reason: string | null; next_at: string | null; created_at: string; }>; total: number; };

export type UpdateScheduleInput = { /** The `query_id` of the saved query. */ query_id: string; /** The `schedule_id` of the schedule. */ schedule_id: string; /** When it runs, in UTC: minute, hour, day of month, month and day of week, such as `0 6 * * 1` for each Monday at 06:00. */ cron?: string; /** The most that one run may cost in US dollars, as `"$0.0100"` or 0.01. A run that could cost more fails and is free. */ max_cost?: string | number; /** How many of its last results are kept. */ keep_results?: number; /** Webhook of the account that is told; null for none. Notifications are listed in any case, and for 30 days. */ webhook_id?: string | null; /** `changed`: when the rows differ from those of the last successful run, in any order; `rows` or `no_rows`: when the query returns some, or none, so that its SQL states the condition; `always`; `never`. The first failure after a success is told too, except with `never`. */ notify_when?: "changed" | "rows" | "no_rows" | "always" | "never"; state?: "active" | "paused"; };

export type DeleteScheduleInput = { /** The `query_id` of the saved query. */ query_id: string; /** The `schedule_id` of the schedule. */ schedule_id: string; };

export type GetScheduleResultsData = { runs: Array<{ run_id: string; /** The time that the run is for. */ tick_at: string; /** Earlier ticks that passed without a run, such as in an outage: all of them get this one run. */ ticks_missed: number; state: "running" | "succeeded" | "failed"; started_at: string; ended_at: string | null; row_count: number | null; cost: string | null; /** Its receipt: `GET /api/requests/{request_id}`. */ request_id: string; snapshot_id: string | null; /** Whether the rows differ from those of the last successful run; null for the first. */ changed: boolean | null; result_kept: boolean; error: { code: string; message: string; } | null; }>; total: number; } | { columns: Array<{ name: string; type: string; nullable: boolean; }>; rows: Array<Record<string, unknown> | Array<unknown>>; row_count: number; rows_total: number; truncated: boolean; has_more: boolean; offset: number; snapshot_id: string; result_kept_until: string; run: { run_id: string; /** The time that the run is for. */ tick_at: string; /** Earlier ticks that passed without a run, such as in an outage: all of them get this one run. */ ticks_missed: number; state: "running" | "succeeded" | "failed"; started_at: string; ended_at: string | null; row_count: number | null; cost: string | null; /** Its receipt: `GET /api/requests/{request_id}`. */ request_id: string; snapshot_id: string | null; /** Whether the rows differ from those of the last successful run; null for the first. */ changed: boolean | null; result_kept: boolean; error: { code: string; message: string; } | null; }; repeat_of?: null; };

export type GetScheduleResultsInput = { /** Result format. Overrides the Accept header. */ format?: "json" | "ndjson" | "csv" | "arrow" | "parquet" | null; /** Shape of a row in JSON: an object by column name (default), or an array of values. */ shape?: "objects" | "arrays" | null; /** CSV: prefixes texts that a spreadsheet would take for a formula (`=`, `+`, `-`, `@`, tab or carriage return first) with an apostrophe. */ csv_safe?: boolean; limit?: number | null; offset?: number | null; /** Returns the rows of this run; without it, the runs are listed. */ run_id?: string; /** The `query_id` of the saved query. */ query_id: string; /** The `schedule_id` of the schedule. */ schedule_id: string; };

/** Operations at `client.shortvideo`. */
export interface ShortvideoApi {
  /** Run an SQL query on the short-video platform */ 
  querySql(input?: QueryShortvideoSqlInput, options?: CallOptions): Promise<Answer<QueryShortvideoSqlData>>;
  /** Check an SQL query on the short-video platform */ 
  checkSql(input?: QueryShortvideoSqlInput, options?: CallOptions): Promise<Answer<CheckShortvideoSqlData>>;
  /** Get a binding quote for an SQL query on the short-video platform */ 
  createSqlQuote(input?: QueryShortvideoSqlInput, options?: CallOptions): Promise<Answer<CreateShortvideoSqlQuoteData>>;
  /** Get a quote on the short-video platform */ 
  getSqlQuote(input: GetShortvideoSqlQuoteInput, options?: CallOptions): Promise<Answer<CreateShortvideoSqlQuoteData>>;
  /** Withdraw a quote on the short-video platform */ 
  deleteSqlQuote(input: GetShortvideoSqlQuoteInput, options?: CallOptions): Promise<Answer<CreateShortvideoSqlQuoteData>>;
  /** Get the state and result of an SQL statement on the short-video platform */ 
  getSqlStatement(input: GetShortvideoSqlStatementInput, options?: CallOptions): Promise<Answer<GetShortvideoSqlStatementData>>;
  /** Cancel an SQL statement on the short-video platform */ 
  cancelSqlStatement(input: CancelShortvideoSqlStatementInput, options?: CallOptions): Promise<Answer<CancelShortvideoSqlStatementData>>;
  /** Get the progress of an SQL statement on the short-video platform as events */ 
  getSqlStatementEvents(input: CancelShortvideoSqlStatementInput, options?: CallOptions): Promise<Answer<Response>>;
  /** Create a link to the result of an SQL statement on the short-video platform */ 
  createSqlResultLink(input: CreateShortvideoSqlResultLinkInput, options?: CallOptions): Promise<Answer<CreateShortvideoSqlResultLinkData>>;
  /** Get the SQL tables, columns and functions of the short-video platform */ 
  getSqlSchema(input?: Record<string, never>, options?: CallOptions): Promise<Answer<GetShortvideoSqlSchemaData>>;
  /** Get recommended videos */ 
  feed(input?: GetShortvideoFeedInput, options?: CallOptions): PagedCall<GetShortvideoFeedData, GetShortvideoFeedData["videos"][number]>;
  /** Get a profile and its newest videos */ 
  profile(input?: GetShortvideoProfileInput, options?: CallOptions): PagedCall<GetShortvideoProfileData, GetShortvideoProfileData["videos"][number]>;
  /** List videos with a hashtag, newest first */ 
  hashtag(input: GetShortvideoHashtagInput, options?: CallOptions): PagedCall<GetShortvideoHashtagData, GetShortvideoHashtagData["videos"][number]>;
  /** List comments on a video, newest first */ 
  comments(input: GetShortvideoCommentsInput, options?: CallOptions): PagedCall<GetShortvideoCommentsData, GetShortvideoCommentsData["comments"][number]>;
}

/** Operations at `client.network`. */
export interface NetworkApi {
  /** Run an SQL query on the professional network */ 
  querySql(input?: QueryNetworkSqlInput, options?: CallOptions): Promise<Answer<QueryShortvideoSqlData>>;
  /** Check an SQL query on the professional network */ 
  checkSql(input?: QueryNetworkSqlInput, options?: CallOptions): Promise<Answer<CheckShortvideoSqlData>>;
  /** Get a binding quote for an SQL query on the professional network */ 
  createSqlQuote(input?: QueryNetworkSqlInput, options?: CallOptions): Promise<Answer<CreateShortvideoSqlQuoteData>>;
  /** Get a quote on the professional network */ 
  getSqlQuote(input: GetShortvideoSqlQuoteInput, options?: CallOptions): Promise<Answer<CreateShortvideoSqlQuoteData>>;
  /** Withdraw a quote on the professional network */ 
  deleteSqlQuote(input: GetShortvideoSqlQuoteInput, options?: CallOptions): Promise<Answer<CreateShortvideoSqlQuoteData>>;
  /** Get the state and result of an SQL statement on the professional network */ 
  getSqlStatement(input: GetShortvideoSqlStatementInput, options?: CallOptions): Promise<Answer<GetShortvideoSqlStatementData>>;
  /** Cancel an SQL statement on the professional network */ 
  cancelSqlStatement(input: CancelShortvideoSqlStatementInput, options?: CallOptions): Promise<Answer<CancelShortvideoSqlStatementData>>;
  /** Get the progress of an SQL statement on the professional network as events */ 
  getSqlStatementEvents(input: CancelShortvideoSqlStatementInput, options?: CallOptions): Promise<Answer<Response>>;
  /** Create a link to the result of an SQL statement on the professional network */ 
  createSqlResultLink(input: CreateShortvideoSqlResultLinkInput, options?: CallOptions): Promise<Answer<CreateShortvideoSqlResultLinkData>>;
  /** Get the SQL tables, columns and functions of the professional network */ 
  getSqlSchema(input?: Record<string, never>, options?: CallOptions): Promise<Answer<GetShortvideoSqlSchemaData>>;
  /** Get a person’s profile */ 
  userProfile(input: GetNetworkUserProfileInput, options?: CallOptions): Promise<Answer<GetNetworkUserProfileData>>;
  /** List posts of a person, newest first */ 
  userPosts(input?: GetNetworkUserPostsInput, options?: CallOptions): PagedCall<GetNetworkUserPostsData, GetNetworkUserPostsData["posts"][number]>;
  /** Get a company and its employees */ 
  companyProfile(input?: GetNetworkCompanyProfileInput, options?: CallOptions): Promise<Answer<GetNetworkCompanyProfileData>>;
  /** List posts of a company */ 
  companyPosts(input?: GetNetworkCompanyPostsInput, options?: CallOptions): PagedCall<GetNetworkCompanyPostsData, GetNetworkCompanyPostsData["posts"][number]>;
  /** Search people by company or school */ 
  searchEmployees(input?: SearchNetworkEmployeesInput, options?: CallOptions): PagedCall<SearchNetworkEmployeesData, SearchNetworkEmployeesData["people"][number]>;
}

/** Operations at `client.photo`. */
export interface PhotoApi {
  /** Run an SQL query on the photo-sharing platform */ 
  querySql(input?: QueryNetworkSqlInput, options?: CallOptions): Promise<Answer<QueryShortvideoSqlData>>;
  /** Check an SQL query on the photo-sharing platform */ 
  checkSql(input?: QueryNetworkSqlInput, options?: CallOptions): Promise<Answer<CheckShortvideoSqlData>>;
  /** Get a binding quote for an SQL query on the photo-sharing platform */ 
  createSqlQuote(input?: QueryNetworkSqlInput, options?: CallOptions): Promise<Answer<CreateShortvideoSqlQuoteData>>;
  /** Get a quote on the photo-sharing platform */ 
  getSqlQuote(input: GetShortvideoSqlQuoteInput, options?: CallOptions): Promise<Answer<CreateShortvideoSqlQuoteData>>;
  /** Withdraw a quote on the photo-sharing platform */ 
  deleteSqlQuote(input: GetShortvideoSqlQuoteInput, options?: CallOptions): Promise<Answer<CreateShortvideoSqlQuoteData>>;
  /** Get the state and result of an SQL statement on the photo-sharing platform */ 
  getSqlStatement(input: GetShortvideoSqlStatementInput, options?: CallOptions): Promise<Answer<GetShortvideoSqlStatementData>>;
  /** Cancel an SQL statement on the photo-sharing platform */ 
  cancelSqlStatement(input: CancelShortvideoSqlStatementInput, options?: CallOptions): Promise<Answer<CancelShortvideoSqlStatementData>>;
  /** Get the progress of an SQL statement on the photo-sharing platform as events */ 
  getSqlStatementEvents(input: CancelShortvideoSqlStatementInput, options?: CallOptions): Promise<Answer<Response>>;
  /** Create a link to the result of an SQL statement on the photo-sharing platform */ 
  createSqlResultLink(input: CreateShortvideoSqlResultLinkInput, options?: CallOptions): Promise<Answer<CreateShortvideoSqlResultLinkData>>;
  /** Get the SQL tables, columns and functions of the photo-sharing platform */ 
  getSqlSchema(input?: Record<string, never>, options?: CallOptions): Promise<Answer<GetShortvideoSqlSchemaData>>;
  /** Get a profile, its followers and the accounts it follows */ 
  userProfile(input: GetPhotoUserProfileInput, options?: CallOptions): Promise<Answer<GetPhotoUserProfileData>>;
  /** List posts of an account, newest first */ 
  userPosts(input: GetPhotoUserPostsInput, options?: CallOptions): PagedCall<GetPhotoUserPostsData, GetPhotoUserPostsData["posts"][number]>;
  /** Get a post */ 
  post(input: GetPhotoPostInput, options?: CallOptions): Promise<Answer<GetPhotoPostData>>;
  /** List posts with a hashtag */ 
  hashtag(input: GetPhotoHashtagInput, options?: CallOptions): PagedCall<GetPhotoHashtagData, GetPhotoHashtagData["posts"][number]>;
  /** List comments on a post */ 
  comments(input: GetPhotoCommentsInput, options?: CallOptions): PagedCall<GetPhotoCommentsData, GetPhotoCommentsData["comments"][number]>;
}

/** Operations at `client.micro`. */
export interface MicroApi {
  /** Run an SQL query on the microblogging platform */ 
  querySql(input?: QueryNetworkSqlInput, options?: CallOptions): Promise<Answer<QueryShortvideoSqlData>>;
  /** Check an SQL query on the microblogging platform */ 
  checkSql(input?: QueryNetworkSqlInput, options?: CallOptions): Promise<Answer<CheckShortvideoSqlData>>;
  /** Get a binding quote for an SQL query on the microblogging platform */ 
  createSqlQuote(input?: QueryNetworkSqlInput, options?: CallOptions): Promise<Answer<CreateShortvideoSqlQuoteData>>;
  /** Get a quote on the microblogging platform */ 
  getSqlQuote(input: GetShortvideoSqlQuoteInput, options?: CallOptions): Promise<Answer<CreateShortvideoSqlQuoteData>>;
  /** Withdraw a quote on the microblogging platform */ 
  deleteSqlQuote(input: GetShortvideoSqlQuoteInput, options?: CallOptions): Promise<Answer<CreateShortvideoSqlQuoteData>>;
  /** Get the state and result of an SQL statement on the microblogging platform */ 
  getSqlStatement(input: GetShortvideoSqlStatementInput, options?: CallOptions): Promise<Answer<GetShortvideoSqlStatementData>>;
  /** Cancel an SQL statement on the microblogging platform */ 
  cancelSqlStatement(input: CancelShortvideoSqlStatementInput, options?: CallOptions): Promise<Answer<CancelShortvideoSqlStatementData>>;
  /** Get the progress of an SQL statement on the microblogging platform as events */ 
  getSqlStatementEvents(input: CancelShortvideoSqlStatementInput, options?: CallOptions): Promise<Answer<Response>>;
  /** Create a link to the result of an SQL statement on the microblogging platform */ 
  createSqlResultLink(input: CreateShortvideoSqlResultLinkInput, options?: CallOptions): Promise<Answer<CreateShortvideoSqlResultLinkData>>;
  /** Get the SQL tables, columns and functions of the microblogging platform */ 
  getSqlSchema(input?: Record<string, never>, options?: CallOptions): Promise<Answer<GetShortvideoSqlSchemaData>>;
  /** Get a profile */ 
  userProfile(input: { /** Username without @. */ username: string; }, options?: CallOptions): Promise<Answer<GetMicroUserProfileData>>;
  /** List posts of an account, newest first */ 
  userPosts(input?: GetMicroUserPostsInput, options?: CallOptions): PagedCall<GetMicroUserPostsData, GetMicroUserPostsData["tweets"][number]>;
  /** Get a post */ 
  post(input: GetMicroPostInput, options?: CallOptions): Promise<Answer<GetMicroPostData>>;
  /** List replies to a post, newest first */ 
  comments(input: GetMicroCommentsInput, options?: CallOptions): PagedCall<GetMicroCommentsData, GetMicroCommentsData["comments"][number]>;
  /** Search posts that contain all words of a text, newest first */ 
  search(input?: SearchMicroInput, options?: CallOptions): PagedCall<SearchMicroData, SearchMicroData["tweets"][number]>;
}

/** Operations at `client.service`. */
export interface ServiceApi {
  /** Download the result of a statement by a signed link */ 
  getResultFile(input: GetResultFileInput, options?: CallOptions): Promise<Answer<Array<unknown>>>;
  /** Download a video file by a signed link */ 
  getMedia(input: GetMediaInput, options?: CallOptions): Promise<Answer<Response>>;
  /** List platforms with their status and indexed records */ 
  listPlatforms(input?: Record<string, never>, options?: CallOptions): Promise<Answer<ListPlatformsData>>;
  /** Get the prices of all endpoints per record */ 
  getPricing(input?: Record<string, never>, options?: CallOptions): Promise<Answer<GetPricingData>>;
  /** Get rate limits, quotas and size limits */ 
  getLimits(input?: Record<string, never>, options?: CallOptions): Promise<Answer<GetLimitsData>>;
  /** Read a saved query by token */ 
  readSavedQuery(input: ReadSavedQueryInput, options?: CallOptions): Promise<Answer<QueryShortvideoSqlData>>;
  /** Read a shared query */ 
  openShare(input: OpenShareInput, options?: CallOptions): Promise<Answer<OpenShareData>>;
  /** Get an event for each new snapshot */ 
  getEvents(input?: { count?: number | null; }, options?: CallOptions): Promise<Answer<Response>>;
  /** Check whether the process responds */ 
  getHealth(input?: Record<string, never>, options?: CallOptions): Promise<Answer<GetHealthData>>;
  /** Check whether the service can handle requests */ 
  getReadiness(input?: Record<string, never>, options?: CallOptions): Promise<Answer<GetReadinessData>>;
}

/** Operations at `client.account`. */
export interface AccountApi {
  /** Create an account */ 
  createAccount(input: { name: string; email: string; }, options?: CallOptions): Promise<Answer<CreateAccountData>>;
  /** Sign a browser in */ 
  createSession(input?: CreateSessionInput, options?: CallOptions): Promise<Answer<CreateSessionData>>;
  /** Sign a browser out */ 
  deleteSession(input?: Record<string, never>, options?: CallOptions): Promise<Answer<{ /** Whether there was a session. */ ended: boolean; }>>;
  /** Get the current user */ 
  getCurrentUser(input?: Record<string, never>, options?: CallOptions): Promise<Answer<GetCurrentUserData>>;
  /** Update the current user */ 
  updateUser(input?: UpdateUserInput, options?: CallOptions): Promise<Answer<UpdateUserData>>;
  /** List API keys */ 
  listApiKeys(input?: Record<string, never>, options?: CallOptions): Promise<Answer<ListApiKeysData>>;
  /** Create an API key */ 
  createApiKey(input: CreateApiKeyInput, options?: CallOptions): Promise<Answer<CreateApiKeyData>>;
  /** Rotate an API key */ 
  rotateApiKey(input: RotateApiKeyInput, options?: CallOptions): Promise<Answer<RotateApiKeyData>>;
  /** Revoke an API key */ 
  deleteApiKey(input: { key_id: string; }, options?: CallOptions): Promise<Answer<DeleteApiKeyData>>;
  /** Get the usage summary of the current period */ 
  getUsageSummary(input?: Record<string, never>, options?: CallOptions): Promise<Answer<GetUsageSummaryData>>;
  /** List usage records */ 
  listUsage(input?: ListUsageInput, options?: CallOptions): PagedCall<ListUsageData, ListUsageData["records"][number]>;
  /** Get usage by day */ 
  getDailyUsage(input?: GetDailyUsageInput, options?: CallOptions): Promise<Answer<GetDailyUsageData>>;
  /** Get the balance and the spend limit */ 
  getBalance(input?: Record<string, never>, options?: CallOptions): Promise<Answer<GetBalanceData>>;
  /** Get the receipt of a request */ 
  getReceipt(input: { wait_ms?: number | null; request_id: string; }, options?: CallOptions): Promise<Answer<GetReceiptData>>;
  /** List notifications */ 
  listNotifications(input?: Record<string, never>, options?: CallOptions): Promise<Answer<ListNotificationsData>>;
  /** Create a webhook */ 
  createWebhook(input: CreateWebhookInput, options?: CallOptions): Promise<Answer<CreateWebhookData>>;
  /** List webhooks */ 
  listWebhooks(input?: Record<string, never>, options?: CallOptions): Promise<Answer<ListWebhooksData>>;
  /** Delete a webhook */ 
  deleteWebhook(input: { webhook_id: string; }, options?: CallOptions): Promise<Answer<{ webhook_id: string; message: string; }>>;
}

/** Operations at `client.queries`. */
export interface QueriesApi {
  /** Save a query */ 
  createSavedQuery(input: CreateSavedQueryInput, options?: CallOptions): Promise<Answer<CreateSavedQueryData>>;
  /** List saved queries */ 
  listSavedQueries(input?: ListSavedQueriesInput, options?: CallOptions): Promise<Answer<ListSavedQueriesData>>;
  /** Get a saved query */ 
  getSavedQuery(input: GetSavedQueryInput, options?: CallOptions): Promise<Answer<CreateSavedQueryData>>;
  /** Change a saved query */ 
  updateSavedQuery(input: UpdateSavedQueryInput, options?: CallOptions): Promise<Answer<CreateSavedQueryData>>;
  /** Delete a saved query */ 
  deleteSavedQuery(input: GetSavedQueryInput, options?: CallOptions): Promise<Answer<{ query_id: string; message: string; }>>;
  /** Run a saved query */ 
  runSavedQuery(input: RunSavedQueryInput, options?: CallOptions): Promise<Answer<QueryShortvideoSqlData>>;
  /** Share a saved query */ 
  createShare(input: CreateShareInput, options?: CallOptions): Promise<Answer<CreateShareData>>;
  /** List the shares of a saved query */ 
  listShares(input: GetSavedQueryInput, options?: CallOptions): Promise<Answer<ListSharesData>>;
  /** Revoke a share */ 
  deleteShare(input: DeleteShareInput, options?: CallOptions): Promise<Answer<{ share_id: string; message: string; }>>;
  /** Create a read token */ 
  createReadToken(input: CreateReadTokenInput, options?: CallOptions): Promise<Answer<CreateReadTokenData>>;
  /** List the read tokens of a saved query */ 
  listReadTokens(input: GetSavedQueryInput, options?: CallOptions): Promise<Answer<ListReadTokensData>>;
  /** Revoke a read token */ 
  deleteReadToken(input: DeleteReadTokenInput, options?: CallOptions): Promise<Answer<{ token_id: string; message: string; revoked_at: string; }>>;
  /** Run a saved query by schedule */ 
  createSchedule(input: CreateScheduleInput, options?: CallOptions): Promise<Answer<CreateScheduleData>>;
  /** List the schedules of a saved query */ 
  listSchedules(input: GetSavedQueryInput, options?: CallOptions): Promise<Answer<ListSchedulesData>>;
  /** Change, pause or resume a schedule */ 
  updateSchedule(input: UpdateScheduleInput, options?: CallOptions): Promise<Answer<CreateScheduleData>>;
  /** Delete a schedule */ 
  deleteSchedule(input: DeleteScheduleInput, options?: CallOptions): Promise<Answer<{ schedule_id: string; message: string; }>>;
  /** Get the runs of a schedule, or the rows of one */ 
  getScheduleResults(input: GetScheduleResultsInput, options?: CallOptions): Promise<Answer<GetScheduleResultsData>>;
}

export interface Api {
  readonly shortvideo: ShortvideoApi;
  readonly network: NetworkApi;
  readonly photo: PhotoApi;
  readonly micro: MicroApi;
  readonly service: ServiceApi;
  readonly account: AccountApi;
  readonly queries: QueriesApi;
}
