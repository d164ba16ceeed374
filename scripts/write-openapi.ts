/** Writes docs/openapi.json: the document that a service gives, with the examples that `npm run docs:examples` made. */
import { writeFileSync } from 'node:fs';
import { startSampleService } from '../test/support/sample-service.ts';

await using service = await startSampleService(() => ({
  isSignupOpen: true,
  hasSchedules: true,
  baseUrl: 'https://api.example.org',
}));
const answer = await fetch(`${service.url}/openapi.json`);
const document = { ...((await answer.json()) as object), servers: [{ url: '/' }] };
writeFileSync(
  new URL('../docs/openapi.json', import.meta.url),
  `${JSON.stringify(document, undefined, 1)}\n`,
);
