import type { CatalogColumn } from '@sdq/catalog';
import type { Expression } from '../../syntax/ast.ts';

/** The column of the table looked at that an expression is; undefined for everything else. */
export type ColumnMeant = (expression: Expression) => CatalogColumn | undefined;
