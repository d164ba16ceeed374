/**
 * Writes the examples of the API's document: the request that stands beside each route, or in the file of the endpoint,
 * is sent to a service over a small index. Then docs/openapi.json, which shows them. Run it after a change to what routes
 * take or answer; a test fails when the files are not what this would write.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { describeSample } from './make-examples.ts';

const { examples } = await describeSample();
const folders = new Set(examples.map(({ file }) => new URL('./', file).href));
const written = new Set(examples.map(({ file }) => file.href));
for (const folder of folders) {
  mkdirSync(new URL(folder), { recursive: true });
  for (const name of readdirSync(new URL(folder))) {
    if (!written.has(new URL(name, folder).href)) rmSync(new URL(name, folder));
  }
}
for (const { file, made } of examples) writeFileSync(file, `${JSON.stringify(made, undefined, 1)}\n`);
const document = new URL('./write-openapi.ts', import.meta.url).pathname;
process.exitCode =
  spawnSync(process.execPath, [...process.execArgv, document], { stdio: 'inherit' }).status ?? 1;
