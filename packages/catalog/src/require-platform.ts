import { AppError } from '@sdq/contract';

/** Errors: `usage_error` for a platform that is none of the known ones; `more` ends its hint. */
export function requirePlatform(platform: string | undefined, known: readonly string[], more = ''): void {
  if (platform === undefined || known.includes(platform)) return;
  throw new AppError('usage_error', `Unknown platform "${platform}"`, {
    param: 'platform',
    hint: `Available platforms: ${known.join(', ')}${more}`,
  });
}
