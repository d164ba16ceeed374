import type { EngineOptions, QueryOptions } from './engine.ts';

/** Former names of options. Each works for one release, with a deprecation warning that names the new one. */
const formerNames: Readonly<Record<string, string>> = {
  firstReader: 'advisoryParser',
  turns: 'concurrency',
  runningPerOwnerMax: 'runningPerTenantMax',
  waitingPerOwnerMax: 'waitingPerTenantMax',
  owner: 'tenant',
};

/** Engine options under their present names. */
export function currentEngineOptions(options: EngineOptions): EngineOptions {
  const current = renamed('engine', options);
  return current.concurrency === undefined
    ? current
    : { ...current, concurrency: renamed('engine', current.concurrency) };
}

/** Query options under their present names. */
export function currentQueryOptions(options: QueryOptions): QueryOptions {
  return renamed('query', options);
}

function renamed<Options extends object>(kind: string, options: Options): Options {
  const former = Object.keys(options).filter((name) => Object.hasOwn(formerNames, name));
  if (former.length === 0) return options;
  const current = { ...options } as Record<string, unknown>;
  for (const name of former) {
    const now = formerNames[name] ?? name;
    const isIgnored = current[now] !== undefined;
    if (!isIgnored) current[now] = current[name];
    delete current[name];
    process.emitWarning(
      `The ${kind} option "${name}" is deprecated${isIgnored ? ' and ignored' : ''}: use "${now}"`,
      'DeprecationWarning',
    );
  }
  return current as Options;
}
