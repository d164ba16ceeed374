import { createReadStream } from 'node:fs';
import { compactIndex } from '@sdq/core';
import { followLines } from '@sdq/ingest';
import { addBeside, addLines, episodes } from './history.ts';

/** Writes to an index and says when it begins: the process that kill tests kill. */
const [index = '', deed = '', file = ''] = process.argv.slice(2);
process.stdout.write('begin\n');
if (deed === 'compact') await compactIndex({ index, tables: [episodes] });
else if (deed === 'beside') await addBeside(index, file, false);
else if (deed === 'follow') {
  const options = { index, tables: [episodes], format: 'observations', batch: { recordsMax: 2 } } as const;
  const reports = followLines(createReadStream(file, { highWaterMark: 200 }), {
    ...options,
    deltaShareMax: Number.POSITIVE_INFINITY,
  });
  for await (const _ of reports);
} else await addLines(index, [file], Number.POSITIVE_INFINITY);
