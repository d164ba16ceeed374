import { signal } from '@preact/signals';
import { platforms as askPlatforms } from '../api/account.ts';
import { schemaOf } from '../api/sql.ts';
import type { Platform, Schema } from '../api/types.ts';

/** The platforms, and the tables of those that were looked at. */
export const platforms = signal<Platform[]>([]);
export const schemas = signal<Readonly<Record<string, Schema>>>({});

export async function loadPlatforms(): Promise<void> {
  if (platforms.peek().length === 0) platforms.value = await askPlatforms();
}

/** Loads the tables of a platform, once. */
export async function loadSchema(platform: string): Promise<void> {
  if (schemas.peek()[platform] !== undefined) return;
  const schema = await schemaOf(platform);
  schemas.value = { ...schemas.peek(), [platform]: schema };
}
