/** One at a time, in the order of asking; each result goes to the one that asked. */
export function createTurns(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    // A turn that fails is its asker's affair, not the next one's.
    last = mine.catch(() => undefined);
    return mine;
  };
}
