import { storedColumns, videos } from '@sdq/catalog';
import type { FileEntry, LiveSegment } from '@sdq/index';
import { expect, test } from 'vitest';
import { structuresOf } from '../../../../src/backends/duckdb/access-paths/access-paths.ts';
import { keyFileDefinition, keyFilesOf } from '../../../../src/backends/duckdb/candidates/key-files.ts';
import { chooseBuild } from '../../../../src/backends/duckdb/segments/choose-build.ts';
import { definitionOf } from '../../../../src/backends/duckdb/segments/current-structures.ts';

const structures = structuresOf(videos);

const groups = { count: 1, rows_median: 1, rows_p99: 1, rows_most: 1 };

function file(name: string, rows: number): FileEntry {
  return { path: name, rows, bytes: 1, sha256: '', month: null, zones: {} };
}

/** A segment over these files, of which the first `stale` rows were replaced. */
function segment(files: readonly FileEntry[], stale = 0): LiveSegment {
  let ordinal = 0;
  const covers = files.map(({ path, rows }) => {
    const first_ordinal = ordinal;
    ordinal += rows;
    return { path, rows, first_ordinal, row_file: { path: '', bytes: 1, sha256: '' } };
  });
  const built = structures.map((structure) => [
    structure.name,
    { rows: 1, definition: definitionOf(structure) },
  ]);
  const entry = {
    path: '',
    bytes: 1,
    sha256: '',
    table: '',
    covers,
    structures: Object.fromEntries(built),
    key_files: Object.fromEntries(
      keyFilesOf(videos).map((each) => [
        each.name,
        { path: '', bytes: 1, sha256: '', keys: 1, ordinals: 1, definition: keyFileDefinition(each) },
      ]),
    ),
    statistics: {
      columns: Object.fromEntries(
        storedColumns(videos).map(({ name }) => [name, { nulls: 0, mean_bytes: 9 }]),
      ),
      structures: Object.fromEntries(structures.map(({ name }) => [name, { bytes: 1, groups }])),
    },
  };
  return { segment: entry, name: '', firstOrdinal: 0, stale: stale === 0 ? [] : [[0, stale]] };
}

const a = file('a', 20_000_000);
const b = file('b', 1_000_000);
const c = file('c', 2_000_000);
const d = file('d', 4_900_000);
const none = new Set<FileEntry>();

test('with no segment, a build makes a main one, and a refresh only a small one', () => {
  const nothing = { segments: [], uncovered: new Set([a, b]) };
  expect(chooseBuild(videos, 'build', [a, b], nothing)).toMatchObject({ kind: 'main', files: [a, b] });
  expect(chooseBuild(videos, 'refresh', [a, b], nothing)).toMatchObject({
    kind: 'nothing',
    isCompactionDue: true,
  });
  expect(chooseBuild(videos, 'refresh', [b], { segments: [], uncovered: new Set([b]) })).toMatchObject({
    kind: 'main',
    isCompactionDue: false,
  });
  expect(chooseBuild(videos, 'rebuild', [], { segments: [], uncovered: none }).kind).toBe('nothing');
});

test('a refresh builds nothing over fewer than 500 rows; a build does', () => {
  const [few, enough] = [file('few', 499), file('enough', 500)];
  const chosen = (mode: 'build' | 'refresh', only: FileEntry) =>
    chooseBuild(videos, mode, [only], { segments: [], uncovered: new Set([only]) });
  expect(chosen('refresh', few)).toMatchObject({ kind: 'nothing', isCompactionDue: false });
  expect(chosen('refresh', enough).kind).toBe('main');
  expect(chosen('build', few).kind).toBe('main');
});

test('what is uncovered becomes an overlay; a refresh leaves more than five million rows to a build', () => {
  const main = segment([a]);
  for (const mode of ['build', 'refresh'] as const) {
    const coverage = { segments: [main], uncovered: new Set([d]) };
    expect(chooseBuild(videos, mode, [a, d], coverage)).toEqual({
      kind: 'overlay',
      files: [d],
      kept: [main.segment],
      isCompactionDue: false,
    });
    expect(chooseBuild(videos, mode, [a, d], { segments: [main], uncovered: none }).kind).toBe('nothing');
  }
  const more = { segments: [main], uncovered: new Set([b, d]) };
  expect(chooseBuild(videos, 'refresh', [a, b, d], more)).toMatchObject({
    kind: 'nothing',
    isCompactionDue: true,
  });
  expect(chooseBuild(videos, 'build', [a, b, d], more)).toMatchObject({ kind: 'overlay', files: [b, d] });
});

test('beyond three tenths of the main segment, a build compacts and a refresh says so', () => {
  const stray = { segments: [segment([a], 3_100_000), segment([c])], uncovered: new Set([b]) };
  expect(chooseBuild(videos, 'build', [a, b, c], stray)).toMatchObject({
    kind: 'main',
    files: [a, b, c],
    kept: [],
  });
  expect(chooseBuild(videos, 'refresh', [a, b, c], stray)).toMatchObject({
    kind: 'overlay',
    isCompactionDue: true,
  });
  const less = { ...stray, segments: [segment([a], 3_000_000), segment([c])] };
  expect(chooseBuild(videos, 'build', [a, b, c], less)).toMatchObject({
    kind: 'overlay',
    isCompactionDue: false,
  });
});

test('a fifth segment is not made: the overlays become one with what is new', () => {
  const small = ['e', 'f', 'g', 'h'].map((name) => file(name, 10));
  const [e, f, g, h] = small as [FileEntry, FileEntry, FileEntry, FileEntry];
  const gone = file('gone', 10);
  const main = segment([a]);
  const segments = [main, segment([gone, e], 10), segment([f]), segment([g])];
  expect(chooseBuild(videos, 'refresh', [a, ...small], { segments, uncovered: new Set([h]) })).toMatchObject({
    kind: 'overlay',
    files: small,
    kept: [main.segment],
  });
  expect(
    chooseBuild(videos, 'refresh', [a, e, f, h], { segments: segments.slice(0, 3), uncovered: new Set([h]) }),
  ).toMatchObject({ files: [h], kept: segments.slice(0, 3).map((live) => live.segment) });
});

test('a segment without statistics, or without those of some column or structure, is worth another one', () => {
  const main = segment([a]);
  const { columns, structures: noted } = main.segment.statistics ?? { columns: {}, structures: {} };
  const { region: _, ...fewerColumns } = columns;
  const { statistics: __, ...without } = main.segment;
  const olderOnes = [
    without,
    { ...main.segment, statistics: { columns: fewerColumns, structures: noted } },
    { ...main.segment, statistics: { columns, structures: { ...noted, tags: { bytes: 1 } } } },
  ];
  for (const older of olderOnes) {
    const coverage = { segments: [{ ...main, segment: older }], uncovered: none };
    expect(chooseBuild(videos, 'build', [a], coverage)).toMatchObject({ kind: 'main', files: [a], kept: [] });
  }
});

test('a segment without what is built by now, or built otherwise, is worth another one', () => {
  const main = segment([a]);
  const { tags, ...others } = main.segment.structures;
  const withTags = (built: object) => ({
    ...main,
    segment: { ...main.segment, structures: { ...others, ...built } },
  });
  const { by_author, ...otherFiles } = main.segment.key_files ?? {};
  const withKeyFile = (written: object) => ({
    ...main,
    segment: { ...main.segment, key_files: { ...otherFiles, ...written } },
  });
  const olderOnes = [
    withTags({}),
    withTags({ tags: { rows: 1 } }),
    withTags({ tags: { ...tags, definition: 'another' } }),
    withKeyFile({}),
    withKeyFile({ by_author: { ...by_author, definition: 'another' } }),
  ];
  for (const older of olderOnes) {
    const coverage = { segments: [older], uncovered: none };
    expect(chooseBuild(videos, 'build', [a], coverage)).toMatchObject({ kind: 'main', files: [a], kept: [] });
    expect(chooseBuild(videos, 'refresh', [a], coverage)).toMatchObject({
      kind: 'nothing',
      isCompactionDue: true,
    });
  }
  expect(chooseBuild(videos, 'build', [a], { segments: [main], uncovered: none }).kind).toBe('nothing');
});

test('a refresh after many rows of a small table were written anew builds one main segment', () => {
  const [old, months] = [file('old', 5_000), file('months', 4_900)];
  const rest = file('rest', 300);
  const coverage = { segments: [segment([old, rest], 5_000)], uncovered: new Set([months]) };
  expect(chooseBuild(videos, 'refresh', [months, rest], coverage)).toEqual({
    kind: 'main',
    files: [months, rest],
    kept: [],
    isCompactionDue: false,
  });
});

test('a refresh of a large table builds an overlay, unless that is half of the rows', () => {
  const [more, half] = [file('more', 700_000), file('half', 1_500_000)];
  const main = segment([b, file('gone', 1_000_000)], 1_000_000);
  const refresh = (added: FileEntry) =>
    chooseBuild(videos, 'refresh', [b, added], { segments: [main], uncovered: new Set([added]) });
  expect(refresh(more)).toMatchObject({ kind: 'overlay', files: [more], isCompactionDue: true });
  expect(refresh(half)).toMatchObject({ kind: 'main', files: [b, half], isCompactionDue: false });
});
