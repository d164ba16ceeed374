/** Statements that end with a semicolon outside of quotes and comments, and the text after the last of them. */
export function splitStatements(text: string): { statements: string[]; rest: string } {
  const statements: string[] = [];
  let start = 0;
  let at = 0;
  while (at < text.length) {
    const end = endOfToken(text, at);
    if (end === undefined) break;
    if (text[at] === ';') {
      const statement = text.slice(start, at).trim();
      if (statement !== '') statements.push(statement);
      start = at + 1;
    }
    at = end;
  }
  return { statements, rest: text.slice(start) };
}

/** Where what begins at `at` ends: a quoted text, a comment or a character; undefined where its end is missing. */
function endOfToken(text: string, at: number): number | undefined {
  const character = text[at] as string;
  if (character === "'" || character === '"') {
    const end = text.indexOf(character, at + 1);
    return end < 0 ? undefined : end + 1;
  }
  if (text.startsWith('--', at)) {
    const end = text.indexOf('\n', at);
    return end < 0 ? undefined : end;
  }
  if (text.startsWith('/*', at)) {
    const end = text.indexOf('*/', at + 2);
    return end < 0 ? undefined : end + 2;
  }
  const dollars = character === '$' ? /^\$(?:[A-Za-z_]\w*)?\$/.exec(text.slice(at, at + 64)) : null;
  if (dollars !== null) {
    const end = text.indexOf(dollars[0], at + dollars[0].length);
    return end < 0 ? undefined : end + dollars[0].length;
  }
  return at + 1;
}

/** Whether the text is blank, or comments and nothing else. */
export function isBlank(text: string): boolean {
  return text.replaceAll(/--[^\n]*(\n|$)|\/\*[\s\S]*?\*\//g, '').trim() === '';
}
