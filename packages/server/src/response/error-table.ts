import { type ErrorCode, type ErrorKind, errorCodes } from '@sdq/contract';
import { statusOf, unansweredCodes } from './error-status.ts';

/** A code as its documentation shows it. */
export interface ErrorTableRow {
  code: ErrorCode;
  /** Null where no answer ever carries it: the command line's, and the operator's. */
  status: number | null;
  kind: ErrorKind;
  retryable: boolean;
  meaning: string;
}

/** Every code there is, in the order of its table. */
export function errorTable(): ErrorTableRow[] {
  return (Object.keys(errorCodes) as ErrorCode[]).map((code) => {
    const status = unansweredCodes.includes(code) ? null : statusOf(code);
    return { code, status, ...errorCodes[code] };
  });
}

/** The table in Markdown, each code under its own anchor. */
export function errorTableAsMarkdown(): string {
  const rows = errorTable().map(
    ({ code, status, kind, retryable, meaning }) =>
      `| <a id="${code}"></a>\`${code}\` | ${status ?? '–'} | ${kind} | ${retryable ? 'yes' : 'no'} | ${meaning} |`,
  );
  return ['| code | status | kind | again | meaning |', '|---|---|---|---|---|', ...rows, ''].join('\n');
}
