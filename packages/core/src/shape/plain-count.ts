import type { SelectNode } from '../syntax/ast.ts';
import { groupsNothing } from './ordered-rows.ts';
import { resultName } from './result-name.ts';

/**
 * The name of the only result column of `SELECT count(*) FROM t [WHERE …]`, which has no other clause; undefined for another form.
 */
export function readPlainCount(select: SelectNode): string | undefined {
  const [item, another] = select.select_list;
  if (item?.class !== 'FUNCTION' || another !== undefined) return undefined;
  if (!groupsNothing(select) || select.modifiers.length > 0 || select.cte_map.map.length > 0)
    return undefined;
  const { function_name: name, filter, distinct, order_bys, schema, alias } = item;
  if (filter !== null || distinct || order_bys.orders.length > 0 || schema !== '') return undefined;
  const [argument, more] = item.children;
  if (name === 'count_star' && argument === undefined) return alias === '' ? 'count_star()' : alias;
  const isOfConstant = argument?.class === 'CONSTANT' && !argument.value.is_null && more === undefined;
  if (name !== 'count' || !isOfConstant) return undefined;
  return alias === '' ? resultName(item) : alias;
}
