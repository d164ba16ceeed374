import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Shows a text by PAGER, by default `less` where it is; resolves false where there is none. */
export async function page(
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  const program = environment.PAGER ?? 'less';
  if (program === '' || program === 'cat') return false;
  const child = spawn(program, {
    shell: true,
    stdio: ['pipe', 'inherit', 'inherit'],
    // F: leaves where one screen is enough; R: colours; S: long lines are cut; X: leaves the text on the screen.
    env: { LESS: 'FRSX', ...environment } as NodeJS.ProcessEnv,
  });
  child.stdin.on('error', () => {}); // the reader left before the end
  child.stdin.end(text);
  const [code] = (await once(child, 'close')) as [number | null];
  return code !== 127;
}
