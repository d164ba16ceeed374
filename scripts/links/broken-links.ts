import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { type Document, type Reference, readMarkdown } from './read-markdown.ts';

/** Finds what a repository's documents name and does not have. */
export class LinkChecker {
  readonly #root: string;
  readonly #anchors = new Map<string, ReadonlySet<string>>();

  /** `root` is the folder of the repository. */
  constructor(root: string) {
    this.#root = root;
  }

  /** What the document at `path`, from the root, names and is not there: `path:line: target: why`. */
  brokenIn(path: string, text: string = readFileSync(join(this.#root, path), 'utf8')): string[] {
    const document = readMarkdown(text);
    return document.references.flatMap((reference) => {
      const why = this.#whyBroken(path, document, reference);
      return why === undefined ? [] : [`${path}:${reference.line}: ${reference.target}: ${why}`];
    });
  }

  #whyBroken(path: string, document: Document, { target, kind }: Reference): string | undefined {
    if (kind === 'path') return this.#isThere(target) ? undefined : 'there is no such path';
    if (/^[a-z][a-z+.-]*:|^\/\//i.test(target)) return undefined; // of another site
    const [file = '', anchor] = target.split('#');
    if (file.startsWith('/')) return 'a link from the root works on no other site: make it relative';
    const linked = file === '' ? path : normalize(join(dirname(path), file));
    if (linked.startsWith('..')) return 'it leads out of the repository';
    if (file !== '' && !existsSync(join(this.#root, linked))) return 'there is no such file';
    if (anchor === undefined || anchor === '') return undefined;
    const anchors = file === '' ? document.anchors : this.#anchorsOf(linked);
    return anchors === undefined || anchors.has(anchor) ? undefined : `there is no heading #${anchor}`;
  }

  /** Undefined of what is no Markdown: anchors of other files are lines, which nobody can check. */
  #anchorsOf(path: string): ReadonlySet<string> | undefined {
    const full = join(this.#root, path);
    if (!path.endsWith('.md') || !statSync(full).isFile()) return undefined;
    let anchors = this.#anchors.get(path);
    if (anchors === undefined) {
      ({ anchors } = readMarkdown(readFileSync(full, 'utf8')));
      this.#anchors.set(path, anchors);
    }
    return anchors;
  }

  /** Of a pattern, whether anything fits. `<name>` stands for any name. */
  #isThere(path: string): boolean {
    const pattern = path.replace(/<[^>]*>/g, '*');
    return /[*{]/.test(pattern)
      ? alternatives(pattern).every((each) => globSync(each, { cwd: this.#root }).length > 0)
      : existsSync(join(this.#root, pattern));
  }
}

/** `a/{b,c}/d` as `a/b/d` and `a/c/d`, so that each of them is looked for. */
function alternatives(pattern: string): string[] {
  const [whole, inside = ''] = /\{([^{}]*)\}/.exec(pattern) ?? [];
  if (whole === undefined) return [pattern];
  return inside.split(',').flatMap((each) => alternatives(pattern.replace(whole, each)));
}
