import GithubSlugger from 'github-slugger';
import MarkdownIt from 'markdown-it';

/** Something in a document that names a place of the repository. */
export interface Reference {
  /** Line of the document, from 1. */
  readonly line: number;
  readonly target: string;
  readonly kind: 'link' | 'path';
}

export interface Document {
  readonly references: readonly Reference[];
  /** What `#…` can name: slugs of headings as GitHub makes them, and ids of HTML elements. */
  readonly anchors: ReadonlySet<string>;
}

const parser = new MarkdownIt({ html: true });
type Token = ReturnType<typeof parser.parse>[number];

/** Words in code spans that begin like a path of the repository; the rest of the word may be a pattern. */
const repositoryPath = /^(packages|scripts|docs|test|bench|data|deploy|\.ci)\//;

/** Links, images and paths in code spans; blocks of code show commands, output and maps, and are left out. */
export function readMarkdown(text: string): Document {
  const references: Reference[] = [];
  const anchors = new Set<string>();
  const slugger = new GithubSlugger();
  let line = 1;
  const tokens = parser.parse(text, {});
  for (const [at, token] of tokens.entries()) {
    line = token.map === null ? line : token.map[0] + 1;
    for (const anchor of idsIn(token)) anchors.add(anchor);
    if (tokens[at - 1]?.type === 'heading_open') anchors.add(slugger.slug(textOf(token)));
    for (const child of token.children ?? []) {
      if (child.type === 'softbreak' || child.type === 'hardbreak') line++;
      references.push(...referencesIn(child, line));
    }
  }
  return { references, anchors };
}

function referencesIn(token: Token, line: number): Reference[] {
  const target = token.attrGet('href') ?? token.attrGet('src');
  if (target !== null) return [{ line, target: decodeURI(String(target)), kind: 'link' }];
  if (token.type !== 'code_inline') return [];
  return token.content
    .split(/\s+/)
    .filter((word) => repositoryPath.test(word))
    .map((word) => ({ line, target: word.replace(/[.,;:)]+$/, ''), kind: 'path' as const }));
}

function idsIn({ type, content, children }: Token): string[] {
  const html = type === 'html_block' ? content : '';
  const inline = (children ?? []).filter((child) => child.type === 'html_inline');
  const all = html + inline.map((child) => child.content).join('');
  return [...all.matchAll(/\b(?:id|name)="([^"]+)"/g)].map(([, id = '']) => id);
}

/** The text of a heading without its marks. */
function textOf({ children }: Token): string {
  return (children ?? [])
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('');
}
