/** Preloaded (`NODE_OPTIONS=--import`): tells on standard error, at the end of a process, which packages it has loaded modules of. */
import { registerHooks } from 'node:module';

const packages = new Set<string>();

registerHooks({
  load: (url, context, nextLoad) => {
    const [, name] =
      /\/(?:packages|node_modules)\/((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)/.exec(url) ?? [];
    if (name !== undefined) packages.add(name);
    return nextLoad(url, context);
  },
});

process.on('exit', () => process.stderr.write(`loaded: ${[...packages].sort().join(' ')}\n`));
