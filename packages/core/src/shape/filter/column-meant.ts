import type { CatalogColumn } from '@sdq/catalog';
import type { Expression } from '../../syntax/ast.ts';

/** The column of the table in question that an expression refers to; undefined for anything else. */
export type ColumnMeant = (expression: Expression) => CatalogColumn | undefined;
