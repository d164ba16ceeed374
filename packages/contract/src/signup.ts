import { z } from 'zod';
import { currentUser } from './current-user.ts';

/** The body of `POST /api/signup`. */
export const signupRequest = z.object({
  name: z.string().trim().min(1).max(100),
  email: z
    .string()
    .trim()
    .max(200)
    .regex(/^[^\s@<>]+@[^\s@<>]+$/, { error: 'this is not an e-mail address' }),
});

/** The account and its API key, which is returned only here. */
export const signedUp = z.object({ user: currentUser, account_key: z.string() });
