import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { sql } from '@codemirror/lang-sql';
import { bracketMatching, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, forEachDiagnostic, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState, Prec } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view';
import type { Fault, Schema } from '../api/types.ts';
import { statementAt } from '../sql/read-sql.ts';
import { words } from '../text/words.ts';
import { completeSql } from './complete-sql.ts';
import { duckdbDialect } from './duckdb-dialect.ts';
import { colours, theme } from './editor-theme.ts';

export interface EditorEvents {
  onChange(text: string): void;
  onRun(): void;
}

const candidatesShown = 3;

/** A selected name or condition is no query of its own. */
const beginsQuery =
  /^\s*(\(\s*)*(select|with|from|values|show|describe|desc|summarize|pivot|unpivot|explain|table)\b/i;

/** The SQL editor. */
export class Editor {
  schema: Schema | undefined;
  readonly #view: EditorView;
  readonly #events: EditorEvents;

  constructor(host: HTMLElement, text: string, events: EditorEvents) {
    this.#events = events;
    // within a shadow root CodeMirror adopts its style sheets; elsewhere it writes <style>, which the policy refuses
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    const parent = document.createElement('div');
    parent.style.height = '100%';
    root.replaceChildren(parent);
    this.#view = new EditorView({ parent, root, state: this.#stateOf(text) });
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  /** Shows another text; what was typed before cannot be undone into it. */
  show(text: string): void {
    if (text !== this.text) this.#view.setState(this.#stateOf(text));
  }

  /** Writes a text in place of the whole; Undo brings the former back. */
  replace(text: string): void {
    this.#view.dispatch({ changes: { from: 0, to: this.#view.state.doc.length, insert: text } });
    this.#view.focus();
  }

  insert(text: string): void {
    this.#view.dispatch(this.#view.state.replaceSelection(text));
    this.#view.focus();
  }

  /** What Run runs: the selection if it is a query, else the statement of the cursor. */
  statement(): { sql: string; from: number } {
    const { from, to, head } = this.#view.state.selection.main;
    const isQuery = beginsQuery.test(this.text.slice(from, to));
    const place = isQuery ? { from, to } : statementAt(this.text, head);
    return { sql: this.text.slice(place.from, place.to), from: place.from };
  }

  focus(): void {
    this.#view.focus();
  }

  /** Marks faults at their places, with corrections; `shift` is where the checked text begins. */
  mark(faults: readonly Fault[], shift = 0): void {
    const end = this.#view.state.doc.length;
    const diagnostics: Diagnostic[] = faults.flatMap(({ offset, length, message, candidates, hint }) => {
      if (offset === null) return [];
      const to = Math.min(shift + offset + Math.max(length ?? 1, 1), end);
      const from = Math.max(0, Math.min(shift + offset, to - 1));
      const diagnostic: Diagnostic = {
        from,
        to: Math.max(from, to),
        severity: 'error',
        message: hint === null ? message : `${message}. ${hint}`,
        actions: candidates.slice(0, candidatesShown).map((name) => ({
          name: words.editor.replaceBy(name),
          apply: (view: EditorView, start: number, stop: number) =>
            view.dispatch({ changes: { from: start, to: stop, insert: name } }),
        })),
      };
      return [diagnostic];
    });
    this.#view.dispatch(setDiagnostics(this.#view.state, diagnostics));
  }

  /** Writes a correction in place of the first fault that is marked. */
  mend(name: string): void {
    let place: { from: number; to: number } | undefined;
    forEachDiagnostic(this.#view.state, (_, from, to) => {
      place ??= { from, to };
    });
    if (place !== undefined) this.#view.dispatch({ changes: { ...place, insert: name } });
    this.#view.focus();
  }

  close(): void {
    this.#view.destroy();
  }

  #stateOf(doc: string): EditorState {
    const run = () => {
      this.#events.onRun();
      return true;
    };
    return EditorState.create({
      doc,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        EditorView.lineWrapping,
        placeholder(words.editor.placeholder),
        theme,
        syntaxHighlighting(colours),
        sql({ dialect: duckdbDialect, upperCaseKeywords: true }).language,
        autocompletion({
          icons: false,
          activateOnTypingDelay: 30,
          override: [(context) => completeSql(context, this.schema)],
        }),
        // Tab stays with the page, unless it accepts what is offered: the editor is no trap for the keyboard
        Prec.highest(
          keymap.of([
            { key: 'Mod-Enter', run },
            { key: 'Tab', run: acceptCompletion },
          ]),
        ),
        keymap.of([
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...historyKeymap,
          ...completionKeymap,
          ...lintKeymap,
        ]),
        EditorView.contentAttributes.of({ 'aria-label': words.editor.label }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) this.#events.onChange(update.state.doc.toString());
        }),
      ],
    });
  }
}
