import type { Command } from 'commander';
import { expect, test } from 'vitest';
import type { Context } from '../src/context.ts';
import { buildProgram } from '../src/program.ts';

const context = { environment: {}, signal: new AbortController().signal } as unknown as Context;

const shortForms = { '--index <dir>': '-i', '--output <file>': '-o', '--quiet': '-q' };

/** The help of each command that does something, by its words. */
async function allHelp(command: Command, path: readonly string[] = []): Promise<Map<string, string>> {
  const help = new Map<string, string>();
  let written = '';
  command.configureOutput({ writeOut: (text) => (written += text) });
  command.exitOverride();
  if (command.commands.length === 0) {
    await command.parseAsync(['--help'], { from: 'user' }).catch(() => {});
    help.set(path.join(' '), written);
  }
  for (const child of command.commands) {
    for (const [words, text] of await allHelp(child, [...path, child.name()])) help.set(words, text);
  }
  return help;
}

test('every command explains itself with an example that names it', async () => {
  const help = await allHelp(buildProgram(context));
  expect([...help.keys()].sort()).toEqual([
    'account close',
    'account create',
    'account credit',
    'account delete',
    'account export',
    'account list',
    'account resume',
    'account show',
    'account suspend',
    'account update',
    'account usage',
    'account verify',
    'admin-key create',
    'admin-key list',
    'admin-key revoke',
    'audit',
    'backup create',
    'backup restore',
    'backup verify',
    'cluster drop',
    'cluster init',
    'cluster load',
    'cluster status',
    'completion',
    'config',
    'doctor',
    'index add',
    'index build',
    'index catalog',
    'index clean',
    'index compact',
    'index generate',
    'index mirror',
    'index publish',
    'index remove',
    'index retain',
    'index status',
    'index upgrade',
    'index verify',
    'key create',
    'key list',
    'key revoke',
    'key rotate',
    'login',
    'logout',
    'mcp',
    'platform',
    'query',
    'secret retire',
    'secret rotate',
    'secret status',
    'serve',
    'shell',
    'start',
  ]);
  for (const [words, text] of help) {
    expect(text).toContain('-h, --help ');
    for (const [long, short] of Object.entries(shortForms)) {
      if (text.includes(`${long} `)) expect(text, words).toContain(`${short}, ${long} `);
    }
    expect(text).toContain(`Usage: sdq ${words} `);
    const [, examples = ''] = text.split(/\nExamples?:\n/);
    expect(examples).toContain(`sdq ${words}`);
  }
});

test('the program’s own help tells exit codes and environment', () => {
  let written = '';
  const program = buildProgram(context).configureOutput({ writeOut: (text) => (written += text) });
  expect(() => program.parse(['--help'], { from: 'user' })).toThrow();
  expect(written).toMatch(/^Exit codes:\n {2}0 .*\n {2}1 .*\n {2}2 .*\n {2}130 /m);
  expect(written).toContain('SDQ_HOME');
});
