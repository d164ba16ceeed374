import { z } from 'zod';
import { apiCalls, defineEndpoint, defineRead, queryOf, readErrors } from '../../define/index.ts';
import { username } from '../parameters.ts';
import { type MicroProfile, microProfile } from '../records.ts';
import { platform, toProfile } from '../rows.ts';

export const profileRead = defineRead<{ username: string }, MicroProfile>({
  name: 'micro.profile',
  /** The account with this very spelling, which its key finds; otherwise the first one whose name differs in case alone. */
  async fromIndex(index, { username }) {
    const sql = 'SELECT * FROM profiles WHERE username = $username LIMIT 1';
    const exact = await index.one(platform, sql, { username }, toProfile);
    if (exact.items.length > 0) return exact;
    return await index.one(
      platform,
      'SELECT * FROM profiles WHERE lower(username) = $username ORDER BY username LIMIT 1',
      { username: username.toLowerCase() },
      toProfile,
    );
  },
});

export const endpoint = defineEndpoint({
  summary: 'Get a profile',
  query: queryOf({ username }),
  data: z.object({ profile: microProfile, api_calls: apiCalls }),
  errors: readErrors,
  price: 'profile',
  example: { find: 'SELECT username FROM tweets GROUP BY 1 ORDER BY count(*) DESC, 1' },
  worst: () => ({ records: 1 }),
  async answer({ username }, session) {
    const profile = await session.required(profileRead, { username }, 'This account');
    return { data: { profile, api_calls: session.apiCalls }, delivered: { records: 1 } };
  },
});
