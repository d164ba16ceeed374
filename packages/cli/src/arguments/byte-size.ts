import { InvalidArgumentError } from 'commander';

const factors: Readonly<Record<string, number>> = {
  mb: 1e6,
  gb: 1e9,
  mib: 2 ** 20,
  gib: 2 ** 30,
};
const bytesMin = 256 * 2 ** 20;

/** `512MB`, `2GB`, `1.5GiB` as bytes; MB and GB are powers of ten, MiB and GiB powers of two. */
export function parseByteSize(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*(mb|gb|mib|gib)$/i.exec(text);
  const bytes = Math.round(Number(match?.[1]) * (factors[match?.[2]?.toLowerCase() ?? ''] ?? Number.NaN));
  if (!Number.isSafeInteger(bytes) || bytes < bytesMin) {
    throw new InvalidArgumentError('Expected a size of at least 256MiB, such as 512MB or 2GiB.');
  }
  return bytes;
}
