import { count, signedName } from '../define/index.ts';

export const username = signedName('Username without @.');
export const tweetCount = count(20, 1, 100, 'posts');
