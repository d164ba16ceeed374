export { AppError, type AppErrorOptions, type SqlErrorDetail } from './app-error.ts';
export { type ErrorCode, type ErrorKind, errorCodes } from './error-codes.ts';
export { type Platform, platforms } from './platform.ts';
export {
  type JsonValue,
  type ResultColumn,
  type ResultFormat,
  resultFormats,
  type SqlParameter,
  type SqlParameters,
  sqlLimits,
} from './sql.ts';
