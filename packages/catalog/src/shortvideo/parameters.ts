import { addonsOf } from '../define/index.ts';
import { videoComment } from './records.ts';

export const videoAddons = addonsOf(videoComment);
