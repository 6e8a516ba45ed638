import type { Clock } from './clock.ts';

/**
 * Values in memory by id, for a limited time and in a limited number. Beyond that number the oldest
 * value is removed first.
 */
export interface ExpiringMap<Value> {
  set(id: string, value: Value): void;
  get(id: string): Value | null;
  delete(id: string): void;
}

const MAX_ENTRIES = 500;

export function createExpiringMap<Value>(
  clock: Pick<Clock, 'now'>,
  lifetimeMs: number,
): ExpiringMap<Value> {
  const entries = new Map<string, { readonly value: Value; readonly at: number }>();
  return {
    set: (id, value) => {
      // Delete first, so that a value set again becomes the newest.
      entries.delete(id);
      entries.set(id, { value, at: clock.now() });
      for (const oldestId of entries.keys()) {
        if (entries.size <= MAX_ENTRIES) break;
        entries.delete(oldestId);
      }
    },
    get: (id) => {
      const entry = entries.get(id);
      if (!entry) return null;
      // Setting the clock back does not extend the lifetime.
      if (Math.abs(clock.now() - entry.at) < lifetimeMs) return entry.value;
      entries.delete(id);
      return null;
    },
    delete: (id) => {
      entries.delete(id);
    },
  };
}
