import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CatalogTable, tableId, withTables } from '@sdq/catalog';
import { allRows, Database } from '@sdq/duckdb';
import { openSnapshot, tableFiles } from '@sdq/index';
import { addFiles } from '../src/add-files.ts';
import type { AddedFile, AddOptions, AddReport } from '../src/add-report.ts';

/** A folder of its own for one test, with an index in it and files to add. */
export class Workspace implements AsyncDisposable {
  readonly root: string;
  readonly index: string;

  private constructor(root: string) {
    this.root = root;
    this.index = join(root, 'index');
  }

  static async make(): Promise<Workspace> {
    return new Workspace(await mkdtemp(join(tmpdir(), 'sdq-ingest-')));
  }

  async write(name: string, content: string | Uint8Array): Promise<string> {
    const path = join(this.root, name);
    await writeFile(path, content);
    return path;
  }

  /** Adds files, by SQL however few rows they have. */
  async add(files: readonly string[], options: Partial<AddOptions> = {}): Promise<AddReport> {
    return await addFiles({ index: this.index, files, bulkRowsMin: 0, ...options });
  }

  /** Writes one file, adds it, and hands out what became of it. */
  async addText(content: string | Uint8Array, options: Partial<AddOptions> = {}): Promise<AddedFile> {
    const report = await this.add([await this.write('input', content)], options);
    return report.files[0] as AddedFile;
  }

  /** Rows of the index; tables of other platforms are named `platform_table`. */
  async rows<Row = Record<string, unknown>>(
    sql: string,
    tables: readonly CatalogTable[] = [],
  ): Promise<Row[]> {
    const snapshot = await openSnapshot(this.index);
    await using database = await Database.open({ threads: 1 });
    const connection = await database.connect();
    await connection.run("SET TimeZone = 'UTC'");
    for (const table of withTables(tables).tables) {
      const files = snapshot
        .files(table)
        .map(({ schema, ...file }) => ({ path: snapshot.path(file), schema }));
      if (files.length === 0) continue;
      const name = table.platform === 'shortvideo' ? table.name : tableId(table).replace('.', '_');
      await connection.run(`CREATE VIEW ${name} AS FROM ${tableFiles(table, files)}`);
    }
    return await allRows<Row>(connection, sql);
  }

  /** The tables of the manifest: paths, hashes, rows. */
  async tables(): Promise<unknown> {
    return (await openSnapshot(this.index)).manifest.tables;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.root, { recursive: true, force: true });
  }
}

/** A tiktok-scraper record of nobody. */
export function scraperRecord(id: string, more: object = {}): object {
  return {
    id,
    text: 'hello',
    createTime: 1_608_214_517,
    authorMeta: { id: '6825540583826768111', name: 'Invented.One', nickName: 'One', verified: false },
    musicMeta: {
      musicId: '6790057285814061057',
      musicName: 'Song',
      musicAuthor: 'Band',
      musicOriginal: false,
    },
    videoMeta: { height: 1024, width: 576, duration: 15 },
    diggCount: 10,
    shareCount: 2,
    playCount: 100,
    commentCount: 3,
    mentions: [],
    hashtags: [],
    ...more,
  };
}

/** A mobile record of nobody. */
export function awemeRecord(id: string, more: object = {}): object {
  return {
    aweme_id: id,
    desc: 'hello #Fun',
    create_time: 1_700_000_000,
    statistics: { play_count: 100, digg_count: 10, comment_count: 1, share_count: 2 },
    video: {
      duration: 9_400,
      cover: { uri: 'tos-x/abc', url_list: ['https://p.example.com/abc?x-expires=1'] },
    },
    author: { uid: '6825540583826768222', unique_id: 'invented.two', nickname: 'Two', follower_count: null },
    music: { id_str: '6790057285814061058', title: 'Song', author: 'Band' },
    text_extra: [{ hashtag_name: 'Fun' }],
    ...more,
  };
}
