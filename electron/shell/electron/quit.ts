import type { Log } from '../../platform/index.ts';

export interface QuitSteps {
  add(step: () => Promise<void> | void): void;
  /**
   * Runs every step once, regardless of the number of calls; resolves at the deadline at the
   * latest.
   */
  run(): Promise<void>;
}

/**
 * The work before the till quits. The steps run concurrently, and a failed step does not stop the
 * others.
 */
export function createQuitSteps(deadlineMs: number, log: Log): QuitSteps {
  const steps: (() => Promise<void> | void)[] = [];
  let running: Promise<void> | null = null;

  const runStep = async (step: () => Promise<void> | void): Promise<void> => {
    try {
      await step();
    } catch (error) {
      log.error({ err: error }, 'quit: step failed');
    }
  };

  const runAll = async (): Promise<void> => {
    const { promise: deadline, resolve } = Promise.withResolvers<'late'>();
    const timer = setTimeout(() => resolve('late'), deadlineMs);
    const winner = await Promise.race([Promise.all(steps.map(runStep)), deadline]);
    clearTimeout(timer);
    if (winner === 'late') log.warn({ deadlineMs }, 'quit: timed out');
  };

  return {
    add: (step) => steps.push(step),
    run: () => {
      running ??= runAll();
      return running;
    },
  };
}
