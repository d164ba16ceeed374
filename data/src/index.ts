export type { GenerateProfile } from './generate/density.ts';
export { type GenerateResult, generateIndex } from './generate/index.ts';
export type { GenerateOptions } from './generate/options.ts';
export type { GenerateProgress } from './generate/progress.ts';
