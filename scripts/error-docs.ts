import { errorTableAsMarkdown } from '../packages/server/src/response/error-table.ts';

/** docs/errors.md as it should be. */
export function errorDocs(): string {
  return `# Errors

<!-- Written by scripts/write-error-docs.ts from packages/contract/src/error-codes.ts. -->

Every error has one of these codes: as \`error.code\` of the HTTP response, as \`code\` of the library's \`AppError\`, and as
the first word of the command's message. *Status* is that of the HTTP response; codes without one are never sent over
HTTP. *Retryable* errors may succeed if the same request is sent again, after \`Retry-After\` if present.

An error response is free of charge, and shows \`…\` in place of values of the tables: \`WHERE TRY_CAST(x AS INTEGER) IS NULL\`
selects those that a cast refuses. A stream whose query fails after its first rows has the status 200 and no error response: its connection is
reset, and its receipt has the \`error_code\` and the charge of the rows that were sent ([money.md](money.md#the-ledger-protocol)).

${errorTableAsMarkdown()}`;
}
