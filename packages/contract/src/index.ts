import './require-node.ts';

export { answerMeta } from './answer-meta.ts';
export {
  apiKeyList,
  apiKeyRecord,
  createApiKeyRequest,
  createdApiKey,
  revokedApiKey,
  rotateApiKeyRequest,
  rotatedApiKey,
} from './api-key.ts';
export { AppError, type AppErrorOptions, type SqlErrorDetail } from './app-error.ts';
export { atOnce } from './at-once.ts';
export { type CrashEntry, type CrashLog, crashLimits } from './crash-log.ts';
export { currentUser, updatedUser, updateUserRequest } from './current-user.ts';
export { asDiskFull, diskFull, freeBytesOf, withDiskFull } from './disk-full.ts';
export {
  type ErrorEnvelope,
  envelope,
  errorEnvelope,
  httpValidationError,
  type ValidationItem,
} from './envelope.ts';
export type { ErrorKind } from './error-code-facts.ts';
export { type ErrorCode, errorCodes } from './error-codes.ts';
export type { Instant } from './instant.ts';
export {
  booleanOrFault,
  booleanWithDefault,
  integer,
  integerWithDefault,
  isTooLongInteger,
} from './lax-values.ts';
export { lazily } from './lazily.ts';
export { editDistance, nearestNames } from './nearest-names.ts';
export {
  createdWebhook,
  createWebhookRequest,
  deletedWebhook,
  notificationList,
  webhookList,
} from './notifications.ts';
export { type Platform, platforms } from './platform.ts';
export { type ReadValue, readWith } from './read-value.ts';
export { createFile, replaceFile, syncPath } from './replace-file.ts';
export { resultLink, resultLinkRequest } from './result-link.ts';
export {
  changeSavedQueryRequest,
  createdReadToken,
  createReadTokenRequest,
  createSavedQueryRequest,
  createShareRequest,
  deletedItem,
  listSavedQueriesQuery,
  openedShare,
  openShareQuery,
  type ReadTokenFormat,
  readTokenFormats,
  readTokenList,
  runSavedQueryRequest,
  savedQuery,
  savedQueryList,
  share,
  shareList,
} from './saved-queries.ts';
export {
  changeScheduleRequest,
  createScheduleRequest,
  schedule,
  scheduleList,
  scheduleResult,
  scheduleResultQuery,
} from './schedules.ts';
export { eventsQuery, limitList, platformList, priceList } from './service-facts.ts';
export { createSessionRequest, endedSession, session } from './session.ts';
export { signedUp, signupRequest } from './signup.ts';
export {
  type JsonValue,
  type ResultColumn,
  type ResultFormat,
  resultFormats,
  type SqlParameter,
  type SqlParameters,
  sqlLimits,
} from './sql.ts';
export {
  type SqlExplanation,
  type SqlStatement,
  sqlAnswer,
  sqlSchema,
  sqlStatement,
  sqlStatementQuery,
} from './sql-answer.ts';
export { type SqlCheck, sqlCheck } from './sql-check.ts';
export { type SqlQuote, sqlQuote } from './sql-quote.ts';
export { type BrowsedTable, type SqlRequest, sqlRequest } from './sql-request.ts';
export {
  balance,
  dailyUsage,
  dailyUsageQuery,
  receipt,
  receiptQuery,
  usageList,
  usageQuery,
  usageSummary,
} from './usage.ts';
