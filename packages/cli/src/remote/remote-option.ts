/** `--remote`, of every command that can ask a service in place of an index. */
export const remoteOption = [
  '-r, --remote [url]',
  'ask the service at the URL (default: SDQ_REMOTE, else that of sdq login) in place of an index; the key comes from SDQ_API_KEY or sdq login',
] as const;
