/** What is asked for under one name is done one after the other, in the order it was asked for. */
export type Turns = <Value>(name: string, work: () => Promise<Value>) => Promise<Value>;

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return (name, work) => {
    const before = last.get(name) ?? Promise.resolve();
    const done = before.then(work);
    // What one of them met is for whoever asked for it, and not for the next.
    const settled = done
      .catch(() => {})
      .finally(() => {
        if (last.get(name) === settled) last.delete(name);
      });
    last.set(name, settled);
    return done;
  };
}
