import type { IndexReader, Page, Row } from '../define/index.ts';
import { text } from '../define/row-values.ts';
import { order, placeOf, platform } from './rows.ts';

/** Posts joined with the known profiles of their authors. */
const joined = `SELECT tweets.*, user_id, display_name, profile_image_url
  FROM tweets LEFT JOIN profiles ON tweets.username = profiles.username`;

interface AskedPosts<Item> {
  readonly condition: string;
  readonly parameters: Parameters<IndexReader['rows']>[2];
  toItem(row: Row): Item;
}

/**
 * A page of posts, newest first, with the known profiles of their authors. The posts are read by themselves, which few
 * structures answer, and then the profiles by their keys.
 */
export async function pageOfPosts<Item>(
  index: IndexReader,
  { condition, parameters, toItem }: AskedPosts<Item>,
): Promise<Page<Item>> {
  const found = await index.page<Row>({
    platform,
    sql: `SELECT * FROM tweets WHERE ${condition} ${order}`,
    parameters,
    toItem: (row) => row,
    whole: { sql: `${joined} WHERE ${condition} ${order}`, toItem },
    placeOf,
  });
  const posts = found.items.filter((row) => row !== undefined);
  const profiles = await profilesOf(index, posts);
  return { ...found, items: posts.map((row) => toItem({ ...row, ...profiles.get(text(row.username)) })) };
}

/** One post with the known profile of its author. */
export async function onePost<Item>(
  index: IndexReader,
  { condition, parameters, toItem }: AskedPosts<Item>,
): Promise<Page<Item>> {
  return await index.one(platform, `${joined} WHERE ${condition}`, parameters, toItem);
}

async function profilesOf(index: IndexReader, posts: readonly Row[]): Promise<Map<string, Row>> {
  const names = [...new Set(posts.map((row) => text(row.username)))];
  if (names.length === 0) return new Map();
  const places = names.map((_, at) => `$name${at}`).join(', ');
  const rows = await index.rows(
    platform,
    `SELECT username, user_id, display_name, profile_image_url FROM profiles WHERE username IN (${places})`,
    Object.fromEntries(names.map((name, at) => [`name${at}`, name])),
  );
  return new Map(rows.map((row) => [text(row.username), row]));
}
