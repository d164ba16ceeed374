import { execFileSync, spawn } from 'node:child_process';
import { readdir, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { previewFiles } from '../../src/preview-files.ts';
import { listSources } from '../../src/sources/list-sources.ts';
import { Workspace } from '../support.ts';
import { leftOut, outcomes, videosCsv, writeTree } from './support.ts';

const mixed = {
  'data/b.csv': videosCsv(2),
  'data/a/1.csv': videosCsv(1),
  'data/a/same-as-b.csv': videosCsv(2),
  'data/.hidden.csv': videosCsv(3),
  'data/__MACOSX/b.csv': videosCsv(4),
  'data/Thumbs.db': 'x',
  'data/clip.MP4': 'x',
  'data/page.html': '<html></html>',
  'data/empty.csv': '',
  'data/notes.txt': 'Collected in May.\nWith care.\n',
};

test('a folder: records are read in the order of names, all else is left out with its reason', async () => {
  await using space = await Workspace.make();
  await writeTree(space.root, mixed);
  await symlink('b.csv', join(space.root, 'data/link.csv'));
  const folder = join(space.root, 'data');
  const report = await space.add([folder]);
  expect(outcomes(report, space.root)).toEqual([
    'data/a/1.csv: added',
    'data/a/same-as-b.csv: added',
    'data/b.csv: already added',
  ]);
  expect(leftOut(report, space.root)).toEqual([
    'data/.hidden.csv: a hidden file',
    'data/Thumbs.db: metadata of Windows',
    'data/__MACOSX/: metadata of macOS',
    'data/clip.MP4: a video',
    'data/empty.csv: an empty file',
    'data/link.csv: a symbolic link',
    'data/page.html: a web page',
    'data/notes.txt: unknown format: text that begins with "Collected in May.\\nWith care.\\n"',
  ]);
  const again = await space.add([`${folder}/`]);
  expect(again).toMatchObject({ changed: false, snapshotId: report.snapshotId });
  expect(await readdir(join(space.index, 'staging'))).toEqual([]);
});

test('a folder with an index: the index is left out', async () => {
  await using space = await Workspace.make();
  await writeTree(space.root, { 'a.csv': videosCsv(1) });
  await space.add([space.root]);
  const report = await space.add([space.root]);
  expect(outcomes(report, space.root)).toEqual(['a.csv: already added']);
  expect(report.skipped).toEqual([{ name: `${space.index}/`, reason: 'an index of sdq' }]);
});

test('patterns: `*` within a folder, `**` through folders; an existing name is no pattern', async () => {
  await using space = await Workspace.make();
  await writeTree(space.root, { ...mixed, 'x[1].csv': videosCsv(9) });
  const list = async (pattern: string) => {
    const { inputs } = await listSources([join(space.root, pattern)]);
    return inputs.map(({ label, error }) => error?.message.replace(space.root, '') ?? label);
  };
  expect(await list('data/*.csv')).toEqual(['b.csv']);
  expect(await list('data/**/*.csv')).toEqual(['a/1.csv', 'a/same-as-b.csv', 'b.csv']);
  expect(await list('d*')).toEqual(['data/a/1.csv', 'data/a/same-as-b.csv', 'data/b.csv', 'data/notes.txt']);
  expect(await list('x[1].csv')).toEqual(['x[1].csv']);
  expect(await list('data/*.json')).toEqual(['No file matches "/data/*.json"']);
});

test('an argument of which nothing can be read fails; the others are imported', async () => {
  await using space = await Workspace.make();
  await writeTree(space.root, { 'empty/.x': '', 'texts/notes.txt': 'Hello.\n', 'a.csv': videosCsv(1) });
  const report = await space.add(['empty', 'texts', 'none', 'a.csv'].map((name) => join(space.root, name)));
  expect(report.files.map(({ error }) => error?.message.replaceAll(`${space.root}/`, ''))).toEqual([
    '"empty" has no file that could be imported',
    'The file "none" does not exist',
    undefined,
    'Nothing in "texts" can be imported: texts/notes.txt has an unknown format: text that begins with "Hello.\\n"',
  ]);
});

test('a limit of files is an error that names it', async () => {
  await using space = await Workspace.make();
  await writeTree(space.root, { 'd/1.csv': 'a', 'd/2.csv': 'a', 'd/3.csv': 'a' });
  const report = await space.add([join(space.root, 'd')], { limits: { entriesMax: 2 } });
  expect(report.files).toMatchObject([{ error: { code: 'source_limit' } }]);
  expect(report.files[0]?.error?.message).toContain('has more than 2 files');
});

test('a FIFO is read once and reported with its name, as a preview too', async () => {
  await using space = await Workspace.make();
  const fifo = join(space.root, 'pipe');
  execFileSync('mkfifo', [fifo]);
  const [preview] = await Promise.all([previewFiles({ files: [fifo] }), writeFile(fifo, videosCsv(1, 2))]);
  expect(preview.files).toMatchObject([{ name: fifo, accepted: 2 }]);
  const [report] = await Promise.all([space.add([fifo]), writeFile(fifo, videosCsv(1, 2))]);
  expect(report.files).toMatchObject([{ name: fifo, status: 'added', accepted: 2 }]);
  const [bad] = await Promise.all([space.add([fifo]), writeFile(fifo, '{"a": [1')]);
  expect(bad.files[0]?.error?.message).toBe(
    `"${fifo}" is not valid JSON: it ends within a record, at byte 8`,
  );
  const open = 'video_id,create_time,views\n1,1700000000,"never closed\n';
  const [cut] = await Promise.all([space.add([fifo]), writeFile(fifo, open)]);
  expect(cut.files[0]?.error?.message).toMatch(new RegExp(`^"${fifo}" is not valid CSV after line \\d+`));
  const [large] = await Promise.all([
    space.add([fifo], { limits: { bytesMax: 10 } }),
    writeFile(fifo, videosCsv(1, 2)),
  ]);
  expect(large.files[0]?.error?.message).toBe(`"${fifo}" has more than 10 bytes`);
  expect((await readdir(tmpdir())).filter((name) => name.startsWith(`sdq-spool-${process.pid}-`))).toEqual(
    [],
  );
});

test('waiting for a FIFO ends with the signal, and the spool is removed', async () => {
  await using space = await Workspace.make();
  const fifo = join(space.root, 'pipe');
  execFileSync('mkfifo', [fifo]);
  const cancel = new AbortController();
  const added = space.add([fifo], { signal: cancel.signal });
  setTimeout(() => cancel.abort(new Error('stop')), 50);
  await expect(added).rejects.toThrow('stop');
  expect(await readdir(join(space.index, 'staging'))).toEqual([]);
});

test('the spool of a killed process is removed by the next preview', async () => {
  const ended = spawn('true');
  await new Promise((resolve) => void ended.once('exit', resolve));
  const name = `sdq-spool-${ended.pid}-x`;
  await writeTree(tmpdir(), { [`${name}/1`]: 'x' });
  await using space = await Workspace.make();
  await previewFiles({ files: [await space.write('a.csv', videosCsv(1))] });
  expect(await readdir(tmpdir())).not.toContain(name);
});
