import { syncBuiltinESMExports } from 'node:module';
import workerThreads, { type WorkerOptions } from 'node:worker_threads';
import { SMALL_UTILITY_COUNT } from './small-utility-count.ts';

/**
 * Loaded before main. Shortens the biller list of the till's own training service: a new till uses
 * more processor time for a list of 6,000 billers than for its own start.
 */
const { Worker } = workerThreads;
Reflect.set(
  workerThreads,
  'Worker',
  class extends Worker {
    constructor(file: string | URL, options: WorkerOptions = {}) {
      const isTraining = String(file).includes('training');
      const workerData = { ...options.workerData, utilityCount: SMALL_UTILITY_COUNT };
      super(file, isTraining ? { ...options, workerData } : options);
    }
  },
);
syncBuiltinESMExports();
