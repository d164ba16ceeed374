import { readFile } from 'node:fs/promises';
import { type Catalog, type CatalogTable, tableId } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import { z } from 'zod';
import { writeFileAtomically } from '../files/durable.ts';
import { layout } from '../files/layout.ts';

/** What is kept of a table. Months are those of its partition column, UTC; the present one is the first. */
const retentionRule = z.strictObject({
  /** Rows of older months are dropped; null for none. */
  months: z.int().min(1).max(12_000).nullable(),
  /** In older months, the last row of each day remains of those that differ only in the time of their key; null for all rows. */
  daily_after_months: z.int().min(1).max(12_000).nullable(),
});

export type RetentionRule = z.infer<typeof retentionRule>;

/** Rules by id of table, `platform.name`. */
export type Retention = Readonly<Record<string, RetentionRule>>;

/** The rules of an index. Errors: `index_corrupt`. */
export async function readRetention(root: string): Promise<Retention> {
  const text = await readFile(layout.retention(root), 'utf8').catch(() => '{}');
  try {
    return z.record(z.string(), retentionRule).parse(JSON.parse(text));
  } catch (cause) {
    throw new AppError('index_corrupt', `"${layout.retention(root)}" cannot be read`, { cause });
  }
}

/** Sets the rule of a table, or removes it with null. Call while holding the write lock. Errors: `usage_error`. */
export async function setRetention(
  root: string,
  table: CatalogTable,
  rule: RetentionRule | null,
): Promise<void> {
  const { [tableId(table)]: _former, ...others } = await readRetention(root);
  if (rule !== null) checkRule(table, rule);
  const rules = rule === null ? others : { ...others, [tableId(table)]: rule };
  await writeFileAtomically(layout.retention(root), `${JSON.stringify(rules, null, 2)}\n`);
}

function checkRule(table: CatalogTable, rule: RetentionRule): void {
  const id = tableId(table);
  if (table.partitionBy === undefined || table.derivedFrom !== undefined)
    throw new AppError('usage_error', `"${id}" has no files by month, or follows from another table`);
  if (rule.daily_after_months !== null && !table.key.includes(table.partitionBy))
    throw new AppError('usage_error', `"${id}" has one row for each record: there is nothing to thin`, {
      hint: 'Tables that keep every observation can be thinned, such as shortvideo.video_stats',
    });
}

/** Tables with a rule, in the order of the catalogue. */
export function retainedTables(catalog: Catalog, rules: Retention): [CatalogTable, RetentionRule][] {
  return catalog.tables.flatMap((table) => {
    const rule = rules[tableId(table)];
    return rule === undefined ? [] : [[table, rule]];
  });
}

/** The oldest of so many months up to a time, `YYYY-MM`. */
export function firstMonth(months: number, now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1 - months, 1))
    .toISOString()
    .slice(0, 7);
}
