/** Values in memory under an id for a limited time and in a limited number; the oldest go first. */
export interface Shelf<Value> {
  put(id: string, value: Value, now: number): void;
  get(id: string, now: number): Value | null;
  remove(id: string): void;
}

const MOST = 500;

export function createShelf<Value>(lifetime: number): Shelf<Value> {
  const all = new Map<string, { readonly value: Value; readonly at: number }>();
  return {
    put: (id, value, now) => {
      all.set(id, { value, at: now });
      for (const oldest of all.keys()) {
        if (all.size <= MOST) break;
        all.delete(oldest);
      }
    },
    get: (id, now) => {
      const kept = all.get(id);
      if (!kept) return null;
      // A clock that was set back makes it no fresher.
      if (Math.abs(now - kept.at) <= lifetime) return kept.value;
      all.delete(id);
      return null;
    },
    remove: (id) => {
      all.delete(id);
    },
  };
}
