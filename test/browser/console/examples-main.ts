/** Writes the answers that the pictures of the gallery draw: `npm run console:examples`, after a change to the examples. */
import { mkdir, writeFile } from 'node:fs/promises';
import { answersFile, exampleAnswers } from './example-answers.ts';
import { openConsole } from './open-console.ts';

await using opened = await openConsole();
await mkdir(new URL('./', answersFile), { recursive: true });
await writeFile(answersFile, `${JSON.stringify(await exampleAnswers(opened))}\n`);
