import { constants, createReadStream, openSync, type Stats } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { basename } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { AppError } from '@sdq/contract';
import { withinBytes } from './bounded.ts';
import type { Bringing, Input, LocalFile } from './input.ts';

/** A regular file that exists. */
export function fileInput(
  path: string,
  { name = path, label = basename(path), origin = name, isNamed = true, bytes }: Partial<Input> = {},
): Input {
  const local = async () => {
    await access(path, constants.R_OK).catch((cause) => {
      throw unreadable(name, cause);
    });
    return { path };
  };
  return { name, label, origin, isNamed, kind: 'file', bytes, local };
}

/** What cannot be read. */
export function failedInput(name: string, error: AppError, origin = name): Input {
  const local = async () => {
    throw error;
  };
  return { name, label: name, origin, isNamed: true, kind: 'file', bytes: undefined, error, local };
}

/** A FIFO or a device, such as `/dev/fd/63` of a process substitution; it can be read once. */
export function pipeInput(path: string, info: Stats): Input {
  const local = async (bringing: Bringing) => {
    const content = info.isFIFO() ? openFifo(path) : createReadStream(path);
    return await spooled(content, path, bringing);
  };
  return { ...named(path, basename(path)), local };
}

/** Standard input, which is `-`. */
export function standardInput(): Input {
  const name = 'standard input';
  const local = async (bringing: Bringing) => {
    if (process.stdin.isTTY) {
      throw new AppError('file_missing', 'Standard input ("-") is a terminal', {
        hint: 'Pipe a file into the command, or name a file.',
      });
    }
    return await spooled(process.stdin, name, bringing);
  };
  return { ...named(name, 'stdin'), local };
}

const named = (name: string, label: string) =>
  ({ name, label, origin: name, isNamed: true, kind: 'pipe', bytes: undefined }) as const;

/** A FIFO whose writer may come later: an `open` that waits for it could not be interrupted. */
function openFifo(path: string): Readable {
  try {
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    return new Socket({ fd, readable: true, writable: false });
  } catch (cause) {
    throw unreadable(path, cause as NodeJS.ErrnoException);
  }
}

async function spooled(content: Readable, name: string, bringing: Bringing): Promise<LocalFile> {
  const { spool, limits, signal, onBytes } = bringing;
  if (signal !== undefined) addAbortSignal(signal, content);
  const bounded = withinBytes(content, {
    name,
    bytesMax: limits.bytesMax,
    onBytes: (bytes) => onBytes(bytes, 0),
  });
  try {
    return { path: await spool.write(bounded, signal) };
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof AppError) throw cause;
    throw unreadable(name, cause as NodeJS.ErrnoException);
  } finally {
    content.destroy();
  }
}

/** Errors: `file_missing`. */
export async function statOf(path: string, name = path): Promise<Stats> {
  return await stat(path).catch((cause) => {
    throw unreadable(name, cause);
  });
}

export function unreadable(name: string, cause: NodeJS.ErrnoException): AppError {
  const why = cause.code === 'ENOENT' ? 'does not exist' : `cannot be read (${cause.code ?? cause.message})`;
  return new AppError('file_missing', `The file "${name}" ${why}`, { cause });
}
