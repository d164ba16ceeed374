import { type Command, Option } from 'commander';
import type { Context } from '../context.ts';

/** `sdq completion`: a script that completes commands and options in a shell. */
export function registerCompletion(program: Command, context: Context): void {
  program
    .command('completion')
    .summary('print a completion script for a shell')
    .description('Print a script that completes the commands and options of sdq in a shell.')
    .addOption(
      new Option('--shell <shell>', 'bash, zsh or fish').choices(['bash', 'zsh', 'fish']).default('bash'),
    )
    .addHelpText(
      'after',
      '\nExamples:\n  source <(sdq completion)\n  sdq completion --shell fish > ~/.config/fish/completions/sdq.fish',
    )
    .action(async ({ shell }: { shell: 'bash' | 'zsh' | 'fish' }) => {
      const paths = wordsOf(program, []);
      await context.stdout.line(shell === 'fish' ? fishScript(paths) : bashScript(paths, shell === 'zsh'));
    });
}

/** The words that may follow each command, by the words before them. */
type Paths = { readonly path: readonly string[]; readonly words: readonly string[] }[];

function wordsOf(command: Command, path: readonly string[]): Paths {
  const children = command.commands.flatMap((child) => wordsOf(child, [...path, child.name()]));
  const options = command.options.flatMap(({ long, short }) =>
    [long, short].filter((word) => word !== undefined),
  );
  const words = [...command.commands.map((child) => child.name()), ...options, '--help'];
  return [{ path, words }, ...children];
}

function bashScript(paths: Paths, isZsh: boolean): string {
  const cases = paths.map(({ path, words }) => `    '${path.join(' ')}') words='${words.join(' ')}' ;;`);
  return [
    ...(isZsh ? ['autoload -U +X bashcompinit && bashcompinit'] : []),
    '_sdq() {',
    `  local current="\${COMP_WORDS[COMP_CWORD]}" path="" word words=""`,
    `  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do`,
    `    case "$word" in -*) break ;; *) path="\${path:+$path }$word" ;; esac`,
    '  done',
    '  case "$path" in',
    ...cases,
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    `  [ -n "$words" ] && [ "\${#COMPREPLY[@]}" -gt 0 ] || COMPREPLY=($(compgen -f -- "$current"))`,
    '}',
    'complete -o filenames -F _sdq sdq',
  ].join('\n');
}

function fishScript(paths: Paths): string {
  return paths
    .map(({ path, words }) => {
      const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`);
      const condition = seen.length === 0 ? '__fish_use_subcommand' : seen.join('; and ');
      return `complete -c sdq -n '${condition}' -a '${words.join(' ')}'`;
    })
    .join('\n');
}
