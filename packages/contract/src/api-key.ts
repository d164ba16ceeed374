import { z } from 'zod';
import { platforms } from './platform.ts';

const nameLengthMax = 100;

/** The body of `POST /api/users/me/api-keys`. */
export const createApiKeyRequest = z.object({
  name: z.string().trim().min(1).max(nameLengthMax).meta({ description: 'A name for people.' }),
  permissions: z
    .array(z.enum(platforms, { error: 'enum' }))
    .min(1)
    .default([...platforms])
    .meta({ description: 'The platforms that the key may read.', default: platforms }),
});

/** What is shown of a key at any time. */
export const apiKeyRecord = z.object({
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

export const apiKeyList = z.object({ keys: z.array(apiKeyRecord), total: z.int() });

/** The new key's record and the key itself, which is shown this once. */
export const createdApiKey = apiKeyRecord.extend({ key: z.string() });

export const revokedApiKey = z.object({
  key_id: z.string(),
  status: z.literal('revoked'),
  revoked_at: z.string(),
  message: z.string(),
});
