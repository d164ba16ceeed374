import { expect, test } from 'vitest';
import { csv } from './invented-posts.ts';
import { readContent } from './read-content.ts';

test('PhantomBuster: posts and people as CSV', async () => {
  const posts = await readContent(
    csv({
      postUrl: 'https://www.linkedin.com/feed/update/urn:li:activity:7100000000000000001/',
      type: 'Text',
      postContent: 'We are hiring two bakers.',
      likeCount: '45',
      commentCount: '3',
      repostCount: '2',
      postDate: '2w',
      author: 'Ada One',
      authorUrl: 'https://www.linkedin.com/in/ada-one',
      postTimestamp: '2023-08-24T11:12:13.000Z',
    }),
  );
  expect(posts).toMatchObject({ format: 'linkedin', records: 1, refused: [] });
  expect(posts.rows['network.posts']).toMatchObject([
    {
      post_id: '7100000000000000001',
      author_kind: 'person',
      author: 'ada-one',
      text: 'We are hiring two bakers.',
      created_at: '2023-08-24T11:12:13.000Z',
      like_count: 45,
      comment_count: 3,
      share_count: 2,
    },
  ]);
  const people = await readContent(
    csv({
      linkedinProfileUrl: 'https://www.linkedin.com/in/ada-one/',
      linkedinHeadline: 'Engineer',
      linkedinLocation: 'Oslo',
      firstName: 'Ada',
      lastName: 'One',
      linkedinConnectionsCount: '500',
      linkedinJobTitle: 'Head engineer',
      linkedinCompanyUrl: 'https://www.linkedin.com/company/example-corp/',
      linkedinDescription: 'Invented',
    }),
  );
  expect(people.rows['network.profiles']).toMatchObject([
    {
      username: 'ada-one',
      full_name: 'Ada One',
      headline: 'Engineer',
      location: 'Oslo',
      bio: 'Invented',
      connection_count: 500,
      current_title: 'Head engineer',
      current_company: 'example-corp',
    },
  ]);
});
