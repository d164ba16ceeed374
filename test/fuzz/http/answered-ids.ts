import { answeredCursor } from './requests.ts';

/** What examples have in place of ids, by the field of an answer that tells one. */
const placeholders: Readonly<Record<string, string>> = {
  key_id: 'key_01JD8V5Z7Q3M9T2X4C6B8N0KFH',
  webhook_id: 'hook_01JD8V5Z7Q3M9T2X4C6B8N0KFH',
  statement_id: 'stmt_01JD8V5Z7Q3M9T2X4C6B8N0KFH',
  request_id: 'req_01JD8V5Z7Q3M9T2X4C6B8N0KFH',
  cursor: answeredCursor,
};

/** Remembered of each kind; older ones are forgotten. */
const keptMax = 20;

/** Ids that the service gave, so that later requests reach what earlier ones made. */
export class AnsweredIds {
  readonly #ids = new Map<string, string[]>();
  #turn = 0;

  /** Keeps the ids of a success. Those of a list of keys are left alone: requests may revoke what stands here. */
  note(text: string): void {
    for (const [field, placeholder] of Object.entries(placeholders)) {
      const id = new RegExp(`"${field}":"([^"]+)"`).exec(text)?.[1];
      if (id === undefined) continue;
      const known = this.#ids.get(placeholder) ?? [];
      this.#ids.set(placeholder, [id, ...known].slice(0, keptMax));
    }
  }

  /** A target with ids in place of placeholders. */
  fill(target: string): string {
    this.#turn++;
    return Object.values(placeholders).reduce((text, placeholder) => {
      const known = this.#ids.get(placeholder) ?? [];
      const id = known[this.#turn % Math.max(1, known.length)];
      return id === undefined ? text : text.replace(encodeURIComponent(placeholder), encodeURIComponent(id));
    }, target);
  }
}
