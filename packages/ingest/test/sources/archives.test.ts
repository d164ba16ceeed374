import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { expect, test } from 'vitest';
import { previewFiles } from '../../src/preview-files.ts';
import { Workspace } from '../support.ts';
import { leftOut, outcomes, videosCsv, writeTree } from './support.ts';
import { zipOf } from './zip.ts';

const tarOf = async (files: Readonly<Record<string, string | Uint8Array>>) =>
  await packTar(
    Object.entries(files).map(([name, content]) => {
      const body = Buffer.from(content);
      return { header: { name, size: body.length, type: 'file' as const }, body };
    }),
  );

test('ZIP: members by name; what is no data is left out; again, nothing changes', async () => {
  await using space = await Workspace.make();
  const archive = zipOf([
    { name: 'b/2.csv', content: videosCsv(2) },
    { name: 'a.csv', content: videosCsv(1, 11) },
    { name: '__MACOSX/._a.csv', content: 'x' },
    { name: 'clip.mp4', content: 'x' },
    { name: 'readme.txt', content: 'Hello.\n' },
    { name: 'empty.csv', content: '' },
    { name: 'twice.csv', content: videosCsv(2) },
  ]);
  const report = await space.add([await space.write('dump.zip', archive)]);
  expect(outcomes(report, space.root)).toEqual([
    'dump.zip/a.csv: added',
    'dump.zip/b/2.csv: added',
    'dump.zip/twice.csv: already added',
  ]);
  expect(leftOut(report, space.root)).toEqual([
    'dump.zip/__MACOSX/._a.csv: metadata of macOS',
    'dump.zip/clip.mp4: a video',
    'dump.zip/empty.csv: an empty file',
    'dump.zip/readme.txt: unknown format: text that begins with "Hello.\\n"',
  ]);
  expect(report.tables['shortvideo.videos']).toEqual({ before: 0, after: 3 });
  const again = await space.add([join(space.root, 'dump.zip')]);
  expect(again).toMatchObject({ changed: false, snapshotId: report.snapshotId });
  expect(await readdir(join(space.index, 'staging'))).toEqual([]);
});

test('tar, alone and compressed, with archives in it, in its order', async () => {
  await using space = await Workspace.make();
  const inner = zipOf([{ name: 'deep.csv', content: videosCsv(5) }]);
  const tar = await tarOf({
    'z.csv': videosCsv(1),
    'inner.zip': inner,
    'a.csv.gz': gzipSync(videosCsv(2)),
    './.hidden': 'x',
  });
  const names = ['z.csv', 'inner.zip/deep.csv', 'a.csv.gz'];
  for (const [name, bytes] of [
    ['d.tar', tar],
    ['d.tar.gz', gzipSync(tar)],
    ['d.tar.zst', zstdCompressSync(tar)],
  ] as const) {
    const { files } = await previewFiles({ files: [await space.write(name, bytes)] });
    expect(files.map((file) => file.name.slice(space.root.length + 1))).toEqual(
      names.map((each) => `${name}/${each}`),
    );
  }
});

test('xz and bzip2', async () => {
  await using space = await Workspace.make();
  const bzip2 =
    'QlpoOTFBWSZTWVJOqzgAABJbgAQQAARggAAAriKdgCAAMUyYmQZGDUMEBoyF1QWdJQ2DXdQfA/vaN4CFeJln2vxdyRThQkFJOqzg';
  const xz =
    '/Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj4AApAChdADsaSLBXTLy8eVxIo/sYbir9DrM8DF2EmqycnOCypUz1rEB3zD/BywAAHQyHDuXfNk0AAUQq/PYobx+2830BAAAAAARZWg==';
  for (const [ending, text] of Object.entries({ xz, bz2: bzip2 })) {
    const bytes = Buffer.from(text, 'base64');
    const whole = await space.add([await space.write(`v.csv.${ending}`, bytes)]);
    expect(whole.files).toMatchObject([{ accepted: 1, name: join(space.root, `v.csv.${ending}`) }]);
    const cut = await space.add([await space.write(`cut.${ending}`, bytes.subarray(0, 40))]);
    expect(cut.files[0]?.error).toMatchObject({ code: 'file_malformed' });
    expect(cut.files[0]?.error?.message).toContain(`Cannot decompress "${space.root}/cut.${ending}"`);
    const inFolder = zipOf([{ name: `v.csv.${ending}`, content: bytes }]);
    const { files } = await previewFiles({ files: [await space.write('in.zip', inFolder)] });
    expect(files).toMatchObject([{ accepted: 1 }]);
  }
});

test('names that lead out, absolute names and links are left out', async () => {
  await using space = await Workspace.make();
  const zip = zipOf([
    { name: '../out.csv', content: videosCsv(1) },
    { name: '/etc/out.csv', content: videosCsv(1) },
    { name: 'C:\\out.csv', content: videosCsv(1) },
    { name: 'a/../../out.csv', content: videosCsv(1) },
    { name: 'link.csv', content: '/etc/passwd', mode: 0o120777 },
    { name: 'good.csv', content: videosCsv(2) },
  ]);
  const report = await space.add([await space.write('e.zip', zip)]);
  expect(outcomes(report, space.root)).toEqual(['e.zip/good.csv: added']);
  expect(report.skipped.map(({ reason }) => reason)).toEqual([
    ...Array(2).fill('a name that leads out of the archive'),
    ...Array(2).fill('a name that leads out of the archive'),
    'a link in an archive',
  ]);
  const links = await packTar([
    { header: { name: 'l.csv', type: 'symlink', linkname: '/etc/passwd', size: 0 } },
    { header: { name: 'h.csv', type: 'link', linkname: '/etc/passwd', size: 0 } },
  ]);
  const none = await space.add([await space.write('l.tar', links)]);
  expect(none.files[0]?.error?.message).toBe(`Nothing in "${space.root}/l.tar" can be imported`);
  expect(none.skipped.map(({ reason }) => reason)).toEqual(['a link in an archive', 'a link in an archive']);
});

test('a cut archive: what is whole is imported, the rest is told', async () => {
  await using space = await Workspace.make();
  for (const hasDescriptor of [false, true]) {
    const members = [1, 2, 3].map((id) => ({ name: `${id}.csv`, content: videosCsv(id), hasDescriptor }));
    const whole = zipOf(members);
    const cut = whole.subarray(0, whole.indexOf('3.csv') + 10);
    const report = await space.add([await space.write('c.zip', cut)]);
    expect(outcomes(report, space.root).at(-1)).toBe('c.zip: file_malformed');
    expect(report.files.filter(({ error }) => error === undefined)).toHaveLength(2);
    expect(report.files.at(-1)?.error?.message).toContain('is cut after "2.csv": 2 whole members were read');
  }
  const tar = await tarOf({ '1.csv': videosCsv(1), '2.csv': videosCsv(4) });
  for (const [name, bytes] of [
    ['c.tar', tar.subarray(0, 1_500)],
    ['c.tar.gz', gzipSync(tar).subarray(0, -60)],
  ] as const) {
    const report = await space.add([await space.write(name, bytes)]);
    expect(outcomes(report, space.root)).toContainEqual(expect.stringMatching(/: file_malformed$/));
    expect(report.files.at(-1)?.error?.message).toContain(name);
  }
});

test('a damaged member costs that member', async () => {
  await using space = await Workspace.make();
  const zip = zipOf([
    { name: '1.csv', content: videosCsv(1), crc: 7 },
    { name: '2.csv', content: videosCsv(2) },
  ]);
  const report = await space.add([await space.write('d.zip', zip)]);
  expect(outcomes(report, space.root)).toEqual(['d.zip/1.csv: file_malformed', 'd.zip/2.csv: added']);
});

test('encrypted members are named, with the way to mend it', async () => {
  await using space = await Workspace.make();
  const zip = zipOf([{ name: 's.csv', content: videosCsv(1) }]);
  for (const mark of ['PK\x03\x04', 'PK\x01\x02']) {
    const at = zip.indexOf(mark, 0, 'latin1') + (mark === 'PK\x03\x04' ? 6 : 8);
    zip.writeUInt16LE(zip.readUInt16LE(at) | 1, at);
  }
  const report = await space.add([await space.write('s.zip', zip)]);
  expect(report.files[0]?.error).toMatchObject({
    message: `"${space.root}/s.zip/s.csv" is encrypted`,
    hint: expect.stringContaining('password'),
  });
});

test('bombs end at a limit: ratio, bytes, entries, depth', async () => {
  await using space = await Workspace.make();
  const zeros = zipOf([{ name: 'z.csv', content: Buffer.alloc(80 << 20, 'a') }]);
  const ratio = await space.add([await space.write('ratio.zip', zeros)]);
  expect(ratio.files[0]?.error).toMatchObject({ code: 'source_limit' });
  expect(ratio.files[0]?.error?.message).toContain('250 times its size');
  const bytes = await space.add([join(space.root, 'ratio.zip')], { limits: { bytesMax: 1_000 } });
  expect(bytes.files[0]?.error?.message).toContain('more than 1,000 bytes');
  const two = zipOf([1, 2, 3].map((id) => ({ name: `${id}.csv`, content: videosCsv(id) })));
  const entries = await space.add([await space.write('e.zip', two)], { limits: { entriesMax: 2 } });
  expect(entries.files).toMatchObject([{ error: { code: 'source_limit' } }]);
  let nested: Uint8Array = Buffer.from(videosCsv(1));
  for (let i = 0; i < 6; i++) nested = zipOf([{ name: `${i}.zip`, content: nested }]);
  const depth = await space.add([await space.write('n.zip', nested)]);
  expect(depth.files[0]?.error?.message).toContain('more than 5 archives inside each other');
  expect(await readdir(join(space.index, 'staging'))).toEqual([]);
});

test('100,001 members of an archive are too many, told before they are read', async () => {
  await using space = await Workspace.make();
  const member = zipOf([{ name: 'm.csv', content: 'x' }]);
  const entry = member.subarray(member.indexOf('PK\x01\x02', 0, 'latin1'), -22);
  const end = Buffer.from(member.subarray(-22));
  const local = member.subarray(0, member.indexOf('PK\x01\x02', 0, 'latin1'));
  // The number of entries beyond 65,535 is in another record.
  const count = 100_001;
  const entries = Buffer.concat(Array(count).fill(entry));
  const wide = Buffer.alloc(76);
  wide.write('PK\x06\x06', 'latin1');
  wide.writeBigUInt64LE(44n, 4);
  wide.writeBigUInt64LE(BigInt(count), 24);
  wide.writeBigUInt64LE(BigInt(count), 32);
  wide.writeBigUInt64LE(BigInt(entries.length), 40);
  wide.writeBigUInt64LE(BigInt(local.length), 48);
  wide.write('PK\x06\x07', 56, 'latin1');
  wide.writeBigUInt64LE(BigInt(local.length + entries.length), 64);
  wide.writeUInt32LE(1, 72);
  end.fill(0xff, 8, 20);
  const path = await space.write('many.zip', Buffer.concat([local, entries, wide, end]));
  const report = await space.add([path]);
  expect(report.files[0]?.error?.message).toBe(`"${path}" has more than 100,000 files`);
});

test('kinds that cannot be read are refused with the way to mend it; in a folder they are left out', async () => {
  await using space = await Workspace.make();
  const kinds: Record<string, Uint8Array> = {
    'a.rar': Buffer.from('Rar!\x1a\x07\x01\x00', 'latin1'),
    'a.7z': Buffer.from('7z\xbc\xaf\x27\x1c\x00\x04', 'latin1'),
    'a.xls': Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1'),
    'a.ods': zipOf([{ name: 'content.xml', content: '<x/>' }]),
  };
  await writeTree(join(space.root, 'd'), kinds);
  const named = await space.add(Object.keys(kinds).map((name) => join(space.root, 'd', name)));
  expect(named.files.map(({ error }) => `${error?.message.split(': ').at(-1)}. ${error?.hint}`)).toEqual([
    'it is a RAR archive. Extract it, and import the folder.',
    'it is a 7z archive. Extract it, and import the folder.',
    'it is an old Excel file (.xls) or an encrypted one. Open it in a spreadsheet program, and save it as .xlsx without a password, or as CSV.',
    'it is an OpenDocument file. Save it as .xlsx or CSV.',
  ]);
  await writeTree(join(space.root, 'd'), { 'v.csv': videosCsv(1) });
  const folder = await space.add([join(space.root, 'd')]);
  expect(outcomes(folder, space.root)).toEqual([`d/v.csv: added`]);
  expect(folder.skipped).toHaveLength(4);
});

const hasTools = ['/usr/bin/zip', '/usr/bin/tar', '/usr/bin/xz'].every((path) => existsSync(path));

test.skipIf(!hasTools)('archives of the usual programs', async () => {
  await using space = await Workspace.make();
  const long = `${'folder-'.repeat(20)}/${'name-'.repeat(20)}.csv`;
  await writeTree(space.root, { [`d/${long}`]: videosCsv(1), 'd/é.csv': videosCsv(2) });
  const run = (program: string, ...words: string[]) =>
    execFileSync(program, words, { cwd: space.root, stdio: 'ignore' });
  run('zip', '-qr', 'a.zip', 'd');
  run('tar', 'cf', 'gnu.tar', 'd');
  run('tar', '--format=pax', '-cf', 'pax.tar', 'd');
  run('tar', 'cJf', 'a.tar.xz', 'd');
  for (const name of ['a.zip', 'gnu.tar', 'pax.tar', 'a.tar.xz']) {
    const { files } = await previewFiles({ files: [join(space.root, name)] });
    expect(files.map((file) => file.name.slice(space.root.length + 1)).sort()).toEqual(
      [`${name}/d/${long}`, `${name}/d/é.csv`].sort(),
    );
  }
});

test.skipIf(!hasTools)('sparse members are told, and what is beside them is read', async () => {
  await using space = await Workspace.make();
  await writeTree(space.root, { 'd/a.csv': videosCsv(1), 'd/z.csv': videosCsv(2) });
  const run = (program: string, ...words: string[]) =>
    execFileSync(program, words, { cwd: space.root, stdio: 'ignore' });
  // ten stretches of data between holes: the header has room for four
  const file = await open(join(space.root, 'd/m.csv'), 'w');
  for (let at = 0; at < 10; at++) await file.write('x\n', at * 1_048_576);
  await file.truncate(11 * 1_048_576);
  await file.close();
  run('tar', '--sparse', '--format=gnu', '-cf', 'gnu.tar', 'd');
  run('tar', '--sparse', '--format=posix', '-cf', 'posix.tar', 'd');
  for (const name of ['gnu.tar', 'posix.tar']) {
    const { files } = await previewFiles({ files: [join(space.root, name)] });
    const told = files.map((each) => [each.name.slice(space.root.length + 1), each.error?.message ?? 'read']);
    expect(told.sort()).toEqual([
      [`${name}/d/a.csv`, 'read'],
      [`${name}/d/m.csv`, expect.stringContaining('a sparse file, whose holes are left out')],
      [`${name}/d/z.csv`, 'read'],
    ]);
  }
});
