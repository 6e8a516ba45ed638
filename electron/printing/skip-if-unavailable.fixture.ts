import type { TestContext } from 'vitest';

/** Skips a test that this machine cannot run, and writes the reason to stderr. */
export function skipIfUnavailable(context: TestContext, unavailableReason: string | null): void {
  if (unavailableReason === null) return;
  process.stderr.write(`skipped: ${context.task.name}: ${unavailableReason}\n`);
  context.skip(unavailableReason);
}

const NOBODY = 65_534;

/** Runs the work as the user nobody if this process is root, to which no permission is denied. */
export async function runAsNobody<Value>(
  context: TestContext,
  work: () => Promise<Value>,
): Promise<Value> {
  const { geteuid, seteuid } = process;
  if (geteuid === undefined || seteuid === undefined) return await work();
  if (geteuid.call(process) !== 0) return await work();
  try {
    seteuid.call(process, NOBODY);
  } catch (error) {
    skipIfUnavailable(context, `this process stays root: ${String(error)}`);
  }
  try {
    return await work();
  } finally {
    seteuid.call(process, 0);
  }
}
