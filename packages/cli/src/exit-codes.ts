/** What the command's exit status means; shown by `sdq --help`. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export const exitCodesHelp = `Exit codes:
  0    done; also when the reader of the output went away, or a service was asked to stop
  1    failed; one message on standard error says why
  2    wrong flags or arguments
  130  interrupted before it was done`;
