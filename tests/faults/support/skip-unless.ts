import type { TestContext } from 'vitest';

/** Skips a test that this machine cannot run, and says why where everybody reads it. */
export function skipUnlessAvailable(context: TestContext, whyNot: string | null): void {
  if (whyNot === null) return;
  process.stderr.write(`skipped: ${context.task.name}: ${whyNot}\n`);
  context.skip(whyNot);
}
