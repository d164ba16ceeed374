/**
 * Writes below each question in the `rewrites.sql` and `refusals.sql` of the planner what becomes of it. Only heads,
 * titles and questions are written by hand. A test fails when a file is not what this would write.
 */
import { writeFile } from 'node:fs/promises';
import { Parser } from '@sdq/core/stages';
import { fixtureFolders } from '../test/plans/access-paths.ts';
import { fixtureFiles, fixtureUrl, writtenFixtures } from '../test/plans/rule-fixtures.ts';

await using parser = await Parser.open({ advisoryParser: false });
for (const folder of fixtureFolders)
  for (const file of fixtureFiles)
    await writeFile(fixtureUrl(folder, file), await writtenFixtures(parser, folder, file));
