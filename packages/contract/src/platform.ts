/**
 * The built-in platforms, named as in paths: `/api/{platform}/…`. Each has a folder of that name in
 * `packages/catalog/src/` and must be listed here.
 */
export const platforms: readonly string[] = ['shortvideo', 'network', 'photo', 'micro'];

/** The name of a platform: one of {@link platforms}, or a platform that the embedding program defines. */
export type Platform = string;
