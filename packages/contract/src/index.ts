export { apiKeyList, apiKeyRecord, createApiKeyRequest, createdApiKey, revokedApiKey } from './api-key.ts';
export { AppError, type AppErrorOptions, type SqlErrorDetail } from './app-error.ts';
export { currentUser } from './current-user.ts';
export {
  type ErrorEnvelope,
  envelope,
  errorEnvelope,
  httpValidationError,
  type ValidationItem,
} from './envelope.ts';
export { type ErrorCode, type ErrorKind, errorCodes } from './error-codes.ts';
export { type Platform, platforms } from './platform.ts';
export { platformList, priceList } from './service-facts.ts';
export {
  type JsonValue,
  type ResultColumn,
  type ResultFormat,
  resultFormats,
  type SqlParameter,
  type SqlParameters,
  sqlLimits,
} from './sql.ts';
export { type SqlExplanation, sqlAnswer, sqlSchema } from './sql-answer.ts';
export { browsedTables, type SqlRequest, sqlRequest } from './sql-request.ts';
