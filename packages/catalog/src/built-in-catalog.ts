import { Catalog } from './catalog.ts';
import { profiles as microProfiles } from './micro/profiles.ts';
import { tweets } from './micro/tweets.ts';
import { companies } from './network/companies.ts';
import { posts as networkPosts } from './network/posts.ts';
import { profiles as networkProfiles } from './network/profiles.ts';
import { comments as photoComments } from './photo/comments.ts';
import { posts as photoPosts } from './photo/posts.ts';
import { profiles as photoProfiles } from './photo/profiles.ts';
import { transcripts as photoTranscripts } from './photo/transcripts.ts';
import { removalsOf } from './removals.ts';
import { authors } from './shortvideo/authors.ts';
import { comments } from './shortvideo/comments.ts';
import { hashtags } from './shortvideo/hashtags.ts';
import { music } from './shortvideo/music.ts';
import { transcripts } from './shortvideo/transcripts.ts';
import { videoHashtags } from './shortvideo/video-hashtags.ts';
import { videoStats } from './shortvideo/video-stats.ts';
import { videos } from './shortvideo/videos.ts';

/** The tables of the four platforms. The first of each platform is the one that an empty query browses. */
export const builtInCatalog: Catalog = new Catalog([
  videos,
  authors,
  hashtags,
  music,
  comments,
  videoHashtags,
  videoStats,
  transcripts,
  removalsOf('shortvideo'),
  networkProfiles,
  companies,
  networkPosts,
  removalsOf('network'),
  photoProfiles,
  photoPosts,
  photoComments,
  photoTranscripts,
  removalsOf('photo'),
  tweets,
  microProfiles,
  removalsOf('micro'),
]);
