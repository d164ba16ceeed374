import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createInflate } from 'node:zlib';
import { AppError } from '@sdq/contract';
import { readHead } from '../../containers/open-bytes.ts';
import { withinBytes } from '../bounded.ts';
import type { Bringing, Input } from '../input.ts';
import { type Download, download } from './download.ts';
import { type Asking, decodedText } from './request.ts';

/** Addresses of web pages that show a file, and where the file is. */
const pages: readonly (readonly [RegExp, string])[] = [
  [
    /^docs\.google\.com\/spreadsheets\//,
    'In Google Sheets, choose File > Download > Comma Separated Values, and name the downloaded file.',
  ],
  [/^(drive|docs)\.google\.com\//, 'Download the file in a browser, and name the downloaded file.'],
  [/^(www\.)?dropbox\.com\/.*[?&]dl=0/, 'Replace "dl=0" in the address with "dl=1".'],
  [
    /^(onedrive\.live\.com|1drv\.ms|[^/]+\.sharepoint\.com)\//,
    'Download the file in a browser, and name the downloaded file.',
  ],
  [/^github\.com\/[^/]+\/[^/]+\/blob\//, 'Use the address of the button "Raw".'],
];

/** A file of a web server. Errors: `usage_error` for the address of a web page that shows a file. */
export function httpInput(address: string): Input {
  const url = parse(address);
  const name = shownAddress(url);
  for (const [page, hint] of pages) {
    if (page.test(`${url.host}${url.pathname}${url.search}`)) {
      throw new AppError('usage_error', `"${name}" is a web page that shows a file`, { hint });
    }
  }
  const local = async (bringing: Bringing) => {
    const asking: Asking = {
      name,
      limits: bringing.limits,
      signal: bringing.signal,
      headersFor: async (_url, headers) => headers,
      hintOf: () => undefined,
    };
    const file = await download(url, bringing, asking);
    const path = await decoded(file, name, bringing);
    await checkContent(path, name);
    return { path, label: givenName(file) };
  };
  const label = decodedText(basename(url.pathname)) || url.host;
  return { name, label, origin: name, isNamed: true, kind: 'http', bytes: undefined, local };
}

function parse(address: string): URL {
  if (URL.canParse(address)) return new URL(address);
  throw new AppError('usage_error', 'The address is not valid', {
    hint: 'Put an address in quotes, with its "https://".',
  });
}

/** An address without what may be secret: user, password, query. */
function shownAddress(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}${url.search === '' ? '' : '?…'}`;
}

/** The name of a file that the server suggests. */
function givenName({ headers }: Download): string | undefined {
  const given = /filename="?([^";]+)"?/i.exec(headers['content-disposition'] ?? '')?.[1];
  return given === undefined ? undefined : basename(given.trim());
}

/** Content as it is stored: gzip, which is told by its beginning, stays. */
async function decoded({ path, headers }: Download, name: string, bringing: Bringing): Promise<string> {
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (['identity', 'gzip', 'x-gzip', 'zstd', ''].includes(encoding)) return path;
  const decoder =
    encoding === 'br' ? createBrotliDecompress() : encoding === 'deflate' ? createInflate() : undefined;
  if (decoder === undefined) {
    throw new AppError('source_unreachable', `"${name}" has the unknown content encoding "${encoding}"`, {
      hint: 'Download it, and name the file.',
    });
  }
  const content = pipeline(createReadStream(path), decoder, () => {}); // the loop of the spool throws the error
  const { spool, limits, signal } = bringing;
  return await spool
    .write(withinBytes(content, { name, bytesMax: limits.bytesMax }), signal)
    .catch((cause) => {
      if (cause instanceof AppError) throw cause;
      throw new AppError('file_malformed', `The content of "${name}" is not valid ${encoding}`, { cause });
    });
}

/** A page of a login, of an error or of a search is no file. */
async function checkContent(path: string, name: string): Promise<void> {
  const { head } = await readHead(path, 512);
  if (!/^\s*<(!doctype html|html)/i.test(head.toString('latin1'))) return;
  throw new AppError('format_unknown', `"${name}" gives a web page, not a file`, {
    hint: 'Use the address of the download itself; if it needs a login, download the file, and name it.',
  });
}
