import { type DestinationStream, destination, type Logger, pino } from 'pino';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Bytes of the log that wait for a reader who does not take them; what comes then is dropped. */
const waitingBytesMax = 4 * 2 ** 20;

/** Whatever looks like one of our keys, wherever a message or an error may have it from. */
const keyPattern = /sdq_(live|test|acct)_[0-9A-Za-z]{6,}/g;

export interface ServiceLogger {
  logger: Logger;
  /** Writes what waits; for the end of the process. */
  flush(): void;
}

/** A log of JSON lines on standard error, written beside the work. Keys are blotted out of every line. */
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
        // not open yet, or nobody reads: there is nobody left to tell
      }
    },
  };
}
