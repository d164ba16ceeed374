import { type Columns, type ExpressionContext, emitExpression } from '../expressions/emit-expression.ts';
import { intervalOf, microsOf } from '../functions/intervals.ts';
import { isTimestamp, isWhole } from '../plan/duck-type.ts';
import { isNode, nodesOf, type PlanNode, textOf } from '../plan/read-node.ts';
import { refuse } from '../refusal.ts';
import { type OrderKey, orderText } from '../select/select.ts';
import { type Value, wholeConstant } from '../sql/value.ts';

const edges: Readonly<Record<string, string>> = {
  UNBOUNDED_PRECEDING: 'UNBOUNDED PRECEDING',
  UNBOUNDED_FOLLOWING: 'UNBOUNDED FOLLOWING',
  CURRENT_ROW_ROWS: 'CURRENT ROW',
  CURRENT_ROW_RANGE: 'CURRENT ROW',
  EXPR_PRECEDING_ROWS: 'PRECEDING',
  EXPR_FOLLOWING_ROWS: 'FOLLOWING',
  EXPR_PRECEDING_RANGE: 'PRECEDING',
  EXPR_FOLLOWING_RANGE: 'FOLLOWING',
};

/** Distances of RANGE are numbers of 32 bits in ClickHouse. */
const distanceMax = 4_294_967_295n;

export interface Frame {
  /** What stands in the brackets of OVER. */
  readonly sql: string;
  /** The same without the frame, for functions over the whole partition. */
  readonly whole: string;
  /** Partition alone. */
  readonly partition: string;
}

/** The brackets of OVER. */
export function frameOf(
  node: PlanNode,
  keys: readonly OrderKey[],
  partitions: readonly string[],
  columns: Columns,
  context: ExpressionContext,
): Frame {
  const [start, end] = [textOf(node.start), textOf(node.end)];
  const isRows = start.endsWith('_ROWS') || end.endsWith('_ROWS');
  const partition = partitions.length === 0 ? '' : `PARTITION BY ${partitions.join(', ')}`;
  const ordered = keys.length === 0 ? '' : `ORDER BY ${orderText(keys)}`;
  const whole = [partition, ordered].filter((part) => part !== '').join(' ');
  const distances = [node.start_expr, node.end_expr].filter(isNode);
  if (start === 'UNBOUNDED_PRECEDING' && end === 'CURRENT_ROW_RANGE' && distances.length === 0)
    return { sql: whole, whole, partition };
  const hasRange = !isRows && distances.length > 0;
  const range = hasRange ? rangeKey(keys) : undefined;
  const edge = (name: string, expression: unknown) => {
    const words = edges[name] ?? refuse(`a window frame with ${name.replaceAll('_', ' ')}`);
    if (!isNode(expression)) return words;
    if (isRows) {
      const distance = wholeConstant(emitExpression(expression, columns, context), 'the distance of a frame');
      if (distance < 0n || distance > distanceMax) refuse('a window frame of that distance');
      return `${distance} ${words}`;
    }
    return `${rangeDistance(expression, columns, context)} ${words}`;
  };
  const bounds = `${isRows ? 'ROWS' : 'RANGE'} BETWEEN ${edge(start, node.start_expr)} AND ${edge(end, node.end_expr)}`;
  const order = range === undefined ? ordered : `ORDER BY ${range}`;
  return { sql: [partition, order, bounds].filter((part) => part !== '').join(' '), whole, partition };
}

/** The one key of RANGE as a whole number. */
function rangeKey(keys: readonly OrderKey[]): string {
  const [key, another] = keys;
  if (key === undefined || another !== undefined) return refuse('RANGE with several keys');
  const { value, isDescending } = key;
  if (value.nullable) return refuse('RANGE over a key that may be NULL', 'coalesce(key, …)');
  return `${numberOf(value)} ${isDescending ? 'DESC' : 'ASC'}`;
}

function numberOf({ sql, type }: Value): string {
  if (isTimestamp(type)) return `toUnixTimestamp64Micro(${sql})`;
  if (type.id === 'DATE') return `toUnixTimestamp64Micro(toDateTime64(${sql}, 6, 'UTC'))`;
  if (isWhole(type) && !['HUGEINT', 'UBIGINT'].includes(type.id)) return `toInt64(${sql})`;
  return refuse(`RANGE over ${type.id}`);
}

/** The plan has the edge's value, `key - distance`: the distance is its constant. */
function rangeDistance(expression: PlanNode, columns: Columns, context: ExpressionContext): bigint {
  const [, constant] = expression.expression_class === 'BOUND_FUNCTION' ? nodesOf(expression.children) : [];
  if (constant === undefined || !['+', '-'].includes(textOf(expression.name)))
    return refuse('a RANGE of that kind');
  const distance = emitExpression(constant, columns, context);
  const isInterval = distance.type.id === 'INTERVAL';
  if (isInterval && intervalOf(distance).months !== 0)
    return refuse('a RANGE of months', "INTERVAL '30 days'");
  const number = isInterval
    ? microsOf(intervalOf(distance))
    : wholeConstant(distance, 'the distance of a frame');
  if (number < 0n || number > distanceMax)
    return refuse('a RANGE of more than 71 minutes', 'ROWS over one row per day');
  return number;
}
