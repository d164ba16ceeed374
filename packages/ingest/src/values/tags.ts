import { parsePythonLiteral } from './python-literal.ts';
import { isBlank, readText } from './text.ts';

/** Keys that collectors use for the name of a hashtag or mention object. */
const nameKeys = [
  'name',
  'hashtagName',
  'hashtag_name',
  'title',
  'cha_name',
  'tag',
  'username',
  'uniqueId',
  'text',
];

/** A hashtag in a caption ends at white space, punctuation, # or @. It may contain emoji and any script. */
const tagInText = /[#＃]([^\s#＃@.,!?;:…"'“”‘’()[\]{}<>/\\|&*+=~`^%$。、，！？「」]+)/gu;
const mentionInText = /(?<![\p{L}\p{N}_.])@([\p{L}\p{N}_.]{2,40})/gu;

/**
 * The members of a list: an array of strings or objects, JSON or Python text, or text separated by commas, bars or
 * white space.
 */
export function readNames(value: unknown): string[] {
  if (isBlank(value)) return [];
  if (Array.isArray(value)) return value.flatMap((member) => nameOf(member) ?? []);
  if (typeof value === 'object') return nameOf(value) === undefined ? [] : [nameOf(value) as string];
  const text = readText(value)?.trim() ?? '';
  if (/^[[({]/.test(text)) {
    // JSON's strings begin with double quotes, Python's mostly with single ones; a failed JSON.parse is slow.
    const list = /^[[({]\s*(?:[[{]\s*)?'/.test(text)
      ? parsePythonLiteral(text)
      : (parseJson(text) ?? parsePythonLiteral(text));
    if (list !== undefined) return readNames(Array.isArray(list) ? list : [list]);
  }
  if (/[,;|]/.test(text)) return split(text, /[,;|]/);
  return split(text, /\s+/);
}

function split(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function nameOf(member: unknown): string | undefined {
  if (member === null || typeof member !== 'object') return readText(member) ?? undefined;
  const record = member as Record<string, unknown>;
  for (const key of nameKeys) {
    const name = readText(record[key]);
    if (name !== null && name !== '') return name;
  }
  return undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface Tags {
  /** In order, lower case, without #; repeated where the source repeats them. */
  hashtags: string[];
  /** Names that are attached to a hashtag: `#trending@name`. */
  mentions: string[];
}

/** Hashtags from a list in any format; one member may contain several, separated by # or @. */
export function readHashtags(value: unknown): Tags {
  const tags: Tags = { hashtags: [], mentions: [] };
  for (const name of readNames(value)) {
    for (const piece of name.split(/(?=[#＃@])/u)) {
      const bare = clean(piece);
      if (bare === '') continue;
      if (piece.startsWith('@')) tags.mentions.push(bare);
      else tags.hashtags.push(...split(bare, /\s+/));
    }
  }
  return tags;
}

/** Mentioned names from a list in any format. */
export function readMentions(value: unknown): string[] {
  return readNames(value)
    .flatMap((name) => split(name, /\s+|(?=@)/u))
    .map(clean)
    .filter((name) => name !== '');
}

function clean(name: string): string {
  const bare = name.trim().replace(/^[#＃@"']+/u, '');
  // A pattern for quotes at the end would begin anew at each quote before it.
  let end = bare.length;
  while (end > 0 && (bare[end - 1] === '"' || bare[end - 1] === "'")) end--;
  return bare.slice(0, end).trim().toLowerCase();
}

/** The hashtags in a caption, for sources without a list. */
export function hashtagsInText(text: string): string[] {
  return [...text.matchAll(tagInText)].map((match) => (match[1] ?? '').toLowerCase());
}

/** The usernames in a caption, for sources without a list. */
export function mentionsInText(text: string): string[] {
  return [...text.matchAll(mentionInText)]
    .map((match) => (match[1] ?? '').replace(/\.+$/, '').toLowerCase())
    .filter((name) => name !== '');
}
