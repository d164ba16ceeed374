import { ApiError, ask, call } from './call.ts';
import type { Fault, Plan, Receipt, Schema } from './types.ts';

export type ParameterValue = string | number | boolean | null | readonly ParameterValue[];

/** A query as it is sent. */
export interface Question {
  platform: string;
  sql: string;
  parameters: Record<string, ParameterValue>;
  /** Maximum number of rows, 1 to 1,000,000. */
  limit: number;
  /** The snapshot that it reads; the newest if it is left out. */
  snapshotId?: string;
}

/** What is known of a query before it runs. */
export type Check =
  | {
      valid: true;
      columns: { name: string; type: string }[];
      /** SQL types of parameters by name, where they follow from the text. */
      parameterTypes: Readonly<Record<string, string>>;
      plan: Plan;
      costMax: string;
      rowsMax: number;
      snapshotId: string;
    }
  | { valid: false; message: string; faults: Fault[]; hint: string | undefined };

export const schemaOf = (platform: string): Promise<Schema> =>
  ask<Schema>(`/api/${platform}/sql/schema`, 'public');

/** The time of the newest rows of any table, ISO 8601; undefined for none. */
export const newestTime = ({ tables }: Schema): string | undefined =>
  tables
    .flatMap(({ time_last }) => time_last ?? [])
    .sort()
    .at(-1);

interface Checked {
  valid: boolean;
  faults: Fault[];
  columns: { name: string; type: string }[];
  parameters: { name: string; type: string | null }[];
  rows_max: number | null;
  cost_max: string | null;
  snapshot_id: string | null;
  plan: Plan | null;
}

/** Checks and prices a query; it is not run, and free. @throws what {@link ask} throws. */
export async function check(question: Question, signal: AbortSignal): Promise<Check> {
  const found = await ask<Checked>(`${pathOf(question)}/check`, 'data', { json: bodyOf(question), signal });
  const { valid, faults, columns, parameters, rows_max, cost_max, snapshot_id, plan } = found;
  if (!valid || plan === null) {
    const [first] = faults;
    return { valid: false, message: first?.message ?? '', faults, hint: first?.hint ?? undefined };
  }
  const rowsMax = rows_max ?? question.limit;
  const parameterTypes = Object.fromEntries(
    parameters.flatMap(({ name, type }) => (type === null ? [] : [[name, type]])),
  );
  const costMax = cost_max ?? plan.cost_max;
  return { valid, columns, parameterTypes, plan, costMax, rowsMax, snapshotId: snapshot_id ?? '' };
}

/** Runs a query; it costs `costMax` at most, and is refused where it could cost more. */
export async function run(
  question: Question,
  costMax: string,
  signal: AbortSignal,
): Promise<{ body: ReadableStream<Uint8Array>; requestId: string; snapshotId: string }> {
  const response = await call(pathOf(question), 'data', {
    json: { ...bodyOf(question), max_cost: costMax },
    signal,
  });
  if (response.body === null) throw new Error('The response has no body');
  return {
    body: response.body,
    requestId: response.headers.get('x-request-id') ?? '',
    snapshotId: response.headers.get('x-snapshot-id') ?? '',
  };
}

/** The receipt of a request, once it is settled; undefined where it is not within some seconds. */
export async function receiptOf(requestId: string): Promise<Receipt | undefined> {
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      return await ask<Receipt>(`/api/requests/${requestId}`, 'data');
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) return undefined;
    }
    await new Promise((resolve) => setTimeout(resolve, 150 * 2 ** attempt));
  }
  return undefined;
}

const pathOf = ({ platform }: Question) => `/api/${platform}/sql`;

const bodyOf = ({ sql, parameters, limit, snapshotId }: Question) => ({
  query: sql,
  limit,
  format: 'arrow',
  ...(Object.keys(parameters).length > 0 && { parameters }),
  ...(snapshotId && { snapshot_id: snapshotId }),
});
