import { z } from 'zod';
import { dollars } from './dollars.ts';
import { instant } from './instant.ts';
import { integerWithDefault } from './lax-values.ts';

const nameLengthMax = 100;

/** The body of `POST /api/users/me/api-keys`for these platforms. */
export const createApiKeyRequest = (platforms: readonly string[]) =>
  z.object({
    name: z.string().trim().min(1).max(nameLengthMax).meta({ description: 'Display name.' }),
    permissions: z
      .array(z.enum(platforms, { error: 'enum' }))
      .min(1)
      .default([...platforms])
      .meta({ description: 'Platforms that the key has access to.', default: platforms }),
    expires_at: z
      .union([z.null(), instant('Expiry time (ISO 8601). If omitted, the key never expires.')])
      .optional()
      .meta({ description: 'Expiry time (ISO 8601). If omitted, the key never expires.' }),
    spend_limit: dollars('Spend limit per calendar month in US dollars, as `"$5.0000"` or 5.').nullish(),
  });

/** Seven days. */
const overlapSecondsMax = 604_800;

/** The body of `POST /api/users/me/api-keys/{key_id}/rotate`, which is optional. */
export const rotateApiKeyRequest = z
  .object({
    overlap_seconds: integerWithDefault({
      description: 'Seconds for which the previous key remains valid.',
      ge: 0,
      le: overlapSecondsMax,
      default: 0,
    }),
  })
  .prefault({});

/** An API key without its secret. */
export const apiKeyRecord = (platforms: readonly string[]) =>
  z.object({
    key_id: z.string(),
    name: z.string(),
    masked_key: z.string(),
    prefix: z.string(),
    permissions: z.array(z.enum(platforms)),
    status: z.enum(['active', 'revoked', 'expired']),
    created_at: z.string(),
    last_used_at: z.string().nullable(),
    expires_at: z.string().nullable(),
    revoked_at: z.string().nullable(),
    spend_limit: z.string().nullable(),
  });

export const apiKeyList = (platforms: readonly string[]) =>
  z.object({ keys: z.array(apiKeyRecord(platforms)), total: z.int() });

/** The record of the new key and the key itself, which is returned only here. */
export const createdApiKey = (platforms: readonly string[]) =>
  apiKeyRecord(platforms).extend({ key: z.string() });

/** The replacement for a rotated key, and when the previous key expires. */
export const rotatedApiKey = (platforms: readonly string[]) =>
  createdApiKey(platforms).extend({
    replaces: z.object({ key_id: z.string(), expires_at: z.string() }),
  });

export const revokedApiKey = z.object({
  key_id: z.string(),
  status: z.literal('revoked'),
  revoked_at: z.string(),
  message: z.string(),
});
