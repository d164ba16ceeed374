import { readFileSync } from 'node:fs';

/** Bytes of a process's data segment, which `RLIMIT_DATA` bounds, and of its memory; zeros when it has ended. */
export function memoryOf(pid: number): { dataBytes: number; residentBytes: number } {
  let status = '';
  try {
    status = readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    // It ended between being listed and being read.
  }
  const bytes = (key: string) =>
    Number(new RegExp(`^${key}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024;
  return { dataBytes: bytes('VmData'), residentBytes: bytes('VmRSS') };
}
