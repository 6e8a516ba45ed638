/** Runs work that must not overlap: one task at a time, in call order. */
export type SerialQueue = <Value>(work: () => Promise<Value>) => Promise<Value>;

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    // Only the caller of this task gets its failure, not the next task in the queue.
    last = result.catch(() => undefined);
    return result;
  };
}

/** One serial queue per name. Work under different names may overlap. */
export type NamedSerialQueues = <Value>(name: string, work: () => Promise<Value>) => Promise<Value>;

export function createNamedSerialQueues(): NamedSerialQueues {
  const queues = new Map<string, { readonly run: SerialQueue; pendingCount: number }>();
  return async (name, work) => {
    const queue = queues.get(name) ?? { run: createSerialQueue(), pendingCount: 0 };
    queues.set(name, queue);
    queue.pendingCount += 1;
    try {
      return await queue.run(work);
    } finally {
      queue.pendingCount -= 1;
      if (queue.pendingCount === 0) queues.delete(name);
    }
  };
}
