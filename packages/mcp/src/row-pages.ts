import { randomBytes } from 'node:crypto';
import type { Sdq } from '@sdq/client';
import { SdqError } from '@sdq/client';
import { type Budget, dollarsOf } from './budget.ts';
import { answerMax, csvLine, fenced } from './fence.ts';

export interface Question {
  readonly platform: string;
  readonly query: string;
  readonly parameters?: readonly unknown[] | Readonly<Record<string, unknown>> | undefined;
  readonly limit: number;
}

/** A result of which not all rows were shown. */
interface Rest {
  readonly question: Question;
  readonly names: readonly string[];
  /** Rows that were paid and not shown. */
  readonly rows: readonly unknown[][];
  readonly cursor: string | null;
}

interface Page {
  readonly columns: readonly { name: string; type: string }[];
  readonly rows: unknown[][];
  readonly cursor: string | null;
  readonly has_more: boolean;
  readonly snapshot_id: string;
  readonly cost: string;
  readonly requestId: string;
}

/** Results with a rest that are remembered; the oldest is forgotten. */
const restsMax = 50;

/** Runs queries within a budget and shows their rows in pieces that an agent can read. */
export class RowPages {
  readonly #client: Sdq;
  readonly #budget: Budget;
  readonly #rests = new Map<string, Rest>();

  constructor(client: Sdq, budget: Budget) {
    this.#client = client;
    this.#budget = budget;
  }

  async run(question: Question, maxCost: number | undefined, signal: AbortSignal): Promise<string> {
    const page = await this.#page(question, undefined, maxCost, signal);
    const names = page.columns.map(({ name }) => name);
    return this.#show({ question, names, rows: page.rows, cursor: page.cursor }, page);
  }

  /** The next rows: those that were paid and not shown are free. Errors: `usage_error` for an unknown ID. */
  async more(id: string, signal: AbortSignal): Promise<string> {
    const rest = this.#rests.get(id);
    if (rest === undefined)
      throw new SdqError('usage_error', `There is no result "${id}" with more rows`, {
        meta: { hint: 'Run the query again; results are remembered for the last 50 queries' },
      });
    if (rest.rows.length > 0) {
      this.#rests.delete(id);
      return this.#show(rest, undefined);
    }
    const page = await this.#page(rest.question, rest.cursor ?? undefined, undefined, signal);
    this.#rests.delete(id);
    return this.#show({ ...rest, rows: page.rows, cursor: page.cursor }, page);
  }

  async #page(
    { platform, query, parameters, limit }: Question,
    cursor: string | undefined,
    maxCost: number | undefined,
    signal: AbortSignal,
  ): Promise<Page> {
    return await this.#budget.spend(maxCost, async (allowed) => {
      const api = this.#client[platform as 'shortvideo'];
      const { data, cost, requestId } = await api.querySql(
        {
          query,
          limit,
          shape: 'arrays',
          max_cost: dollarsOf(allowed),
          ...(parameters !== undefined && { parameters: parameters as Record<string, unknown> }),
          ...(cursor !== undefined && { cursor }),
        },
        { signal },
      );
      return { ...(data as unknown as Omit<Page, 'cost' | 'requestId'>), cost, requestId };
    });
  }

  #show({ question, names, rows, cursor }: Rest, page: Page | undefined): string {
    const lines: string[] = [];
    let length = 0;
    for (const row of rows) {
      const line = csvLine(row);
      if (lines.length > 0 && length + line.length > answerMax) break;
      // A row that is longer than an answer is cut, and says so.
      lines.push(line.length <= answerMax ? line : `${line.slice(0, answerMax)}…[row cut]`);
      length += line.length + 1;
    }
    const rest = { question, names, rows: rows.slice(lines.length), cursor };
    const hasMore = rest.rows.length > 0 || cursor !== null;
    const id = hasMore ? this.#remember(rest) : undefined;
    const facts = [
      `${lines.length} ${lines.length === 1 ? 'row' : 'rows'}`,
      ...(page === undefined
        ? ['already paid']
        : [page.cost, `receipt ${page.requestId}`, `snapshot ${page.snapshot_id}`]),
      `${dollarsOf(this.#budget.left)} of the budget left`,
    ];
    const more =
      id === undefined
        ? []
        : [
            rest.rows.length > 0
              ? `There are more rows: ${rest.rows.length} are paid and did not fit into ${answerMax} characters. more_rows("${id}") gives them free of charge.`
              : `There are more rows. more_rows("${id}") gives the next ${question.limit}, and they are charged. Aggregating in SQL is cheaper.`,
          ];
    return [fenced([csvLine(names), ...lines].join('\n')), `[${facts.join('; ')}]`, ...more].join('\n');
  }

  #remember(rest: Rest): string {
    const id = randomBytes(6).toString('hex');
    this.#rests.set(id, rest);
    const [oldest] = this.#rests.keys();
    if (this.#rests.size > restsMax && oldest !== undefined) this.#rests.delete(oldest);
    return id;
  }
}
