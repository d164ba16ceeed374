import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { digestsOf, plansOfAll } from '../test/plans/frozen-plans.ts';
import { frozenDraw } from '../test/plans/questions.ts';

const help = `npm run docs:plans -- [--out FOLDER [--random COUNT] [--seed NUMBER]]

Plans the questions of test/plans over several states of an index, and writes the digests of all plans to
test/plans/frozen-plans.txt, with which a test compares. With --out, the plans themselves go to a folder, a file for
each question, with so many random ones (500) of another seed: made of two checkouts, two such folders show what changed (diff -r).
`;

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    random: { type: 'string' },
    seed: { type: 'string' },
    help: { type: 'boolean' },
  },
});
if (values.help === true) process.stdout.write(help);
else {
  const { out, random = frozenDraw.count, seed = frozenDraw.seed } = values;
  const all = await plansOfAll(
    out === undefined ? frozenDraw : { count: Number(random), seed: Number(seed) },
  );
  if (out === undefined)
    await writeFile(new URL('../test/plans/frozen-plans.txt', import.meta.url), digestsOf(all));
  else {
    await mkdir(out, { recursive: true });
    for (const { name, sql, plans } of all) {
      const texts = plans.map(({ state, text }) => `== ${state}\n${text}\n`);
      await writeFile(join(out, `${name.replaceAll(/\W+/g, '-')}.txt`), `${sql}\n${texts.join('')}`);
    }
  }
  process.stderr.write(`${all.length} questions planned\n`);
}
