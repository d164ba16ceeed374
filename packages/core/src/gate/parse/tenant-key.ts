/** The key of a text in a cache in which no tenant finds what another one sent. */
export function tenantKey(tenant: string | null | undefined, text: string): string {
  return `${JSON.stringify(tenant ?? null)} ${text}`;
}
