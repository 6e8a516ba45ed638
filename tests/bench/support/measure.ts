/** Milliseconds that the work takes, without what garbage of before it would cost. */
export async function measureTime(work: () => Promise<unknown>): Promise<number> {
  global.gc?.();
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Megabytes of the heap and of buffers that are not garbage, above what was held before. */
export async function measurePeakMemory(work: () => Promise<unknown>): Promise<number> {
  const held = (): number => {
    global.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = held();
  let most = 0;
  const looking = setInterval(() => {
    most = Math.max(most, held() - before);
  }, 50);
  await work();
  clearInterval(looking);
  return Math.max(1, most / 1e6);
}
