import { LRUCache } from 'lru-cache';
import { type Manifest, parseManifest, printManifest } from './manifest.ts';

/** The manifests that were read last, by their text: an add reads the one before it several times. */
const recent = new LRUCache<string, Manifest>({ max: 4 });

/** Parses a manifest, or repeats what the same text was parsed to. Errors: those of {@link parseManifest}. */
export function parseOnce(text: string): Manifest {
  const known = recent.get(text);
  if (known !== undefined) return known;
  const manifest = parseManifest(text);
  recent.set(text, manifest);
  return manifest;
}

/** Serialises a manifest. A process that reads it afterwards, for the next add, does not parse it. */
export function printRemembered(manifest: Manifest): string {
  const text = printManifest(manifest);
  recent.set(text, manifest);
  return text;
}
