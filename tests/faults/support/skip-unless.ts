import type { TestContext } from 'vitest';

/** Skips a test that this machine cannot run, and prints the reason. */
export function skipUnlessAvailable(context: TestContext, unavailableReason: string | null): void {
  if (unavailableReason === null) return;
  process.stderr.write(`skipped: ${context.task.name}: ${unavailableReason}\n`);
  context.skip(unavailableReason);
}
