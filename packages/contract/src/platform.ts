/**
 * The platforms of this build, as they stand in paths: `/api/{platform}/…`. Each is a folder of that name in
 * `packages/catalog/src/`: its line here is what makes it known.
 */
export const platforms: readonly string[] = ['shortvideo', 'network', 'photo', 'micro'];

/** The name of a platform: one of {@link platforms}, or of one that a program has defined itself. */
export type Platform = string;
