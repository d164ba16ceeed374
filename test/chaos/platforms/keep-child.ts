/** Keeps observations and merges them until it is killed; tells how many are safe: `keep-child <index> <spool> <first>`. */
import { WriteThrough } from '@sdq/platforms';

const [index = '', directory = '', first = '0'] = process.argv.slice(2);
const writeThrough = await WriteThrough.open({ index, directory, everyMs: 0 });
for (let kept = Number(first), batch = 1; ; batch++) {
  for (let at = 0; at < 50; at++, kept++) {
    const values = { username: `user${kept}`, follower_count: kept };
    writeThrough.keep([{ table: 'micro.profiles', values, observedAt: new Date(), source: 'test' }]);
  }
  await writeThrough.sync();
  process.stdout.write(`${kept}\n`);
  if (batch % 10 === 0) void writeThrough.flush(); // beside what goes on being kept
}
