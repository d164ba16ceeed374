import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cruise, type IConfiguration, type ICruiseOptions } from 'dependency-cruiser';
import type { ModuleGraph } from './module-graph.ts';

// The visitor that dependency-cruiser walks modules with does not know `using` yet; to it they are plain variables.
interface SwcVisitor {
  visitStatement(statement: { type: string; decls?: unknown[] }): unknown;
  visitVariableDeclaration(statement: { declarations: unknown[] }): unknown;
}
const { Visitor } = createRequire(import.meta.url)('@swc/core/Visitor.js') as {
  Visitor: { prototype: SwcVisitor };
};
const { visitStatement } = Visitor.prototype;
Visitor.prototype.visitStatement = function (this: SwcVisitor, statement) {
  return statement.type === 'UsingDeclaration'
    ? this.visitVariableDeclaration({ declarations: statement.decls ?? [] })
    : visitStatement.call(this, statement);
};

/**
 * The sources as dependency-cruiser sees them, and which rules of `.dependency-cruiser.json` they break.
 * @throws when it did not see every module: where its parser is missing it sees none, and finds nothing wrong.
 */
export async function readModules(): Promise<{ modules: ModuleGraph; violations: string[] }> {
  const sources = new Set(globSync('{packages/*,data,bench}/src/**/*.{ts,tsx}'));
  const configuration = JSON.parse(readFileSync('.dependency-cruiser.json', 'utf8')) as IConfiguration;
  const options: ICruiseOptions = {
    ...configuration.options,
    validate: true,
    ruleSet: { forbidden: configuration.forbidden ?? [] },
  };
  const { output } = await cruise(['packages', 'data/src', 'bench/src'], options);
  if (typeof output === 'string') throw new Error(output);

  const modules = new Map<string, string[]>();
  for (const { source, dependencies } of output.modules)
    if (sources.has(source)) {
      const imported = dependencies.map(({ resolved }) => resolved).filter((each) => sources.has(each));
      modules.set(source, [...new Set(imported)]);
    }
  if (sources.size === 0 || modules.size !== sources.size)
    throw new Error(`${modules.size} of ${sources.size} modules seen`);
  return {
    modules,
    violations: output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`),
  };
}
