import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { curlLine } from '../../src/demo/curl-line.ts';

test('the shell takes the line apart into what was meant', () => {
  const line = curlLine('http://0.0.0.0:8080', 'sdq_test_key', "SELECT 'it''s' AS text");
  const words = execFileSync('sh', ['-c', `${line.replace('curl', `printf '%s\\n'`)}`], { encoding: 'utf8' })
    .trimEnd()
    .split('\n');
  expect(words).toEqual([
    '-s',
    'http://127.0.0.1:8080/api/shortvideo/sql',
    '-H',
    'Authorization: Bearer sdq_test_key',
    '-H',
    'Content-Type: application/json',
    '-d',
    JSON.stringify({ query: "SELECT 'it''s' AS text" }),
  ]);
});
