import { Readable } from 'node:stream';
import { AppError } from '@sdq/contract';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import type { Member } from './member.ts';
import { isSparse, sparseFault, withoutSparseMaps } from './sparse-members.ts';

/**
 * The members of a tar archive, in their order there; each is read, or left, before the next. Errors:
 * `file_malformed` where the archive is cut or damaged, after the members before.
 */
export async function* tarMembers(name: string, content: AsyncIterable<Uint8Array>): AsyncGenerator<Member> {
  const sparse = new Set<string>();
  const source = Readable.from(withoutSparseMaps(content, sparse));
  const entries = Readable.toWeb(source).pipeThrough(createTarDecoder({ strict: true }) as never);
  let last = '';
  try {
    for await (const { header, body } of entries as unknown as AsyncIterable<ParsedTarEntry>) {
      let isRead = false;
      const { type = 'file', size } = header;
      last = header.name;
      const isFaulty = isSparse(header.pax) || sparse.has(last.slice(0, 100)) || sparse.has(last);
      yield {
        name: header.pax?.['GNU.sparse.name'] ?? last,
        kind: type === 'file' ? 'file' : type === 'directory' ? 'folder' : 'link',
        size,
        ...(isFaulty && { fault: sparseFault }),
        content: () => {
          isRead = true;
          return body;
        },
      };
      if (!isRead) await body.cancel();
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const { message } = cause as Error;
    const after = last === '' ? '' : ` after "${last}"`;
    throw new AppError('file_malformed', `"${name}" cannot be read${after}: ${message.replace(/\.$/, '')}`, {
      cause,
      hint: 'The archive is cut or damaged: download it again. What comes before was read.',
    });
  } finally {
    source.destroy();
  }
}
