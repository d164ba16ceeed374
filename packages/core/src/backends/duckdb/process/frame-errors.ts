import { AppError, type AppErrorOptions, type ErrorCode } from '@sdq/contract';

/** An error as it is sent between processes: an AppError with its code, an engine error as its message. */
export type FrameError = { code: ErrorCode; message: string; options: AppErrorOptions } | { message: string };

export function toFrameError(error: unknown): FrameError {
  if (!(error instanceof AppError))
    return { message: error instanceof Error ? error.message : String(error) };
  const { code, message, hint, meta, param, retryAfterSeconds } = error;
  const options: AppErrorOptions = { meta };
  if (hint !== undefined) options.hint = hint;
  if (param !== undefined) options.param = param;
  if (retryAfterSeconds !== undefined) options.retryAfterSeconds = retryAfterSeconds;
  return { code, message, options };
}

export function fromFrameError(error: FrameError): Error {
  return 'code' in error ? new AppError(error.code, error.message, error.options) : new Error(error.message);
}
