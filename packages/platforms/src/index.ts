export { type PlatformFacts, platformFacts } from './platform-facts.ts';
export { type PlatformStatus, platformStatus } from './platform-status.ts';
