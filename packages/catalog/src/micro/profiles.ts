import type { CatalogTable } from '../table.ts';

export const profiles: CatalogTable = {
  platform: 'micro',
  name: 'profiles',
  description: 'One row per account.',
  key: ['username'],
  sortBy: ['username'],
  zoneColumns: ['username'],
  observedBy: 'indexed_at',
  columns: [
    { name: 'username', type: 'VARCHAR', nullable: false, description: 'Username, without @.' },
    { name: 'user_id', type: 'VARCHAR', nullable: true, description: 'Numeric id.' },
    { name: 'display_name', type: 'VARCHAR', nullable: true, description: 'Display name.' },
    { name: 'bio', type: 'VARCHAR', nullable: true, description: 'Text of the profile.' },
    { name: 'profile_image_url', type: 'VARCHAR', nullable: true, description: 'Address of the picture.' },
    { name: 'banner_url', type: 'VARCHAR', nullable: true, description: 'Address of the banner.' },
    { name: 'follower_count', type: 'BIGINT', nullable: true, description: 'Followers.' },
    { name: 'following_count', type: 'BIGINT', nullable: true, description: 'Accounts followed.' },
    { name: 'tweet_count', type: 'BIGINT', nullable: true, description: 'Posts.' },
    {
      name: 'is_verified',
      type: 'BOOLEAN',
      nullable: true,
      description: 'Whether it carries the verified mark.',
    },
    {
      name: 'created_at',
      type: 'TIMESTAMP WITH TIME ZONE',
      nullable: true,
      description: 'When the account was made, UTC.',
    },
    { name: 'location', type: 'VARCHAR', nullable: true, description: 'Place, when set.' },
    { name: 'website', type: 'VARCHAR', nullable: true, description: 'Link, when set.' },
    {
      name: 'indexed_at',
      type: 'TIMESTAMP WITH TIME ZONE',
      nullable: false,
      description: 'When the newest observation of this row was made, UTC.',
    },
  ],
  examples: ['SELECT username, follower_count FROM profiles ORDER BY follower_count DESC LIMIT 10'],
};
