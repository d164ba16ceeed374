/** Opens an index and reads one result three ways. Run: npx node --conditions=@sdq/source packages/core/examples/top-videos.ts INDEX */
import { openEngine } from '@sdq/core';

const index = process.argv[2] ?? '.sdq/index';
const engine = await openEngine({ index });

// Rows as objects, values as in JSON.
const top = await engine.query('SELECT author, play_count FROM videos ORDER BY play_count DESC LIMIT 3');
for await (const row of top.rows()) console.log(row);

// Arrow record batches, with a bound parameter.
const recent = await engine.query('SELECT video_id, like_count FROM videos WHERE create_time >= $since', {
  parameters: { since: '2026-01-01' },
  limit: 10_000,
});
let rows = 0;
for await (const batch of recent.batches()) rows += batch.numRows;
console.log(`${rows} videos in Arrow batches`);

// Bytes of a format, as they would go into a file or a socket.
const csv = await engine.query(
  'SELECT region, count(*) AS videos FROM videos GROUP BY ALL ORDER BY videos DESC LIMIT 5',
);
for await (const part of csv.bytes('csv')) process.stdout.write(part);

// What the planner did.
const { routes } = await engine.explain("SELECT count(*) FROM videos WHERE create_time >= '2026-06-01'");
console.log(`${routes[0]?.filesRead} of ${routes[0]?.filesTotal} files would be read`);
await engine.close();
