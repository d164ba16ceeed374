import { familyOf } from './query.ts';

export const sampleQueries = familyOf('sample', () => [
  ['sample_1000', 'row count', 'SELECT * FROM videos USING SAMPLE 1000 ROWS'],
]);
