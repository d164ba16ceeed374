import { type Columns, type ExpressionContext, emitExpression } from '../expressions/emit-expression.ts';
import { asTime, intervalOf, microsOf } from '../functions/intervals.ts';
import { isTimestamp, isWhole } from '../plan/duck-type.ts';
import { isNode, nodesOf, type PlanNode, textOf } from '../plan/read-node.ts';
import { refuse } from '../refusal.ts';
import { type OrderKey, orderText } from '../select/select.ts';
import { guarded, type Value, wholeConstant } from '../sql/value.ts';

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

/** Distances are numbers of 32 bits in ClickHouse. */
const distanceMax = 4_294_967_295n;

/** Units in which a distance of time is counted: the largest that it is a multiple of. */
const units = [86_400_000_000n, 1_000_000n, 1n];

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
  const unit = hasRange ? unitOf(distances, columns, context) : 1n;
  const range = hasRange ? rangeKey(keys, unit) : undefined;
  const edge = (name: string, expression: unknown) => {
    const words = edges[name] ?? refuse(`a window frame with ${name.replaceAll('_', ' ')}`);
    if (!isNode(expression)) return words;
    if (isRows) {
      const distance = wholeConstant(emitExpression(expression, columns, context), 'the distance of a frame');
      if (distance < 0n || distance > distanceMax) refuse('a window frame of that distance');
      return `${distance} ${words}`;
    }
    const distance = rangeDistance(expression, columns, context) / unit;
    if (distance < 0n || distance > distanceMax)
      refuse('a RANGE of that distance', 'ROWS over one row per day');
    return `${distance} ${words}`;
  };
  const bounds = `${isRows ? 'ROWS' : 'RANGE'} BETWEEN ${edge(start, node.start_expr)} AND ${edge(end, node.end_expr)}`;
  const order = range === undefined ? ordered : `ORDER BY ${range}`;
  return { sql: [partition, order, bounds].filter((part) => part !== '').join(' '), whole, partition };
}

/** The one key of RANGE as a whole number. */
function rangeKey(keys: readonly OrderKey[], unit: bigint): string {
  const [key, another] = keys;
  if (key === undefined || another !== undefined) return refuse('RANGE with several keys');
  const { value, isDescending } = key;
  if (value.nullable) return refuse('RANGE over a key that may be NULL', 'coalesce(key, …)');
  return `${numberOf(value, unit)} ${isDescending ? 'DESC' : 'ASC'}`;
}

function numberOf({ sql, type }: Value, unit: bigint): string {
  if (type.id === 'DATE' && unit === units[0]) return `toInt64(toInt32(${sql}))`;
  if (isTimestamp(type) || type.id === 'DATE') {
    const micros = `toUnixTimestamp64Micro(${asTime({ sql, type, nullable: false })})`;
    if (unit === 1n) return micros;
    const message = 'a RANGE over times between whole days or seconds';
    const known = guarded(
      `modulo(${micros}, toInt64(${unit})) != 0`,
      'not_supported_by_backend',
      message,
      micros,
    );
    return `intDiv(${known}, toInt64(${unit}))`;
  }
  if (isWhole(type) && !['HUGEINT', 'UBIGINT'].includes(type.id)) return `toInt64(${sql})`;
  return refuse(`RANGE over ${type.id}`);
}

/** The unit of all distances of a frame: 1 for numbers. */
function unitOf(distances: readonly PlanNode[], columns: Columns, context: ExpressionContext): bigint {
  const all = distances.map((each) => rangeDistance(each, columns, context));
  const isTime = distances.some((each) => distanceOf(each, columns, context).type.id === 'INTERVAL');
  return isTime ? (units.find((unit) => all.every((distance) => distance % unit === 0n)) ?? 1n) : 1n;
}

/** The plan has the edge's value, `key - distance`: the distance is its constant. */
function rangeDistance(expression: PlanNode, columns: Columns, context: ExpressionContext): bigint {
  const distance = distanceOf(expression, columns, context);
  if (distance.type.id !== 'INTERVAL') return wholeConstant(distance, 'the distance of a frame');
  if (intervalOf(distance).months !== 0) return refuse('a RANGE of months', "INTERVAL '30 days'");
  return microsOf(intervalOf(distance));
}

function distanceOf(expression: PlanNode, columns: Columns, context: ExpressionContext): Value {
  const isSum =
    expression.expression_class === 'BOUND_FUNCTION' && ['+', '-'].includes(textOf(expression.name));
  const [, constant] = isSum ? nodesOf(expression.children) : [];
  return constant === undefined ? refuse('a RANGE of that kind') : emitExpression(constant, columns, context);
}
