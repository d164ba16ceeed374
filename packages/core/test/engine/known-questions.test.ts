import { builtInCatalog, Catalog } from '@sdq/catalog';
import { expect, test } from 'vitest';
import { type Known, keepQuestion, knownQuestion } from '../../src/engine/known-questions.ts';
import type { Statement } from '../../src/stages.ts';
import type { SelectStatement } from '../../src/syntax/ast.ts';

const statementOf = (ast: SelectStatement, parameters?: unknown) =>
  ({ ast, parameters }) as unknown as Statement;

test('a text that was resolved is known again with the same parameters on the same platform, and nothing else is', () => {
  const tree = {} as SelectStatement;
  const made = { resolved: {}, question: 'a' } as unknown as Known;
  expect(knownQuestion(statementOf(tree), 'micro', builtInCatalog)).toBeUndefined();
  keepQuestion(statementOf(tree, ['9n']), 'micro', builtInCatalog, made);
  expect(knownQuestion(statementOf(tree, ['9n']), 'micro', builtInCatalog)).toEqual(made);
  for (const parameters of [undefined, [], [9n], ['9'], { 1: '9n' }])
    expect(knownQuestion(statementOf(tree, parameters), 'micro', builtInCatalog)).toBeUndefined();
  expect(knownQuestion(statementOf(tree, ['9n']), 'photo', builtInCatalog)).toBeUndefined();
  // tables that a caller gives to one query
  const other = new Catalog(builtInCatalog.tables);
  expect(knownQuestion(statementOf(tree, ['9n']), 'micro', other)).toBeUndefined();
  // another tenant's parser reads the same text as another tree
  expect(knownQuestion(statementOf({} as SelectStatement, ['9n']), 'micro', builtInCatalog)).toBeUndefined();
});
