import { emitAggregate } from '../aggregates/emit-aggregate.ts';
import { type Columns, type ExpressionContext, emitExpression } from '../expressions/emit-expression.ts';
import { orderKeys } from '../expressions/order-keys.ts';
import { placeOf } from '../plan/check-plan.ts';
import { type DuckType, isNested, readDuckType } from '../plan/duck-type.ts';
import { isNode, nodeOf, nodesOf, type PlanNode, textOf } from '../plan/read-node.ts';
import { Refusal, refuse } from '../refusal.ts';
import { groupKey } from '../select/select.ts';
import { argument, castSql, type Value, value, wholeConstant } from '../sql/value.ts';
import { cast } from '../values/cast.ts';
import { type Frame, frameOf } from './frame.ts';

/** The whole partition, in its order. */
const wholeFrame = ' ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING';

/** A window function. */
export function emitWindow(node: PlanNode, columns: Columns, context: ExpressionContext): Value {
  try {
    return write(node, columns, context);
  } catch (error) {
    if (error instanceof Refusal) error.location ??= placeOf(node);
    throw error;
  }
}

function write(node: PlanNode, columns: Columns, context: ExpressionContext): Value {
  if (node.exclude_clause !== 'NO_OTHER') return refuse('EXCLUDE in a window');
  const kind = textOf(node.type);
  const emit = (child: unknown) => emitExpression(nodeOf(child), columns, context);
  const partitions = nodesOf(node.partitions).map((child) => {
    const part = emit(child);
    return isNested(part.type) ? refuse('PARTITION BY a list') : groupKey(part);
  });
  const keys = orderKeys(node.orders, columns, context);
  const frame = frameOf(node, keys, partitions, columns, context);
  const type = readDuckType(node.return_type);
  if (kind === 'WINDOW_AGGREGATE') {
    if (/_ROWS$/.test(`${node.start}`) || /_ROWS$/.test(`${node.end}`))
      context.open('which of two rows that tie in a window comes first');
    return emitAggregate(node, columns, context, { hasRows: false, over: ` OVER (${frame.sql})` });
  }
  if (isNode(node.filters)) return refuse('FILTER of that window function');
  if (nodesOf(node.arg_orders).length > 0) return refuse('ORDER BY inside of a window function');
  if (node.distinct === true) return refuse('DISTINCT in a window function');
  const args = nodesOf(node.children).map(emit);
  context.used(kind.toLowerCase().replace('window_', ''), 'exact');
  if (keys.length === 0) context.open('the order of rows in a window without ORDER BY');
  else if (/ROW_NUMBER|NTILE|LAG|LEAD|VALUE/.test(kind))
    context.open('which of two rows that tie in a window comes first');
  switch (kind) {
    case 'WINDOW_ROW_NUMBER':
      return rank('row_number', frame, type);
    case 'WINDOW_RANK':
      return rank('rank', frame, type);
    case 'WINDOW_RANK_DENSE':
      return rank('dense_rank', frame, type);
    case 'WINDOW_PERCENT_RANK':
      return percentRank(frame, type);
    case 'WINDOW_CUME_DIST': {
      const rows = `toFloat64(count() OVER (${frame.partition}))`;
      const upTo = `toFloat64(count() OVER (${frame.whole}))`;
      return value(`(${upTo} / ${rows})`, type, false, { mayBeNaN: false });
    }
    case 'WINDOW_NTILE':
      return ntile(wholeConstant(args[0], 'the count of ntile'), frame, type);
    case 'WINDOW_LAG':
    case 'WINDOW_LEAD':
      return neighbour(node, kind, argument(args, 0), frame, type, emit, context);
    case 'WINDOW_FIRST_VALUE':
      return edgeValue('first_value', node, argument(args, 0), frame, type);
    case 'WINDOW_LAST_VALUE':
      return edgeValue('last_value', node, argument(args, 0), frame, type);
    case 'WINDOW_NTH_VALUE': {
      const [given, place] = [argument(args, 0), wholeConstant(args[1], 'the place of nth_value')];
      if (node.ignore_nulls === true || isNested(type) || place < 1n) return refuse('nth_value of that kind');
      return typed(`nth_value(toNullable(${given.sql}), ${place}) OVER (${frame.sql})`, type);
    }
    default:
      return refuse(`the window function ${kind.replace('WINDOW_', '').toLowerCase()}`);
  }
}

function typed(sql: string, type: DuckType): Value {
  return value(type.id === 'BOOLEAN' ? castSql(sql, type, true) : sql, type, true, { mayBeNaN: true });
}

function rank(name: string, { whole }: Frame, type: DuckType): Value {
  return value(`toInt64(${name}() OVER (${whole}))`, type, false);
}

function percentRank({ whole, partition }: Frame, type: DuckType): Value {
  const others = `(toInt64(count() OVER (${partition})) - 1)`;
  const before = `toFloat64(rank() OVER (${whole}) - 1)`;
  return value(`if(${others} = 0, 0., ${before} / toFloat64(greatest(${others}, 1)))`, type, false, {
    mayBeNaN: false,
  });
}

/** The first buckets have one row more, where rows are left over. */
function ntile(count: bigint, { whole, partition }: Frame, type: DuckType): Value {
  if (count < 1n) return refuse('ntile of less than one');
  const place = `toInt64(row_number() OVER (${whole}))`;
  const rows = `toInt64(count() OVER (${partition}))`;
  const size = `intDiv(${rows}, ${count})`;
  const left = `modulo(${rows}, ${count})`;
  const early = `intDiv(${place} - 1, ${size} + 1) + 1`;
  const late = `${left} + 1 + intDiv(${place} - 1 - ${left} * (${size} + 1), greatest(1, ${size}))`;
  return value(`toInt64(if(${place} <= ${left} * (${size} + 1), ${early}, ${late}))`, type, false);
}

function neighbour(
  node: PlanNode,
  kind: string,
  given: Value,
  frame: Frame,
  type: DuckType,
  emit: (child: unknown) => Value,
  context: ExpressionContext,
): Value {
  if (node.ignore_nulls === true || isNested(type)) return refuse('lag or lead of that kind');
  const offset = isNode(node.offset_expr)
    ? wholeConstant(emit(node.offset_expr), 'the offset of lag or lead')
    : 1n;
  if (offset < 0n) return refuse('lag or lead with a negative offset');
  const otherwise = isNode(node.default_expr)
    ? `, toNullable(${cast(emit(node.default_expr), type, false, context.names).sql})`
    : '';
  const name = kind === 'WINDOW_LAG' ? 'lagInFrame' : 'leadInFrame';
  return typed(
    `${name}(toNullable(${given.sql}), ${offset}${otherwise}) OVER (${frame.whole}${wholeFrame})`,
    type,
  );
}

function edgeValue(
  name: 'first_value' | 'last_value',
  node: PlanNode,
  given: Value,
  frame: Frame,
  type: DuckType,
): Value {
  if (isNested(type)) return refuse(`${name} of lists`);
  if (node.ignore_nulls === true)
    return typed(
      `${name === 'first_value' ? 'any' : 'anyLast'}OrNull(${given.sql}) OVER (${frame.sql})`,
      type,
    );
  return typed(`${name}_respect_nulls(toNullable(${given.sql})) OVER (${frame.sql})`, type);
}
