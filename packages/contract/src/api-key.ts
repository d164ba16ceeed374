import { z } from 'zod';
import { dollars } from './dollars.ts';
import { instant } from './instant.ts';
import { integerWithDefault } from './lax-values.ts';

const nameLengthMax = 100;

/** The body of `POST /api/users/me/api-keys`, where there are these platforms. */
export const createApiKeyRequest = (platforms: readonly string[]) =>
  z.object({
    name: z.string().trim().min(1).max(nameLengthMax).meta({ description: 'A name for people.' }),
    permissions: z
      .array(z.enum(platforms, { error: 'enum' }))
      .min(1)
      .default([...platforms])
      .meta({ description: 'The platforms that the key may read.', default: platforms }),
    expires_at: z
      .union([z.null(), instant('When the key ends; without it, it does not.')])
      .optional()
      .meta({ description: 'When the key ends; without it, it does not.' }),
    spend_limit: dollars(
      'US dollars that may be charged to the key in a calendar month, as `"$5.0000"` or 5.',
    ).nullish(),
  });

/** Seven days. */
const overlapSecondsMax = 604_800;

/** The body of `POST /api/users/me/api-keys/{key_id}/rotate`; it may be left out. */
export const rotateApiKeyRequest = z
  .object({
    overlap_seconds: integerWithDefault({
      description: 'How long the former key goes on working, so that callers can change over.',
      ge: 0,
      le: overlapSecondsMax,
      default: 0,
    }),
  })
  .prefault({});

/** What is shown of a key at any time. */
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

/** The new key's record and the key itself, which is shown this once. */
export const createdApiKey = (platforms: readonly string[]) =>
  apiKeyRecord(platforms).extend({ key: z.string() });

/** The key that stands in for a rotated one, and when that one ends. */
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
