import { signal } from '@preact/signals';
import type { Question } from '../../api/sql.ts';
import type { Editor } from '../../editor/editor.ts';
import { questionOf, runOf, type TabRun } from '../../state/query-run.ts';
import { active, addressFacts, change, type QueryTab } from '../../state/query-tabs.ts';
import { note } from '../../state/router.ts';
import { unitsOf } from '../../text/format.ts';

/** The editor, once it is loaded. */
export const editor = signal<Editor | undefined>(undefined);

/** A query whose price must be agreed to by a second click: what it can cost. */
export const toConfirm = signal<{ key: string; cost: string } | undefined>(undefined);

/** Above this price, in units of $0.0001, Run asks once more. */
const askAboveUnits = 10_000;
/** Above this price Run also asks when the price was not on the screen before. */
const unseenUnits = 1_000;

const debounceMs = 250;
let timer = 0;
let seenKey = '';

const keyOf = (question: Question): string => JSON.stringify(question);

/** What would run now: the selection or statement of the cursor. */
function current(tab: QueryTab): { question: Question; shift: number } {
  const { sql, from } = editor.peek()?.statement() ?? { sql: tab.sql, from: 0 };
  return { question: questionOf(tab, sql), shift: from };
}

/** Checks what the active tab asks, soon. */
export function checkSoon(): void {
  toConfirm.value = undefined;
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    const tab = active.peek();
    if (tab !== undefined) void checkTab(tab);
    writeAddress(false);
  }, debounceMs);
}

async function checkTab(tab: QueryTab, isAgain = false): Promise<void> {
  const { question, shift } = current(tab);
  const found = await runOf(tab.id).checkNow(question);
  if (found === undefined || active.peek()?.id !== tab.id) return;
  // the first check tells the types of parameters, by which their fields are read
  if (!isAgain && keyOf(current(tab).question) !== keyOf(question)) return await checkTab(tab, true);
  seenKey = keyOf(question);
  editor.peek()?.mark(found.valid ? [] : found.faults, shift);
}

/** Runs the active tab's query, or another text in its place, for at most the price that its check said. */
export async function runActive(other?: string): Promise<void> {
  const tab = active.peek();
  if (tab === undefined) return;
  clearTimeout(timer);
  const run = runOf(tab.id);
  const { question, shift } =
    other === undefined ? current(tab) : { question: questionOf(tab, other), shift: 0 };
  if (question.sql.trim() === '') return;
  const key = keyOf(question);
  const wasSeen = seenKey === key;
  const checked = wasSeen && run.check.peek()?.valid ? run.check.peek() : await run.checkNow(question);
  if (checked === undefined) return;
  seenKey = key;
  if (!checked.valid) {
    if (other === undefined) editor.peek()?.mark(checked.faults, shift);
    return;
  }
  const units = unitsOf(checked.costMax);
  const isAgreed = toConfirm.peek()?.key === key;
  if (!isAgreed && units > (wasSeen ? askAboveUnits : unseenUnits)) {
    toConfirm.value = { key, cost: checked.costMax };
    return;
  }
  toConfirm.value = undefined;
  if (tab.view === 'plan' || tab.view === 'code') change(tab.id, { view: 'rows' });
  writeAddress(true);
  await run.runNow(question, checked.costMax, rowsExpected(question, run));
}

function rowsExpected({ limit }: Question, run: TabRun): number {
  const checked = run.check.peek();
  return checked?.valid ? Math.min(limit, checked.rowsMax) : limit;
}

/** Writes what the active tab shows into the address. */
export function writeAddress(isStep: boolean): void {
  const tab = active.peek();
  if (tab !== undefined && location.pathname.endsWith('/query')) note('query', addressFacts(tab), isStep);
}
