import { tableNamed } from '../index-writer.ts';
import type { ReportStep } from '../progress.ts';
import type { Recipe } from '../recipe.ts';
import { photoComments } from './comments.ts';
import { makeFollows } from './follows.ts';
import { photoPosts } from './posts.ts';
import { photoProfiles } from './profiles.ts';
import { photoTranscripts } from './transcripts.ts';

/** Generates the tables of the photo platform. */
export async function generatePhoto(recipe: Recipe, report: ReportStep): Promise<void> {
  const { connection, writer } = recipe;
  const write = (name: string, query: string) =>
    writer.write(connection, tableNamed('photo', name), null, query);
  const tables = { posts: photoPosts, comments: photoComments, transcripts: photoTranscripts };
  for (const [done, [name, query]] of Object.entries(tables).entries()) {
    report(`photo.${name}`, done, Object.keys(tables).length);
    await write(name, query(recipe));
  }
  await makeFollows(recipe, report);
  await write('profiles', photoProfiles(recipe));
  await connection.run('DROP TABLE follows');
}
