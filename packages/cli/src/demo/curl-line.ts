/** A curl command line that sends a query to a service: to run it, or to what stands after its path. */
export function curlLine(url: string, apiKey: string, sql: string, path = ''): string {
  // A service that listens on all addresses is reachable at the loopback address.
  const address = url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
  return [
    `curl -s ${address}/api/shortvideo/sql${path}`,
    `-H 'Authorization: Bearer ${apiKey}'`,
    `-H 'Content-Type: application/json'`,
    `-d '${JSON.stringify({ query: sql }).replaceAll("'", "'\\''")}'`,
  ].join(' ');
}
