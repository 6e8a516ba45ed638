import type { Clock } from './clock.ts';

/**
 * Values in memory under an id, for a limited time and in a limited number; beyond that number the
 * oldest go first.
 */
export interface ExpiringMap<Value> {
  set(id: string, value: Value): void;
  get(id: string): Value | null;
  delete(id: string): void;
}

const MAX_ENTRIES = 500;

export function createExpiringMap<Value>(
  clock: Pick<Clock, 'now'>,
  lifetime: number,
): ExpiringMap<Value> {
  const entries = new Map<string, { readonly value: Value; readonly at: number }>();
  return {
    set: (id, value) => {
      // Set anew, it is the youngest.
      entries.delete(id);
      entries.set(id, { value, at: clock.now() });
      for (const oldest of entries.keys()) {
        if (entries.size <= MAX_ENTRIES) break;
        entries.delete(oldest);
      }
    },
    get: (id) => {
      const entry = entries.get(id);
      if (!entry) return null;
      // A clock that was set back makes it no fresher.
      if (Math.abs(clock.now() - entry.at) < lifetime) return entry.value;
      entries.delete(id);
      return null;
    },
    delete: (id) => {
      entries.delete(id);
    },
  };
}
