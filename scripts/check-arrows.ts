/** Checks that imports go one way (`.dependency-cruiser.json` holds the rules), and that all modules were seen. */
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cruise, type IConfiguration, type ICruiseOptions } from 'dependency-cruiser';

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

const sources = globSync('{packages/*,data,bench}/src/**/*.ts');
const configuration = JSON.parse(readFileSync('.dependency-cruiser.json', 'utf8')) as IConfiguration;
const options: ICruiseOptions = {
  ...configuration.options,
  validate: true,
  ruleSet: { forbidden: configuration.forbidden ?? [] },
};
const { output } = await cruise(['packages', 'data/src', 'bench/src'], options);
if (typeof output === 'string') throw new Error(output);

const seen = output.modules.filter((module) => sources.includes(module.source)).length;
for (const { rule, from, to } of output.summary.violations)
  process.stderr.write(`${rule.severity} ${rule.name}: ${from} → ${to}\n`);
console.log(`${seen} of ${sources.length} modules seen, ${output.summary.violations.length} wrong arrows`);
if (seen !== sources.length || output.summary.violations.length > 0) process.exitCode = 1;
