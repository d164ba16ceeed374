/** Writes the tables of docs/sql-compatibility.md. A test fails when the features are not what this would write. */
import { readFileSync, writeFileSync } from 'node:fs';
import { replaceSection } from '../../scripts/replace-section.ts';
import { corpusOf } from './corpus/corpus.ts';
import { demoIndex } from './databases/demo-index.ts';
import {
  corpusMarkers,
  corpusSummary,
  featureMarkers,
  featureTables,
} from './features/compatibility-docs.ts';
import { tryFeatures } from './features/try-features.ts';
import { makeReport } from './report/report.ts';
import { openDatabases, verify } from './verify.ts';

const rows = 20_000;
const seed = 1;
const timeoutMs = 10_000;
const path = new URL('../../docs/sql-compatibility.md', import.meta.url);

await using demo = await demoIndex({ rows, onProgress: (text) => process.stderr.write(`${text}\n`) });
const index = demo.path;
await using databases = await openDatabases({ index, platform: 'shortvideo', timeoutMs });
const features = featureTables(await tryFeatures(databases));
let text = replaceSection(readFileSync(path, 'utf8'), featureMarkers, features);
if (!process.argv.includes('--features')) {
  const verdicts = await verify(corpusOf(seed), databases);
  const facts = { subject: 'the own corpus', index, seconds: 0, isInterrupted: false, only: [] };
  text = replaceSection(text, corpusMarkers, corpusSummary(makeReport(verdicts, facts)));
}
writeFileSync(path, text);
