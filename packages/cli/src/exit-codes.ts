/** Exit codes of the command, as `sdq --help` lists them. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export const exitCodesHelp = `Exit codes:
  0    success (including a closed output pipe or a graceful shutdown)
  1    failure; standard error has one message with the reason
  2    invalid options or arguments
  130  interrupted before completion`;
