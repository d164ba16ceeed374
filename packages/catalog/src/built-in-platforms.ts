import { platforms } from '@sdq/contract';
import type { PlatformDefinition } from './define/index.ts';

/** The platforms of this build, each put together by the `platform.ts` of its folder. */
export const builtInPlatforms: readonly PlatformDefinition[] = await Promise.all(
  platforms.map(async (name) => {
    const { platform } = (await import(`./${name}/platform.ts`)) as { platform: PlatformDefinition };
    return platform;
  }),
);
