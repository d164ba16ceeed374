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
export { type CrashEntry, type CrashLog, crashLimits } from './crash-log.ts';
export { currentUser, updateUserRequest } from './current-user.ts';
export {
  type ErrorEnvelope,
  envelope,
  errorEnvelope,
  httpValidationError,
  type ValidationItem,
} from './envelope.ts';
export { type ErrorCode, type ErrorKind, errorCodes } from './error-codes.ts';
export type { Instant } from './instant.ts';
export {
  booleanOrFault,
  booleanWithDefault,
  integer,
  integerWithDefault,
  isTooLongInteger,
} from './lax-values.ts';
export { nearestNames } from './nearest-names.ts';
export {
  createdWebhook,
  createWebhookRequest,
  deletedWebhook,
  notificationList,
  webhookList,
} from './notifications.ts';
export { type Platform, platforms } from './platform.ts';
export { type ReadValue, readWith } from './read-value.ts';
export { limitList, platformList, priceList } from './service-facts.ts';
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
export { type BrowsedTable, type SqlRequest, sqlRequest } from './sql-request.ts';
export {
  balance,
  dailyUsage,
  dailyUsageQuery,
  receipt,
  usageList,
  usageQuery,
  usageSummary,
} from './usage.ts';
