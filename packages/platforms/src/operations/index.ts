import type { DataEndpoint } from '@sdq/contract';
import { comments as microComments } from './micro/comments.ts';
import { post as microPost } from './micro/post.ts';
import { search as microSearch } from './micro/search.ts';
import { userPosts as microUserPosts } from './micro/user-posts.ts';
import { userProfile as microUserProfile } from './micro/user-profile.ts';
import { companyPosts } from './network/company-posts.ts';
import { companyProfile } from './network/company-profile.ts';
import { searchEmployees } from './network/search-employees.ts';
import { userPosts as networkUserPosts } from './network/user-posts.ts';
import { userProfile as networkUserProfile } from './network/user-profile.ts';
import type { Operation } from './operation.ts';
import { comments as photoComments } from './photo/comments.ts';
import { hashtag as photoHashtag } from './photo/hashtag.ts';
import { post as photoPost } from './photo/post.ts';
import { userPosts as photoUserPosts } from './photo/user-posts.ts';
import { userProfile as photoUserProfile } from './photo/user-profile.ts';
import { comments as videoComments } from './shortvideo/comments.ts';
import { feed } from './shortvideo/feed.ts';
import { hashtag as videoHashtag } from './shortvideo/hashtag.ts';
import { profile as videoProfile } from './shortvideo/profile.ts';

/** Every data endpoint besides SQL. */
export const operations: { readonly [Endpoint in DataEndpoint]: Operation<Endpoint> } = {
  'shortvideo/feed': feed,
  'shortvideo/profile': videoProfile,
  'shortvideo/hashtag': videoHashtag,
  'shortvideo/comments': videoComments,
  'network/user-profile': networkUserProfile,
  'network/user-posts': networkUserPosts,
  'network/company-profile': companyProfile,
  'network/company-posts': companyPosts,
  'network/search-employees': searchEmployees,
  'photo/user-profile': photoUserProfile,
  'photo/user-posts': photoUserPosts,
  'photo/post': photoPost,
  'photo/hashtag': photoHashtag,
  'photo/comments': photoComments,
  'micro/user-profile': microUserProfile,
  'micro/user-posts': microUserPosts,
  'micro/post': microPost,
  'micro/comments': microComments,
  'micro/search': microSearch,
};
