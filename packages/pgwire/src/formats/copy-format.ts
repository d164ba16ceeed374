import { ProtocolError } from '../protocol/protocol-error.ts';

type Fields = readonly (string | Uint8Array | null)[];

/** How COPY writes rows. */
export interface CopyFormat {
  readonly isBinary: boolean;
  head(names: readonly string[]): string | Uint8Array;
  row(fields: Fields): string | Uint8Array;
  readonly tail: string | Uint8Array;
}

/** A word or a string of the options of COPY. */
export interface CopyOption {
  readonly kind: string;
  readonly text: string;
}

/** `(FORMAT csv, HEADER true, DELIMITER ';')`, `WITH CSV HEADER`. Errors: ProtocolError for what is not supported. */
export function readCopyOptions(options: readonly CopyOption[]): CopyFormat {
  const words = options.filter(({ kind }) => kind !== 'symbol');
  let format = 'text';
  let hasHeader = false;
  const texts: { delimiter?: string; null?: string; quote?: string } = {};
  for (let index = 0; index < words.length; index++) {
    const word = words[index]?.text.toLowerCase() ?? '';
    const value = words[index + 1];
    if (['csv', 'binary', 'text'].includes(word)) format = word;
    else if (word === 'header') {
      hasHeader = !/^(?:false|off|0)$/i.test(value?.text ?? '');
      if (/^(?:true|on|1|false|off|0)$/i.test(value?.text ?? '')) index++;
    } else if ((word === 'delimiter' || word === 'null' || word === 'quote') && value?.kind === 'string') {
      texts[word] = value.text;
      index++;
    } else if (word === 'encoding') index++;
    else if (!['with', 'format', 'as'].includes(word)) {
      throw new ProtocolError('0A000', `COPY does not support the option ${word.slice(0, 60)}`, {
        hint: 'Supported are FORMAT text, csv or binary, HEADER, DELIMITER, NULL and QUOTE',
      });
    }
  }
  if (texts.delimiter !== undefined && texts.delimiter.length !== 1)
    throw new ProtocolError('22023', 'The delimiter of COPY is one character');
  if (format === 'binary') return binaryCopy;
  return format === 'csv'
    ? csvCopy(texts.delimiter ?? ',', texts.null ?? '', texts.quote ?? '"', hasHeader)
    : textCopy(texts.delimiter ?? '\t', texts.null ?? '\\N', hasHeader);
}

function asText(field: string | Uint8Array): string {
  return typeof field === 'string' ? field : Buffer.from(field).toString();
}

function lines(
  write: (text: string) => string,
  delimiter: string,
  nullText: string,
  hasHeader: boolean,
): CopyFormat {
  return {
    isBinary: false,
    head: (names) => (hasHeader ? `${names.map(write).join(delimiter)}\n` : ''),
    row: (fields) =>
      `${fields.map((field) => (field === null ? nullText : write(asText(field)))).join(delimiter)}\n`,
    tail: '',
  };
}

const escapes: Readonly<Record<string, string>> = {
  '\b': 'b',
  '\f': 'f',
  '\n': 'n',
  '\r': 'r',
  '\t': 't',
  '\v': 'v',
};

function textCopy(delimiter: string, nullText: string, hasHeader: boolean): CopyFormat {
  const write = (text: string) =>
    text.replace(/[\\\b\f\n\r\t\v]/g, (letter) => `\\${escapes[letter] ?? letter}`);
  const escaped = (text: string) =>
    delimiter === '\t' ? write(text) : write(text).replaceAll(delimiter, `\\${delimiter}`);
  return lines(escaped, delimiter, nullText, hasHeader);
}

function csvCopy(delimiter: string, nullText: string, quote: string, hasHeader: boolean): CopyFormat {
  const write = (text: string) => {
    const isPlain =
      text !== nullText &&
      text !== '' &&
      !/[\r\n]/.test(text) &&
      !text.includes(delimiter) &&
      !text.includes(quote);
    return isPlain ? text : `${quote}${text.replaceAll(quote, quote + quote)}${quote}`;
  };
  return lines(write, delimiter, nullText, hasHeader);
}

const binaryCopy: CopyFormat = {
  isBinary: true,
  head: () => Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1'),
  row(fields) {
    const parts = fields.flatMap((field) => {
      const length = Buffer.alloc(4);
      if (field === null) {
        length.writeInt32BE(-1);
        return [length];
      }
      const bytes = typeof field === 'string' ? Buffer.from(field) : field;
      length.writeInt32BE(bytes.length);
      return [length, bytes];
    });
    const count = Buffer.alloc(2);
    count.writeInt16BE(fields.length);
    return Buffer.concat([count, ...parts]);
  },
  tail: Buffer.from([0xff, 0xff]),
};
