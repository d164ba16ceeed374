/** Fields of answers whose values later requests have in their path or query, with what stands there before one was answered. */
const firstValues: Readonly<Record<string, string>> = {
  key_id: 'key_01JD8V5Z7Q3M9T2X4C6B8N0KFH',
  query_id: 'qry_01JD8V5Z7Q3M9T2X4C6B8N0KFH',
  quote_id: 'quote_4f1c2a9e-8d7b-4a50-9c1d-2e3f4a5b6c7d',
  request_id: 'req_01JD8V5Z7Q3M9T2X4C6B8N0KFH',
  schedule_id: 'key_01JD8V5Z7Q3M9T2X4C6B8N0KFH',
  share_id: '7tXq2LmN9pRsVw4ZbC6dFgHj1K',
  statement_id: 'stmt_01JD8V5Z7Q3M9T2X4C6B8N0KFH',
  token_id: 'key_01JD8V5Z7Q3M9T2X4C6B8N0KFH',
  webhook_id: 'whk_01JD8V5Z7Q3M9T2X4C6B8N0KFH',
  cursor: 'none',
};
export const answeredFields: readonly string[] = Object.keys(firstValues);

/** Remembered of each field; older ones are forgotten. */
const keptMax = 20;

/** Ids that the service gave, so that later requests reach what earlier ones made. */
export class AnsweredIds {
  readonly #ids = new Map<string, string[]>();
  #turn = 0;

  /** Keeps the ids of a success. Those of a list of keys are left alone: requests may revoke what stands here. */
  note(text: string): void {
    for (const field of answeredFields) {
      const id = new RegExp(`"${field}":"([^"]+)"`).exec(text)?.[1];
      if (id === undefined) continue;
      const known = this.#ids.get(field) ?? [];
      if (!known.includes(id)) this.#ids.set(field, [id, ...known].slice(0, keptMax));
    }
  }

  /** A target with values in place of the marked fields (`{key_id}`). Most of them are the newest. */
  fill(target: string): string {
    this.#turn++;
    return target.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
      const known = this.#ids.get(field) ?? [];
      const id = this.#turn % 3 === 0 ? known[this.#turn % Math.max(1, known.length)] : known[0];
      return encodeURIComponent(id ?? firstValues[field] ?? field);
    });
  }
}
