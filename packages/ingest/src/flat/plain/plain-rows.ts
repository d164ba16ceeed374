import { type Catalog, type CatalogColumn, tableId } from '@sdq/catalog';
import { type Cells, cellFlags } from '../../containers/cells.ts';
import { Notes } from '../../notes.ts';
import type { Values } from '../../observation.ts';
import type { Batch } from '../../staging/batch.ts';
import type { CellStager, StagedFacts } from '../../staging/cell-source.ts';
import type { StagedColumn } from '../../staging/columns/staged-column.ts';
import type { StagedTable } from '../../staging/columns/staged-table.ts';
import { creationTimeIn } from '../../values/creation-time.ts';
import { hashtagsInText, mentionsInText } from '../../values/tags.ts';
import { isBlank } from '../../values/text.ts';
import { parseRecordTime, readObservedAt } from '../../values/time.ts';
import { needsTags } from '../map-row.ts';
import type { FlatTable } from '../plan-table.ts';
import { isAddressField, PlatformFinder } from '../platform-of.ts';
import { type CellContext, PlainColumn } from './plain-column.ts';
import { plainKind } from './plain-kind.ts';

export interface PlainOptions {
  readonly catalog: Catalog;
  readonly lossyFields: ReadonlySet<string>;
  readonly latestPlausible: bigint;
  readonly formatName: string;
}

type RowContext = CellContext & { notes: Notes };

const notTime = cellFlags.literal | cellFlags.nested;

const videosId = 'shortvideo.videos';
const countNames = ['play_count', 'like_count', 'comment_count', 'share_count', 'collect_count'] as const;
const authorNames = {
  author_id: 'author_id',
  author: 'author',
  sec_uid: 'author_sec_uid',
  nickname: 'author_nickname',
  follower_count: 'author_follower_count',
  is_verified: 'author_verified',
} as const;
const musicNames = { music_id: 'music_id', title: 'music_title', author: 'music_author' } as const;

/**
 * Stages rows of a flat file from their cells, with the values that the row mapper (`mapRow`) gives. It takes rows whose
 * values need no more than their bytes or their column's reader; all other rows are left to the row mapper.
 */
export class PlainRows implements CellStager {
  readonly #plan: FlatTable;
  readonly #options: PlainOptions;
  readonly #width: number;
  readonly #columns: readonly PlainColumn[];
  readonly #observedAt: readonly { cell: number; source: FlatTable['observedAt'][number] }[];
  readonly #addresses: readonly { field: string; cell: number }[];
  readonly #platforms: PlatformFinder;
  readonly #sourceCell: number;
  readonly #needed: readonly string[];
  readonly #context: RowContext;
  readonly #description: PlainColumn | undefined;
  readonly #tags: PlainColumn | undefined;
  readonly #created: PlainColumn | undefined;
  readonly #hasMentions: boolean;
  readonly #lastObserved = { text: '', micros: null as bigint | null };
  /** The table and its columns in the current batch. */
  #table: StagedTable | undefined;
  #targets: readonly StagedColumn[] = [];

  /** Undefined if the rows of the file have to be mapped one by one. */
  static over(plan: FlatTable, fields: readonly string[], options: PlainOptions): PlainRows | undefined {
    return isMappedByRow(plan, fields) ? undefined : new PlainRows(plan, fields, options);
  }

  private constructor(plan: FlatTable, fields: readonly string[], options: PlainOptions) {
    this.#plan = plan;
    this.#options = options;
    this.#width = fields.length;
    const cells = new Map(fields.map((field, cell) => [field, cell]));
    const cellOf = (field: string) => cells.get(field);
    const { lossyFields, latestPlausible } = options;
    const context: RowContext = {
      notes: new Notes(),
      lossyFields,
      latestPlausible,
      responseTime: null,
      isRefused: false,
      refuseField: () => {
        context.isRefused = true;
      },
    };
    this.#context = context;
    const needed = neededColumns(plan);
    this.#needed = needed.map(({ name }) => name);
    this.#columns = plan.columns.map((column) => {
      const described = plan.table.columns.find(({ name }) => name === column.name) as CatalogColumn;
      const isNeeded = needed.includes(described);
      return new PlainColumn(column, plainKind(plan.table, described), { cellOf, isNeeded, context });
    });
    this.#observedAt = plan.observedAt.flatMap((source) => {
      const cell = cellOf(source.field);
      return cell === undefined ? [] : [{ cell, source }];
    });
    const { table } = plan;
    this.#addresses =
      table.hosts === undefined
        ? []
        : fields.flatMap((field, cell) => (isAddressField(field) ? [{ field, cell }] : []));
    this.#platforms = new PlatformFinder(options.catalog);
    this.#sourceCell = tableId(table) === videosId ? (cellOf('source') ?? -1) : -1;
    const columnOf = (name: string) => this.#columns.find((column) => column.name === name);
    this.#description = columnOf('description');
    this.#tags = columnOf('hashtags');
    this.#created = columnOf('create_time');
    this.#hasMentions = columnOf('mentions') !== undefined;
  }

  /** Stages the current row. False if the row mapper has to read it: then nothing of it is staged. */
  stage(cells: Cells, batch: Batch, facts: StagedFacts): boolean {
    const { row } = cells;
    if (row.count !== this.#width || !this.#isOfPlatform(cells)) return false;
    // Times of observation that are no text or number are noted.
    if (this.#observedAt.some(({ cell }) => ((row.flags[cell] as number) & notTime) !== 0)) return false;
    const table = this.#bind(batch);
    if (!this.#stageColumns(cells, table)) {
      table.drop();
      if (Object.keys(this.#context.notes.counts).length > 0) this.#context.notes = new Notes();
      return false;
    }
    return this.#finish(cells, batch, table, facts);
  }

  #bind(batch: Batch): StagedTable {
    const table = batch.table(tableId(this.#plan.table));
    if (table !== this.#table) {
      this.#table = table;
      this.#targets = this.#columns.map(({ name }) => table.column(name));
    }
    return table;
  }

  #stageColumns({ row }: Cells, table: StagedTable): boolean {
    const at = table.rows;
    const columns = this.#columns;
    for (let i = 0; i < columns.length; i++) {
      if (!(columns[i] as PlainColumn).stage(row, this.#targets[i] as StagedColumn, at)) return false;
    }
    return this.#needed.every((name) => table.column(name).has(at));
  }

  /** Sets what a row has besides its columns, and ends it. */
  #finish(cells: Cells, batch: Batch, table: StagedTable, facts: StagedFacts): boolean {
    const at = table.rows;
    const isVideo = table.id === videosId;
    let createdInId: bigint | undefined;
    if (isVideo) {
      if (!table.column('create_time').has(at)) {
        const id = table.column('video_id').last();
        createdInId = creationTimeIn(id, 'shortvideo', this.#options.latestPlausible);
        if (createdInId === undefined) {
          table.drop();
          this.#context.notes = new Notes();
          return false;
        }
      } else this.#noteOddZone(cells, table);
      this.#stageCaptionTags(cells, table, at);
    }
    const observedAt = this.#readObservedAt(cells);
    if (observedAt !== null) table.setObservedAt(Number(observedAt));
    for (const name of timeNames) {
      if (!table.knows(name) || !table.column(name).has(at)) continue;
      facts.seeTime(BigInt(table.column(name).last()));
    }
    if (isVideo) {
      this.#stageBeside(cells, batch, table, observedAt);
      if (createdInId !== undefined) facts.seeTime(createdInId);
    }
    const videoId = createdInId === undefined ? undefined : table.column('video_id').last();
    table.end(true);
    if (createdInId !== undefined && videoId !== undefined)
      batch.add(
        { table: videosId, values: { video_id: videoId, create_time: createdInId }, observedAt: 0n },
        false,
      );
    this.#addNotes(facts.notes);
    return true;
  }

  #addNotes(notes: Notes): void {
    const { counts } = this.#context.notes;
    let isAny = false;
    for (const name in counts) {
      notes.add(name as keyof typeof counts, counts[name as keyof typeof counts]);
      isAny = true;
    }
    if (isAny) this.#context.notes = new Notes();
  }

  #isOfPlatform({ row }: Cells): boolean {
    for (const { field, cell } of this.#addresses) {
      if (!row.isText(cell)) continue;
      const found = this.#platforms.find({ [field]: row.text(cell) });
      if (found !== undefined && found.platform !== this.#plan.table.platform) return false;
    }
    return true;
  }

  #readObservedAt({ row }: Cells): bigint | null {
    for (const { cell, source } of this.#observedAt) {
      const text = row.text(cell);
      if (isBlank(text)) continue;
      const last = this.#lastObserved;
      if (text === last.text && last.micros !== null) return last.micros;
      last.text = text;
      last.micros = readObservedAt(text, this.#context, source.writing);
      return last.micros;
    }
    return null;
  }

  /** As the row mapper notes it: a creation time without a zone that differs from the ID by whole hours. */
  #noteOddZone({ row }: Cells, table: StagedTable): void {
    const column = this.#created;
    const { counts } = this.#context.notes;
    if (column === undefined || column.source?.writing.zone !== undefined) return;
    if (counts.time_zone_assumed === undefined || column.cell < 0) return;
    if (parseRecordTime(row.text(column.cell))?.zoneAssumed !== true) return;
    const fromId = BigInt(table.column('video_id').last()) >> 32n;
    const off = Math.trunc(Number(table.column('create_time').last()) / 1_000_000) - Number(fromId);
    const hours = Math.round(off / 3600);
    if (hours !== 0 && Math.abs(hours) <= 14 && Math.abs(off - hours * 3600) <= 60)
      this.#context.notes.add('time_off_id_by_hours');
  }

  /** Hashtags and mentions of the caption, where the file has no column of them. */
  #stageCaptionTags({ row }: Cells, table: StagedTable, at: number): void {
    const caption = this.#description;
    const flags = caption === undefined || caption.cell < 0 ? 0 : (row.flags[caption.cell] as number);
    if (this.#tags === undefined) {
      const mayHave = (flags & (cellFlags.hash | cellFlags.wide | cellFlags.odd)) !== 0;
      const tags = mayHave ? hashtagsInText(String(table.column('description').last())) : [];
      this.#captionTags = tags;
      table.column('hashtags').setTexts(at, tags);
    }
    if (this.#hasMentions) return;
    const mayHave = (flags & (cellFlags.at | cellFlags.odd)) !== 0;
    const mentions = mayHave ? mentionsInText(String(table.column('description').last())) : [];
    table.column('mentions').setTexts(at, mentions);
  }

  #captionTags: readonly string[] = [];

  /** The rows of other tables that a video has: its counts, author, sound and hashtags. */
  #stageBeside({ row }: Cells, batch: Batch, table: StagedTable, observedAt: bigint | null): void {
    const at = table.rows;
    const plays = table.column('play_count');
    const likes = table.column('like_count');
    if (likes.has(at) && plays.has(at) && likes.last() > plays.last())
      this.#context.notes.add('likes_above_plays');
    const counts = countNames.filter((name) => table.column(name).has(at));
    if (counts.length > 0) {
      const stats = batch.table('shortvideo.video_stats');
      stats.column('video_id').setLastOf(stats.rows, table.column('video_id'));
      for (const name of counts) stats.column(name).setLastOf(stats.rows, table.column(name));
      const hasSource = this.#sourceCell >= 0 && row.isText(this.#sourceCell);
      const source = hasSource ? row.text(this.#sourceCell) : '';
      stats.column('source').setText(stats.rows, source === '' ? this.#options.formatName : source);
      if (observedAt !== null) stats.setObservedAt(Number(observedAt));
      stats.end(false);
    }
    if (table.column('author_id').has(at))
      batch.add({ table: 'shortvideo.authors', values: valuesOf(table, authorNames), observedAt }, false);
    if (table.column('music_id').has(at))
      batch.add({ table: 'shortvideo.music', values: valuesOf(table, musicNames), observedAt }, false);
    const tags = this.#tags === undefined ? this.#captionTags : this.#tags.tags;
    if (tags.length === 0) return;
    const hashtags = batch.table('shortvideo.hashtags');
    for (const name of tags) hashtags.addName(name, observedAt);
  }
}

const timeNames = ['create_time', 'created_at'] as const;

/** Whether the row mapper has to read all rows of a file with these fields. */
export function isMappedByRow(plan: FlatTable, fields: readonly string[]): boolean {
  const { table } = plan;
  const isOther =
    table.isOwn === true || table.key.includes(table.observedBy) || table.ids === 'code' || needsTags(plan);
  const beside = fields.some((field) => field === 'voice_to_text' || field === 'voiceToText');
  return isOther || beside || table.key.length !== 1;
}

/** Columns without which a row cannot be stored; the creation time of a video may be in its ID. */
export function neededColumns({ table }: FlatTable): CatalogColumn[] {
  const isVideo = tableId(table) === videosId;
  return table.columns.filter(
    ({ name, nullable, whenUnknown, expression }) =>
      !(nullable || whenUnknown !== undefined || expression !== undefined) &&
      name !== table.observedBy &&
      !(isVideo && name === 'create_time'),
  );
}

/** Values of the row that is being set, by other names. */
function valuesOf(table: StagedTable, names: Readonly<Record<string, string>>): Values {
  const values: Values = {};
  for (const name in names) {
    const column = table.column(names[name] as string);
    if (!column.has(table.rows)) continue;
    const value = column.last();
    values[name] = column.kind === 'flag' ? value === 1 : value;
  }
  return values;
}
