/** Measures the work in milliseconds, after collecting earlier garbage. */
export async function measureTime(work: () => Promise<unknown>): Promise<number> {
  global.gc?.();
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * Measures the peak of live heap and buffers during the work, in megabytes above the initial value.
 */
export async function measurePeakMemory(work: () => Promise<unknown>): Promise<number> {
  const readLiveBytes = (): number => {
    global.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const initialBytes = readLiveBytes();
  let peakBytes = 0;
  const memoryTimer = setInterval(() => {
    peakBytes = Math.max(peakBytes, readLiveBytes() - initialBytes);
  }, 50);
  await work();
  clearInterval(memoryTimer);
  return Math.max(1, peakBytes / 1e6);
}
