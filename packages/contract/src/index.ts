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
export { currentUser, updateUserRequest } from './current-user.ts';
export {
  type AddonKind,
  addonKinds,
  type Company,
  type CompanyName,
  countMax,
  type DataAnswer,
  type DataEndpoint,
  type DataQuery,
  dataEndpoints,
  type HashtagFacts,
  type MicroComment,
  type MicroProfile,
  type NetworkAuthor,
  type NetworkPost,
  type NetworkProfile,
  type Person,
  type PhotoComment,
  type PhotoListedPost,
  type PhotoPerson,
  type PhotoPost,
  type PhotoProfile,
  type PhotoUserPost,
  type Transcript,
  type Tweet,
  type TweetMedia,
  transcript,
  type Video,
  type VideoComment,
  type VideoFile,
  type VideoProfile,
} from './data/index.ts';
export {
  type ErrorEnvelope,
  envelope,
  errorEnvelope,
  httpValidationError,
  type ValidationItem,
} from './envelope.ts';
export { type ErrorCode, type ErrorKind, errorCodes } from './error-codes.ts';
export type { Instant } from './instant.ts';
export { isTooLongInteger } from './lax-values.ts';
export { nearestNames } from './nearest-names.ts';
export {
  createdWebhook,
  createWebhookRequest,
  deletedWebhook,
  notificationList,
  webhookList,
} from './notifications.ts';
export { type Platform, platforms } from './platform.ts';
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
export { browsedTables, type SqlRequest, sqlRequest } from './sql-request.ts';
export {
  balance,
  dailyUsage,
  dailyUsageQuery,
  receipt,
  usageList,
  usageQuery,
  usageSummary,
} from './usage.ts';
