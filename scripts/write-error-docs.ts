/** Writes docs/errors.md from the table of error codes. A test fails when the file is not what this would write. */
import { writeFileSync } from 'node:fs';
import { errorDocs } from './error-docs.ts';

writeFileSync(new URL('../docs/errors.md', import.meta.url), errorDocs());
