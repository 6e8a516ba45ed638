import type { TestContext } from 'vitest';

/** Skips a test that this machine cannot run, and says why where everybody reads it. */
export function needs(context: TestContext, whyNot: string | null): void {
  if (whyNot === null) return;
  process.stderr.write(`skipped: ${context.task.name}: ${whyNot}\n`);
  context.skip(whyNot);
}

const NOBODY = 65_534;

/** Root may do all: what is forbidden to others is tried as one of them. */
export async function asNobody<Value>(
  context: TestContext,
  work: () => Promise<Value>,
): Promise<Value> {
  const { geteuid, seteuid } = process;
  if (geteuid === undefined || seteuid === undefined) return await work();
  if (geteuid.call(process) !== 0) return await work();
  try {
    seteuid.call(process, NOBODY);
  } catch (error) {
    needs(context, `this process stays root: ${String(error)}`);
  }
  try {
    return await work();
  } finally {
    seteuid.call(process, 0);
  }
}
