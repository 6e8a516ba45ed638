import type { Log } from '../../platform/index.ts';

export interface QuitSteps {
  add(step: () => Promise<void> | void): void;
  /**
   * Runs every step once, whoever calls it and however often; resolves at the latest at the
   * deadline.
   */
  run(): Promise<void>;
}

/** The work before the till ends. The steps run at the same time, and none stops another. */
export function createQuitSteps(deadlineMs: number, log: Log): QuitSteps {
  const steps: (() => Promise<void> | void)[] = [];
  let running: Promise<void> | null = null;

  const guarded = async (step: () => Promise<void> | void): Promise<void> => {
    try {
      await step();
    } catch (error) {
      log.error({ err: error }, 'quit: step failed');
    }
  };

  const runAll = async (): Promise<void> => {
    const { promise: deadline, resolve } = Promise.withResolvers<'late'>();
    const timer = setTimeout(() => resolve('late'), deadlineMs);
    const first = await Promise.race([Promise.all(steps.map(guarded)), deadline]);
    clearTimeout(timer);
    if (first === 'late') log.warn({ deadlineMs }, 'quit: timed out');
  };

  return {
    add: (step) => steps.push(step),
    run: () => {
      running ??= runAll();
      return running;
    },
  };
}
