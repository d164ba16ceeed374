import { z } from 'zod';
import { apiCalls, defineEndpoint, defineRead, queryOf, readErrors } from '../../define/index.ts';
import { username } from '../parameters.ts';
import { type NetworkProfile, networkProfile } from '../records.ts';
import { oneProfile, platform, toProfile } from '../rows.ts';

export const profileRead = defineRead<{ username: string }, NetworkProfile>({
  name: 'network.profile',
  fromIndex: (index, { username }) =>
    index.one(platform, oneProfile, { username: username.toLowerCase() }, toProfile),
});

export const endpoint = defineEndpoint({
  summary: 'Get a person’s profile',
  query: queryOf({ username }),
  data: z.object({ profile: networkProfile, api_calls: apiCalls }),
  errors: readErrors,
  price: 'profile',
  example: {
    find: `SELECT author AS username FROM posts WHERE author_kind <> 'company'
      GROUP BY 1 ORDER BY count(*) DESC, 1`,
  },
  worst: () => ({ records: 1 }),
  async answer({ username }, session) {
    const profile = await session.required(profileRead, { username }, 'This person');
    return { data: { profile, api_calls: session.apiCalls }, delivered: { records: 1 } };
  },
});
