// Written by npm run docs:client from docs/openapi.json.

export const operations = `
shortvideo querySql POST /api/shortvideo/sql
network querySql POST /api/network/sql
photo querySql POST /api/photo/sql
micro querySql POST /api/micro/sql
shortvideo checkSql POST /api/shortvideo/sql/check
network checkSql POST /api/network/sql/check
photo checkSql POST /api/photo/sql/check
micro checkSql POST /api/micro/sql/check
shortvideo createSqlQuote POST /api/shortvideo/sql/quotes
shortvideo getSqlQuote GET /api/shortvideo/sql/quotes/{quote_id}
shortvideo deleteSqlQuote DELETE /api/shortvideo/sql/quotes/{quote_id}
network createSqlQuote POST /api/network/sql/quotes
network getSqlQuote GET /api/network/sql/quotes/{quote_id}
network deleteSqlQuote DELETE /api/network/sql/quotes/{quote_id}
photo createSqlQuote POST /api/photo/sql/quotes
photo getSqlQuote GET /api/photo/sql/quotes/{quote_id}
photo deleteSqlQuote DELETE /api/photo/sql/quotes/{quote_id}
micro createSqlQuote POST /api/micro/sql/quotes
micro getSqlQuote GET /api/micro/sql/quotes/{quote_id}
micro deleteSqlQuote DELETE /api/micro/sql/quotes/{quote_id}
shortvideo getSqlStatement GET /api/shortvideo/sql/statements/{statement_id}
shortvideo cancelSqlStatement DELETE /api/shortvideo/sql/statements/{statement_id}
shortvideo getSqlStatementEvents GET /api/shortvideo/sql/statements/{statement_id}/events
network getSqlStatement GET /api/network/sql/statements/{statement_id}
network cancelSqlStatement DELETE /api/network/sql/statements/{statement_id}
network getSqlStatementEvents GET /api/network/sql/statements/{statement_id}/events
photo getSqlStatement GET /api/photo/sql/statements/{statement_id}
photo cancelSqlStatement DELETE /api/photo/sql/statements/{statement_id}
photo getSqlStatementEvents GET /api/photo/sql/statements/{statement_id}/events
micro getSqlStatement GET /api/micro/sql/statements/{statement_id}
micro cancelSqlStatement DELETE /api/micro/sql/statements/{statement_id}
micro getSqlStatementEvents GET /api/micro/sql/statements/{statement_id}/events
shortvideo createSqlResultLink POST /api/shortvideo/sql/statements/{statement_id}/links
network createSqlResultLink POST /api/network/sql/statements/{statement_id}/links
photo createSqlResultLink POST /api/photo/sql/statements/{statement_id}/links
micro createSqlResultLink POST /api/micro/sql/statements/{statement_id}/links
service getResultFile GET /api/results/{file}
shortvideo getSqlSchema GET /api/shortvideo/sql/schema
network getSqlSchema GET /api/network/sql/schema
photo getSqlSchema GET /api/photo/sql/schema
micro getSqlSchema GET /api/micro/sql/schema
shortvideo feed GET /api/shortvideo/feed videos
shortvideo profile GET /api/shortvideo/profile videos
shortvideo hashtag GET /api/shortvideo/hashtag videos
shortvideo comments GET /api/shortvideo/comments comments
network userProfile GET /api/network/user-profile
network userPosts GET /api/network/user-posts posts
network companyProfile GET /api/network/company-profile
network companyPosts GET /api/network/company-posts posts
network searchEmployees GET /api/network/search-employees people
photo userProfile GET /api/photo/user-profile
photo userPosts GET /api/photo/user-posts posts
photo post GET /api/photo/post
photo hashtag GET /api/photo/hashtag posts
photo comments GET /api/photo/comments comments
micro userProfile GET /api/micro/user-profile
micro userPosts GET /api/micro/user-posts tweets
micro post GET /api/micro/post
micro comments GET /api/micro/comments comments
micro search GET /api/micro/search tweets
service getMedia GET /api/media/{platform}/{record_id}
service listPlatforms GET /api/platforms
service getPricing GET /api/pricing
service getLimits GET /api/limits
account createAccount POST /api/signup
account createSession POST /api/session
account deleteSession DELETE /api/session
account getCurrentUser GET /api/users/me
account updateUser PATCH /api/users/me
account listApiKeys GET /api/users/me/api-keys
account createApiKey POST /api/users/me/api-keys
account rotateApiKey POST /api/users/me/api-keys/{key_id}/rotate
account deleteApiKey DELETE /api/users/me/api-keys/{key_id}
account getUsageSummary GET /api/users/me/usage/summary
account listUsage GET /api/users/me/usage records
account getDailyUsage GET /api/users/me/usage/daily
account getBalance GET /api/users/me/balance
account getReceipt GET /api/requests/{request_id}
account listNotifications GET /api/users/me/notifications
account createWebhook POST /api/users/me/webhooks
account listWebhooks GET /api/users/me/webhooks
account deleteWebhook DELETE /api/users/me/webhooks/{webhook_id}
queries createSavedQuery POST /api/users/me/queries
queries listSavedQueries GET /api/users/me/queries
queries getSavedQuery GET /api/users/me/queries/{query_id}
queries updateSavedQuery PATCH /api/users/me/queries/{query_id}
queries deleteSavedQuery DELETE /api/users/me/queries/{query_id}
queries runSavedQuery POST /api/users/me/queries/{query_id}/run
queries createShare POST /api/users/me/queries/{query_id}/shares
queries listShares GET /api/users/me/queries/{query_id}/shares
queries deleteShare DELETE /api/users/me/queries/{query_id}/shares/{share_id}
queries createReadToken POST /api/users/me/queries/{query_id}/tokens
queries listReadTokens GET /api/users/me/queries/{query_id}/tokens
queries deleteReadToken DELETE /api/users/me/queries/{query_id}/tokens/{token_id}
service readSavedQuery GET /api/r/{token}.{format}
queries createSchedule POST /api/users/me/queries/{query_id}/schedules
queries listSchedules GET /api/users/me/queries/{query_id}/schedules
queries updateSchedule PATCH /api/users/me/queries/{query_id}/schedules/{schedule_id}
queries deleteSchedule DELETE /api/users/me/queries/{query_id}/schedules/{schedule_id}
queries getScheduleResults GET /api/users/me/queries/{query_id}/schedules/{schedule_id}/results
service openShare GET /api/q/{share_id}
service getEvents GET /api/events
service getHealth GET /healthz
service getReadiness GET /readyz
`;
