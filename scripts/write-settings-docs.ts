/** Writes the table of settings into docs/operating.md. A test fails when the file is not what this would write. */
import { writeFileSync } from 'node:fs';
import { operatingDocs } from './settings-docs.ts';

const path = new URL('../docs/operating.md', import.meta.url);
writeFileSync(path, operatingDocs(path));
