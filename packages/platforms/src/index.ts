export { directoryStore } from './addons/directory-store.ts';
export type { MediaStore, StoredVideo } from './addons/media-store.ts';
export {
  type Answered,
  type Caller,
  openPlatformData,
  type PlatformData,
  type PlatformDataOptions,
} from './platform-data.ts';
export { type PlatformFacts, platformFacts } from './platform-facts.ts';
export { type PlatformStatus, platformStatus } from './platform-status.ts';
