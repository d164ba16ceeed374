export * from './emit/index.ts';
