import { describe, expect, it } from 'vitest';
import { silentLog } from '../../platform/index.ts';
import { createQuitSteps } from './quit.ts';

describe('the quit steps', () => {
  it('runs every step once for repeated calls and waits for all', async () => {
    const finishedSteps: string[] = [];
    const steps = createQuitSteps(5_000, silentLog);
    steps.add(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      finishedSteps.push('slow');
    });
    steps.add(() => {
      throw new Error('no');
    });
    steps.add(() => void finishedSteps.push('quick'));
    await Promise.all([steps.run(), steps.run()]);
    expect(finishedSteps).toEqual(['quick', 'slow']);
  });

  it('stops waiting at its deadline', async () => {
    const warnings: string[] = [];
    const warn = (_fields: object, message: string) => void warnings.push(message);
    const steps = createQuitSteps(20, { ...silentLog, warn });
    steps.add(() => new Promise(() => {}));
    await steps.run();
    expect(warnings).toHaveLength(1);
  });
});
