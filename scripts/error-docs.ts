import { errorCodes } from '@sdq/contract';

/** docs/errors.md as it should be. */
export function errorDocs(): string {
  const rows = Object.entries(errorCodes).map(
    ([code, { kind, retryable, meaning }]) =>
      `| <a id="${code}"></a>\`${code}\` | ${kind} | ${retryable ? 'yes' : 'no'} | ${meaning} |`,
  );
  return `# Errors

<!-- Written by scripts/write-error-docs.ts from packages/contract/src/error-codes.ts. -->

Every failure carries one of these codes, at each of the three doors: \`error.code\` of the HTTP answer, \`code\` of the
library's \`AppError\`, and the first word of the command's message. *Again* says whether the same call may succeed later.

| code | kind | again | meaning |
|---|---|---|---|
${rows.join('\n')}
`;
}
