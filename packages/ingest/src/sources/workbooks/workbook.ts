import { posix } from 'node:path';
import { AppError } from '@sdq/contract';
import type { Member } from '../archives/member.ts';
import { readWholeXml } from '../read-xml.ts';
import { type NumberKind, numberKind, plainText, type Workbook } from './cell-text.ts';
import { sheetCsv } from './sheet-csv.ts';

/** The part of a ZIP archive that makes it a workbook. */
export const workbookPart = 'xl/workbook.xml';

/** Characters of texts that several cells share, which are held in memory. */
const sharedCharactersMax = 128 * 1024 ** 2;

/**
 * The sheets of an Excel workbook (.xlsx) as CSV, with numbers as the file has them and dates in ISO form. Errors:
 * `file_malformed`, `source_limit`.
 */
export async function workbookMembers(
  name: string,
  parts: readonly Member[],
  counted: (content: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>,
): Promise<Member[]> {
  const read = partsOf(name, parts, counted);
  const { sheets, is1904 } = await readSheets(name, read);
  const targets = await readTargets(name, read);
  const workbook: Workbook = {
    is1904,
    styles: await readStyles(name, read),
    sharedTexts: await readSharedTexts(name, read),
  };
  return sheets.flatMap(({ name: sheet, id }): Member[] => {
    const target = targets.get(id);
    // A chart has no cells.
    if (target === undefined) return [];
    return [
      { name: sheet, kind: 'table', size: undefined, content: () => sheetCsv(() => read(target), workbook) },
    ];
  });
}

type ReadPart = (path: string) => AsyncIterable<Uint8Array>;

function partsOf(
  name: string,
  parts: readonly Member[],
  counted: (content: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>,
): ReadPart {
  const byName = new Map(parts.map((part) => [part.name.toLowerCase(), part]));
  return async function* (path) {
    const part = byName.get(path.toLowerCase());
    if (part !== undefined) yield* counted(named(name, part.content()));
  };
}

/** Errors: `file_malformed` with the name of the workbook. */
async function* named(name: string, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } catch (error) {
    throw error instanceof AppError ? error : unreadable(name, error as Error);
  }
}

function unreadable(name: string, cause: Error): AppError {
  return new AppError('file_malformed', `"${name}" cannot be read: ${cause.message}`, {
    cause,
    hint: 'Open it in a spreadsheet program, and save it again.',
  });
}

async function readSheets(name: string, read: ReadPart) {
  const sheets: { name: string; id: string }[] = [];
  let is1904 = false;
  await readOptional(name, read, workbookPart, {
    open(tag, attributes) {
      if (tag === 'workbookPr') is1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
      if (tag !== 'sheet') return;
      const [, id = ''] = Object.entries(attributes).find(([key]) => key.endsWith(':id')) ?? [];
      sheets.push({ name: attributes.name ?? '', id });
    },
  });
  return { sheets, is1904 };
}

/** Paths of worksheets by the id of their relation. */
async function readTargets(name: string, read: ReadPart): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  await readOptional(name, read, 'xl/_rels/workbook.xml.rels', {
    open(tag, { Id = '', Target = '', Type = '' }) {
      if (tag !== 'Relationship' || !Type.endsWith('/worksheet')) return;
      targets.set(Id, Target.startsWith('/') ? Target.slice(1) : posix.join('xl', Target));
    },
  });
  return targets;
}

async function readStyles(name: string, read: ReadPart): Promise<NumberKind[]> {
  const codes = new Map<number, string>();
  const styles: NumberKind[] = [];
  let isInCells = false;
  await readOptional(name, read, 'xl/styles.xml', {
    open(tag, { numFmtId = '0', formatCode = '' }) {
      if (tag === 'numFmt') codes.set(Number(numFmtId), formatCode);
      if (tag === 'cellXfs') isInCells = true;
      if (tag === 'xf' && isInCells) styles.push(numberKind(Number(numFmtId), codes.get(Number(numFmtId))));
    },
    close(tag) {
      if (tag === 'cellXfs') isInCells = false;
    },
  });
  return styles;
}

async function readSharedTexts(name: string, read: ReadPart): Promise<string[]> {
  const texts: string[] = [];
  let [parts, isText, isPhonetic, characters] = [[] as string[], false, false, 0];
  await readOptional(name, read, 'xl/sharedStrings.xml', {
    open(tag) {
      if (tag === 'si') parts = [];
      if (tag === 'rPh') isPhonetic = true;
      isText = tag === 't';
    },
    text(text) {
      if (!isText || isPhonetic) return;
      parts.push(text);
      characters += text.length;
      if (characters <= sharedCharactersMax) return;
      throw new AppError(
        'source_limit',
        `"${name}" has more than ${sharedCharactersMax.toLocaleString('en-US')} characters`,
        {
          hint: 'Save its sheets as CSV.',
        },
      );
    },
    close(tag) {
      if (tag === 'si') texts.push(plainText(parts.join('')));
      if (tag === 'rPh') isPhonetic = false;
      if (tag === 't') isText = false;
    },
  });
  return texts;
}

/** Reads a part that a workbook may lack. */
async function readOptional(
  name: string,
  read: ReadPart,
  path: string,
  handler: Parameters<typeof readWholeXml>[1],
): Promise<void> {
  let isThere = false;
  const content = async function* () {
    for await (const chunk of read(path)) {
      isThere = true;
      yield chunk;
    }
  };
  await readWholeXml(content(), handler).catch((error) => {
    if (error instanceof AppError) throw error;
    if (isThere) throw unreadable(name, error);
  });
}
