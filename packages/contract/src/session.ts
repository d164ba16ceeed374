import { z } from 'zod';
import { dollars } from './dollars.ts';

/** The body of `POST /api/session`: a key, or a token that is valid once. */
export const createSessionRequest = z.object({
  key: z.string().max(100).nullish().meta({ description: 'An account key or a data key.' }),
  token: z
    .string()
    .max(100)
    .nullish()
    .meta({ description: 'The one-time token of the address that `sdq start` prints, instead of a key.' }),
  spend_limit: dollars(
    'New spend limit per calendar month of the data key `console`, which the session spends with, as `"$5.0000"` or 5.',
  ).nullish(),
});

/** The session of a browser. Its secret is only in the cookie. */
export const session = z.object({
  session_id: z.string(),
  account_id: z.string(),
  access: z.enum(['account', 'data']).meta({
    description: '`account`: account and data endpoints; `data`: those of a data key, which signed in.',
  }),
  key_id: z.string().meta({ description: 'The data key that the session spends with.' }),
  key_name: z.string(),
  permissions: z.array(z.string()),
  spend_limit: z.string().nullable().meta({ description: 'Spend limit per calendar month of that key.' }),
  expires_at: z.string(),
});

export const endedSession = z.object({
  ended: z.boolean().meta({ description: 'Whether there was a session.' }),
});
