import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ctePreviews, onLines } from '../../sql/read-sql.ts';
import { activeId, change, type QueryTab, tabs } from '../../state/query-tabs.ts';
import { schemas } from '../../state/schemas.ts';
import { words } from '../../text/words.ts';
import { editor, runActive } from './run-query.ts';

/** The text of a tab now: what was drawn may be older than what was typed since, and must not be written back. */
const textOf = (id: string): string => tabs.peek().find((tab) => tab.id === id)?.sql ?? '';

/** Characters from which a query is worth more than one line. */
const longLine = 70;

/** The editor: its code is loaded after the page is there. */
export function SqlEditor({ tab }: { tab: QueryTab }): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    let isLeft = false;
    void import('../../editor/editor.ts').then(({ Editor }) => {
      if (isLeft || host.current === null) return;
      editor.value = new Editor(host.current, tab.sql, {
        onChange: (sql) => change(activeId.peek(), { sql }),
        onRun: () => void runActive(),
      });
      setLoaded(true);
    });
    return () => {
      isLeft = true;
      editor.peek()?.close();
      editor.value = undefined;
    };
  }, []);
  useEffect(() => editor.peek()?.show(textOf(tab.id)), [tab.id, isLoaded]);
  useEffect(() => {
    if (editor.peek()?.text !== textOf(tab.id)) editor.peek()?.replace(textOf(tab.id));
  }, [tab.sql]);
  const schema = schemas.value[tab.platform];
  useEffect(() => {
    const shown = editor.peek();
    if (shown !== undefined) shown.schema = schema;
  }, [schema, isLoaded]);
  const previews = ctePreviews(tab.sql);
  const lines = tab.sql.length < longLine ? tab.sql : onLines(tab.sql);
  return (
    <div class="editor">
      <div class="editor-host" ref={host} title={words.editor.keys}>
        {!isLoaded && <pre class="editor-waits">{tab.sql}</pre>}
      </div>
      {(previews.length > 0 || lines !== tab.sql) && (
        <div class="previews" role="group" aria-label={words.query.ofText}>
          {lines !== tab.sql && (
            <button type="button" class="chip" onClick={() => editor.peek()?.replace(lines)}>
              {words.query.onLines}
            </button>
          )}
          {previews.length > 0 && <span class="note">{words.query.previews}</span>}
          {previews.map(({ name, sql }) => (
            <button key={name} type="button" class="chip" onClick={() => void runActive(sql)}>
              {name}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
