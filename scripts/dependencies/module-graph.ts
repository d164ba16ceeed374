/** What each module of the sources imports, types included; paths are from the root of the repository. */
export type ModuleGraph = ReadonlyMap<string, readonly string[]>;

export interface Import {
  from: string;
  to: string;
}

/** Where a module lies: its package, then each folder inside of the package's `src`, then the file. */
export function placeOf(module: string): string[] {
  const [home, inside] = module.split('/src/');
  if (home === undefined || inside === undefined) throw new Error(`${module} lies in no package's src`);
  return [home, ...inside.split('/')];
}
