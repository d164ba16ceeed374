/** Keeps observations until it is killed, and tells how many are safe: `keep-child <index> <directory>`. */
import { WriteThrough } from '../../src/index.ts';

const [index = '', directory = ''] = process.argv.slice(2);
const writeThrough = await WriteThrough.open({ index, directory, everyMs: 0 });
for (let kept = 0; ; ) {
  for (let at = 0; at < 50; at++, kept++) {
    const values = { username: `user${kept}`, follower_count: kept };
    writeThrough.keep([{ table: 'micro.profiles', values, observedAt: new Date(), source: 'test' }]);
  }
  await writeThrough.sync();
  process.stdout.write(`${kept}\n`);
}
