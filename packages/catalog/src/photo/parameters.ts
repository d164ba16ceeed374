import { addonsOf, signedName } from '../define/index.ts';
import { photoComment } from './records.ts';

export const username = signedName('Username without @.');
export const postAddons = addonsOf(photoComment);
