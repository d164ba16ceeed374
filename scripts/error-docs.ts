import { errorTableAsMarkdown } from '../packages/server/src/response/error-table.ts';

/** docs/errors.md as it should be. */
export function errorDocs(): string {
  return `# Errors

<!-- Written by scripts/write-error-docs.ts from packages/contract/src/error-codes.ts. -->

Every failure carries one of these codes, at each of the three doors: \`error.code\` of the HTTP answer, \`code\` of the
library's \`AppError\`, and the first word of the command's message. *Status* is
that of the HTTP answer, none where no answer carries the code; *again* says whether the same call may succeed later.

${errorTableAsMarkdown()}`;
}
