import { type ErrorCode, type ErrorKind, errorCodes } from '@sdq/contract';
import { statusOf, unansweredCodes } from './error-status.ts';

/** An error code in the documentation. */
export interface ErrorTableRow {
  code: ErrorCode;
  /** Null for codes that HTTP callers never receive. */
  status: number | null;
  kind: ErrorKind;
  retryable: boolean;
  meaning: string;
}

/** All error codes, in the order of their definition. */
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
  return ['| Code | Status | Kind | Retryable | Meaning |', '|---|---|---|---|---|', ...rows, ''].join('\n');
}
