/** Writes packages/client/src/generated from docs/openapi.json. */
import { readFileSync, writeFileSync } from 'node:fs';
import { clientSource } from './client/client-source.ts';

const root = new URL('../', import.meta.url);
const document = JSON.parse(readFileSync(new URL('docs/openapi.json', root), 'utf8'));
for (const [name, text] of Object.entries(clientSource(document)))
  writeFileSync(new URL(`packages/client/src/generated/${name}.ts`, root), text);
