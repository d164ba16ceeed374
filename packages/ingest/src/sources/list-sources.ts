import fs, { lstat, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '@sdq/contract';
import { filesIn, takeFile, tooMany, type Walk } from './folder.ts';
import type { Input } from './input.ts';
import { failedInput, fileInput, pipeInput, standardInput, statOf } from './local-inputs.ts';
import { httpInput } from './remote/http-input.ts';
import { s3Inputs } from './remote/s3-input.ts';
import { type SkippedSource, Skips } from './skipped.ts';
import { type SourceLimits, sourceLimits } from './source-limits.ts';

export interface ListOptions {
  readonly limits?: Partial<SourceLimits> | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface SourceList {
  /** In the order of the arguments; those of one argument by name. One with an `error` cannot be read. */
  readonly inputs: readonly Input[];
  /** What the arguments contain and is not read. */
  readonly skipped: readonly SkippedSource[];
}

/**
 * Lists what would be read for arguments: files, folders, patterns, `-` for standard input, FIFOs. Nothing is read but names and sizes; archives are listed when they are read.
 */
export async function listSources(
  sources: readonly string[],
  { limits = {}, signal }: ListOptions = {},
): Promise<SourceList> {
  const skips = new Skips();
  const walk: Walk = { limits: { ...sourceLimits, ...limits }, skips, signal };
  const inputs: Input[] = [];
  for (const argument of sources) {
    try {
      const found = await inputsOf(argument, walk);
      const isRepeated = argument === '-' && inputs.some(({ label }) => label === 'stdin');
      if (!isRepeated) inputs.push(...found);
      else skips.add({ name: '-', reason: 'standard input, which is read once' });
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof AppError)) throw error;
      inputs.push(failedInput(withoutSecrets(argument), error));
    }
  }
  return { inputs, skipped: skips.all };
}

/** An argument without what is secret in an address: user, password, query. */
function withoutSecrets(argument: string): string {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(argument)) return argument;
  return argument.replace(/\/\/[^/]*@/, '//').replace(/\?.*/s, '?…');
}

async function inputsOf(argument: string, walk: Walk): Promise<Input[]> {
  if (argument === '-') return [standardInput()];
  const [, scheme] = /^([a-z][a-z0-9+.-]+):\/\//i.exec(argument) ?? [];
  if (scheme !== undefined) return await inputsAt(argument, scheme.toLowerCase(), walk);
  const isPattern = /[*?[{]/.test(argument) && (await stat(argument).catch(() => undefined)) === undefined;
  if (isPattern) return await filesLike(argument, walk);
  const info = await statOf(argument);
  if (info.isDirectory()) return notEmpty(await filesIn(argument, walk), argument);
  if (info.isFile()) return [fileInput(argument, { bytes: info.size })];
  return [pipeInput(argument, info)];
}

function isLocal(address: string): boolean {
  try {
    return fileURLToPath(address) !== '';
  } catch {
    return false;
  }
}

/** Inputs of an address. Errors: `usage_error` for a scheme that is not read. */
async function inputsAt(address: string, scheme: string, walk: Walk): Promise<Input[]> {
  if (scheme === 'http' || scheme === 'https') return [httpInput(address)];
  if (scheme === 's3') return notEmpty(await s3Inputs(address, walk), address);
  if (scheme === 'file' && isLocal(address)) return await inputsOf(fileURLToPath(address), walk);
  throw new AppError('usage_error', `Addresses with "${scheme}://" are not read`, {
    hint: 'Download the files, and name them. Read are files, https://, http:// and s3://.',
  });
}

/** The files that a pattern matches, by path; folders that it matches are read as if they were named. */
async function filesLike(pattern: string, walk: Walk): Promise<Input[]> {
  const fixed = /^(?:[^*?[{]*\/)?/.exec(pattern)?.[0] ?? '';
  const found = new Map<string, Input>();
  const paths: string[] = [];
  for await (const path of fs.glob(pattern)) {
    walk.signal?.throwIfAborted();
    paths.push(path);
    if (paths.length > walk.limits.entriesMax) throw tooMany(pattern, walk.limits.entriesMax);
  }
  const isDeep = pattern.includes('**');
  for (const path of paths.sort()) {
    const entry = await lstat(path);
    // A pattern with `**` matches the files in a folder by itself.
    if (entry.isDirectory() && isDeep) continue;
    const inputs = entry.isDirectory()
      ? await filesIn(path, walk)
      : [
          await takeFile(path, path.slice(fixed.length), entry, {
            label: path.slice(fixed.length),
            origin: pattern,
            walk,
          }),
        ];
    for (const input of inputs) if (input !== undefined) found.set(input.name, { ...input, origin: pattern });
  }
  if (paths.length > 0) return notEmpty([...found.values()], pattern);
  throw new AppError('file_missing', `No file matches "${pattern}"`, {
    hint: 'Check the folder; "**" matches folders of any depth.',
  });
}

function notEmpty(inputs: Input[], argument: string): Input[] {
  if (inputs.length > 0) return inputs;
  throw new AppError('file_missing', `"${basename(argument)}" has no file that could be imported`, {
    hint: 'What was left out is listed with its reason. A file that is named itself is always read.',
  });
}
