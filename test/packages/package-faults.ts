import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { toolsFolder } from '../support/tools.ts';

interface Publint {
  publint(options: {
    pack: { tarball: ArrayBuffer };
    strict: boolean;
  }): Promise<{ messages: { code: string }[] }>;
}

interface TypesCheck {
  createPackageFromTarballData(data: Uint8Array): object;
  checkPackage(given: object): Promise<{
    types: object | false;
    problems?: { kind: string; resolutionKind?: string }[];
  }>;
}

async function load<Module>(name: string): Promise<Module> {
  const path = createRequire(`${toolsFolder}package.json`).resolve(name);
  return (await import(pathToFileURL(path).href)) as Module;
}

/** What publint finds in a packed package, suggestions included. */
export async function publishFaults(tarball: Buffer): Promise<string[]> {
  const { publint } = await load<Publint>('publint');
  const data = new Uint8Array(tarball).buffer;
  const { messages } = await publint({ pack: { tarball: data }, strict: true });
  return messages.map(({ code }) => code);
}

/**
 * What Are the Types Wrong finds in a packed package. The packages are ES modules, which is no fault of them: the resolution
 * of TypeScript before `exports` (node10), and `require`, are left out.
 */
export async function packageFaults(tarball: Buffer): Promise<string[]> {
  const { checkPackage, createPackageFromTarballData } = await load<TypesCheck>('@arethetypeswrong/core');
  const { problems = [] } = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)));
  return problems
    .filter(({ resolutionKind = '' }) => !['node10', 'node16-cjs'].includes(resolutionKind))
    .map(({ kind, resolutionKind }) => `${kind} ${resolutionKind ?? ''}`);
}
