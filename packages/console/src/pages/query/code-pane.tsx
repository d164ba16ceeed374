import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { CodeBlock } from '../../parts/code-block.tsx';
import { questionOf } from '../../state/query-run.ts';
import type { QueryTab } from '../../state/query-tabs.ts';
import { resultWords } from '../../text/result-words.ts';
import { codeSample, type Language, languages } from './code-samples.ts';

/** The query for other programs. */
export function CodePane({ tab }: { tab: QueryTab }): JSX.Element {
  const [language, setLanguage] = useState<Language>('curl');
  return (
    <div class="code-pane">
      <div class="chips" role="group" aria-label={resultWords.code.language}>
        {languages.map((each) => (
          <button
            key={each}
            type="button"
            class="chip"
            aria-pressed={each === language}
            onClick={() => setLanguage(each)}
          >
            {each}
          </button>
        ))}
      </div>
      <CodeBlock text={codeSample(language, questionOf(tab), location.origin)} label={language} />
      <p class="note">{resultWords.code.about}</p>
    </div>
  );
}
