import { platforms } from '@sdq/contract';
import type { PlatformDefinition } from './define/index.ts';

/** The platforms of this build, each defined by the `platform.ts` of its directory. */
export const builtInPlatforms: readonly PlatformDefinition[] = await Promise.all(
  platforms.map(async (name) => {
    const { platform } = (await import(`./${name}/platform.ts`)) as { platform: PlatformDefinition };
    return platform;
  }),
);
