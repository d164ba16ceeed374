import { stat } from 'node:fs/promises';
import { AppError } from '@sdq/contract';
import { type Compression, compressionOf } from '../containers/compression.ts';
import { openBytes, readHead, readMagic } from '../containers/open-bytes.ts';
import { Budget } from './archives/budget.ts';
import { leftOutMember, type Member } from './archives/member.ts';
import { tarMembers } from './archives/tar.ts';
import { openZip, type Zip } from './archives/zip.ts';
import { type ContentKind, contentKind, kindBytes, refusedKind, zipDocuments } from './content-kind.ts';
import { databaseMembers } from './databases/database-members.ts';
import { namingError, namingErrors } from './naming-errors.ts';
import type { OpenedFile, OpenedInput, Opening } from './opened.ts';
import { workbookMembers, workbookPart } from './workbooks/workbook.ts';

/**
 * The files with records in a local file: itself, or what an archive contains, with all archives in it. What cannot be
 * read of an archive is a failure of its own. Errors: `file_malformed`, `format_unknown`, `source_limit`.
 */
export async function* expand(file: OpenedFile, opening: Opening): AsyncGenerator<OpenedInput> {
  const budget = new Budget(file.name, (await stat(file.path)).size, opening.limits);
  yield* new Expansion(opening, budget).open(file, 0);
}

class Expansion {
  readonly #opening: Opening;
  readonly #budget: Budget;

  constructor(opening: Opening, budget: Budget) {
    this.#opening = opening;
    this.#budget = budget;
  }

  async *open(file: OpenedFile, depth: number): AsyncGenerator<OpenedInput> {
    this.#budget.checkDepth(depth);
    const { compression, kind, isNested } = await this.#look(file);
    if (kind === 'other' && !isNested && isReadAsIs(compression)) {
      yield file;
      return;
    }
    if (kind === 'tar') {
      yield* this.#members(file, tarMembers(file.name, this.#bytes(file)), depth);
      return;
    }
    if (compression === 'none') {
      yield* this.#openLocal(file, kind, depth);
      return;
    }
    await using spool = await this.#opening.spool.open();
    const content = this.#budget.counted(this.#bytes(file));
    const path = await spool.write(content, this.#opening.signal);
    yield* this.open({ ...file, path }, depth + 1);
  }

  #bytes(file: OpenedFile): AsyncGenerator<Uint8Array> {
    return namingErrors(file, openBytes(file.path, { signal: this.#opening.signal }));
  }

  async #look(file: OpenedFile) {
    const { path, name } = file;
    const compression = compressionOf(await readMagic(path));
    const { head } = await readHead(path, kindBytes).catch((error) => {
      throw namingError(error, file);
    });
    const isNested = compression !== 'none' && compressionOf(head) !== 'none';
    return { compression, kind: contentKind(name, head), isNested };
  }

  async *#openLocal(file: OpenedFile, kind: ContentKind, depth: number): AsyncGenerator<OpenedInput> {
    if (kind === 'other' || kind === 'tar') {
      yield file;
      return;
    }
    if (kind !== 'zip') {
      yield* this.#members(file, await databaseMembers(file, kind, this.#opening), depth);
      return;
    }
    await using zip = await openZip(file.path, file.name, this.#opening.limits.entriesMax);
    checkDocument(file.name, zip);
    if (zip.members.some(({ name }) => name === workbookPart)) {
      const counted = (content: AsyncIterable<Uint8Array>) => this.#budget.counted(content);
      yield* this.#members(file, await workbookMembers(file.name, zip.members, counted), depth);
      return;
    }
    yield* this.#members(file, zip.members, depth);
    if (zip.isCut) throw cutZip(file.name, zip.members);
  }

  async *#members(
    archive: OpenedFile,
    members: AsyncIterable<Member> | Iterable<Member>,
    depth: number,
  ): AsyncGenerator<OpenedInput> {
    for await (const member of members) {
      this.#opening.signal?.throwIfAborted();
      this.#budget.countEntry();
      if (member.kind === 'folder') continue;
      const name = `${archive.name}/${member.name}`;
      const reason = leftOutMember(member);
      if (reason !== undefined) this.#opening.skips.add({ name, reason });
      else
        yield* this.#member(
          { ...archive, name, label: `${archive.label}/${member.name}`, isNamed: false },
          member,
          depth,
        );
    }
  }

  async *#member(file: OpenedFile, member: Member, depth: number): AsyncGenerator<OpenedInput> {
    await using spool = await this.#opening.spool.open();
    try {
      if (member.fault !== undefined) {
        const { message, hint } = member.fault;
        throw new AppError('file_malformed', `"${file.name}" ${message}`, { hint });
      }
      const content = this.#budget.counted(readable(file.name, member.content()));
      const path = await spool.write(content, this.#opening.signal);
      yield* this.open({ ...file, path }, depth + 1);
    } catch (error) {
      this.#opening.signal?.throwIfAborted();
      // A limit ends the archive; another fault is one of this member.
      if (!(error instanceof AppError) || error.code === 'source_limit') throw error;
      yield { kind: 'failed', name: file.name, origin: file.origin, isNamed: false, error };
    }
  }
}

/** Whether records are read through the decompression; the others are too slow to decompress several times. */
function isReadAsIs(compression: Compression): boolean {
  return compression === 'none' || compression === 'gzip' || compression === 'zstd';
}

/** Content whose errors name the member. */
async function* readable(name: string, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const reason = (cause as Error).message.replace(/\.$/, '');
    throw new AppError('file_malformed', `"${name}" is damaged: ${reason}`, {
      cause,
      hint: 'The archive is cut or damaged: download it again.',
    });
  }
}

function checkDocument(name: string, { members }: Zip): void {
  for (const [member, what, hint] of zipDocuments) {
    if (members.some((each) => each.name === member)) throw refusedKind(name, what, hint);
  }
}

function cutZip(name: string, members: readonly Member[]): AppError {
  const count = members.filter(({ kind }) => kind === 'file').length;
  return new AppError(
    'file_malformed',
    `"${name}" is cut after "${members.at(-1)?.name}": ${count} whole ${count === 1 ? 'member was' : 'members were'} read`,
    { hint: 'Download it again, and import it again: what was read is not imported twice.' },
  );
}
