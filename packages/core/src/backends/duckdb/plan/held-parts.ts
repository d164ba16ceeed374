import type { HeldParts, LookUp, RowStep, SpeculativePlan } from '../runnable-plan.ts';

/** What a plan reads that processes hold between queries. */
export function heldParts({
  attachments,
  attempts,
  counted,
}: Pick<LookUp, 'attachments' | 'counted'> & {
  readonly attempts: readonly (LookUp['attempts'][number] & Pick<SpeculativePlan, 'kept'>)[];
}): HeldParts {
  const steps: readonly RowStep[] = attempts.flatMap(({ steps, kept = [] }) => [
    ...steps,
    ...kept.flatMap((each) => each.steps),
  ]);
  const keys = steps.flatMap((step) => step.keys ?? []);
  return {
    attachments,
    masked: keys.flatMap(({ files }) => files.flatMap(({ masked }) => masked ?? [])),
    beside: keys.flatMap(({ beside }) => beside?.parts ?? []),
    numbers: counted?.changed === undefined ? [] : [counted.changed.byKey],
  };
}

/** The parts of all of them, each once. */
export function united(all: readonly HeldParts[]): HeldParts {
  return {
    attachments: byName(all.flatMap(({ attachments }) => attachments)),
    masked: byName(all.flatMap(({ masked }) => masked)),
    beside: byName(all.flatMap(({ beside }) => beside)),
    numbers: byName(all.flatMap(({ numbers }) => numbers)),
  };
}

/** The names of all parts that follow from changed rows. */
export function changesNamed({ attachments, masked, beside, numbers }: HeldParts): string[] {
  const tables = attachments.filter((each) => 'sql' in each);
  return [...tables, ...masked, ...beside, ...numbers].map(({ name }) => name);
}

function byName<Part extends { readonly name: string }>(parts: readonly Part[]): Part[] {
  return [...new Map(parts.map((part) => [part.name, part])).values()];
}
