/** Work that must not overlap: one at a time, in the order of asking. */
export type SerialQueue = <Value>(work: () => Promise<Value>) => Promise<Value>;

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    // A failure is for whoever asked for that work, not for the next in the queue.
    last = mine.catch(() => undefined);
    return mine;
  };
}

/** A serial queue for each name. Work under different names overlaps. */
export type SerialQueues = <Value>(name: string, work: () => Promise<Value>) => Promise<Value>;

export function createSerialQueues(): SerialQueues {
  const queues = new Map<string, { readonly run: SerialQueue; waiting: number }>();
  return async (name, work) => {
    const queue = queues.get(name) ?? { run: createSerialQueue(), waiting: 0 };
    queues.set(name, queue);
    queue.waiting += 1;
    try {
      return await queue.run(work);
    } finally {
      queue.waiting -= 1;
      if (queue.waiting === 0) queues.delete(name);
    }
  };
}
