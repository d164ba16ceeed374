import { type DestinationStream, destination, type Logger, pino } from 'pino';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Maximum bytes of buffered log while stderr is blocked; further lines are dropped. */
const waitingBytesMax = 4 * 2 ** 20;

/** Anything that looks like an API key, in any message or error. */
const keyPattern = /sdq_(live|test|acct|admin|read)_[0-9A-Za-z]{6,}/g;

export interface ServiceLogger {
  logger: Logger;
  /** Writes the buffered lines; call it before the process exits. */
  flush(): void;
}

/** A log of JSON lines on standard error, written asynchronously. API keys are redacted in every line. */
export function createLogger(
  level: (typeof logLevels)[number],
  to: DestinationStream & { flushSync?(): void } = destination({
    fd: 2,
    sync: false,
    maxLength: waitingBytesMax,
  }),
): ServiceLogger {
  const logger = pino(
    {
      level,
      base: { service: 'sdq', pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: [
          'authorization',
          'headers.authorization',
          'req.headers.authorization',
          'headers["x-api-key"]',
          'req.headers["x-api-key"]',
        ],
        censor: '[redacted]',
      },
      hooks: { streamWrite: (line) => line.replaceAll(keyPattern, 'sdq_$1_[redacted]') },
    },
    to,
  );
  return {
    logger,
    flush: () => {
      try {
        to.flushSync?.();
      } catch {
        // not open yet, or the reader is gone
      }
    },
  };
}
