/**
 * What this browser keeps: query tabs and history, in IndexedDB. Where a browser refuses it (a private window), the
 * console works without, and `isKept` says so. Keys are never stored.
 */
const names = ['tabs', 'history', 'saved'] as const;
type StoreName = (typeof names)[number];

let database: Promise<IDBDatabase | undefined> | undefined;

function open(): Promise<IDBDatabase | undefined> {
  database ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open('sdq-console', 1);
      request.onupgradeneeded = () => {
        for (const name of names) request.result.createObjectStore(name, { keyPath: 'id' });
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(undefined);
      request.onblocked = () => resolve(undefined);
    } catch {
      resolve(undefined);
    }
  });
  return database;
}

export const isKept = async (): Promise<boolean> => (await open()) !== undefined;

async function during<T>(
  store: StoreName,
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  const opened = await open();
  if (opened === undefined) return undefined;
  return await new Promise((resolve) => {
    const request = ask(opened.transaction(store, mode).objectStore(store));
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(undefined);
  });
}

export async function readAll<T extends { id: string }>(store: StoreName): Promise<T[]> {
  return ((await during(store, 'readonly', (each) => each.getAll())) ?? []) as T[];
}

export async function keep(store: StoreName, value: { id: string }): Promise<void> {
  await during(store, 'readwrite', (each) => each.put(value));
}

export async function forget(store: StoreName, id: string): Promise<void> {
  await during(store, 'readwrite', (each) => each.delete(id));
}

export async function forgetAll(store: StoreName): Promise<void> {
  await during(store, 'readwrite', (each) => each.clear());
}

/** A small setting, such as the theme. */
export function setting(name: string, value?: string): string | null {
  try {
    if (value !== undefined) localStorage.setItem(`sdq.${name}`, value);
    return localStorage.getItem(`sdq.${name}`);
  } catch {
    return value ?? null;
  }
}

let last = 0;

/** An ID that sorts by time. */
export function newId(): string {
  last = Math.max(Date.now(), last + 1);
  return last.toString(36).padStart(9, '0');
}
