import { describe, expect, it } from 'vitest';
import { silentLog } from '../../platform/index.ts';
import { createQuitSteps } from './quit.ts';

describe('the quit', () => {
  it('runs every step once, however often it is asked, and waits for all', async () => {
    const done: string[] = [];
    const steps = createQuitSteps(5_000, silentLog);
    steps.add(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      done.push('slow');
    });
    steps.add(() => {
      throw new Error('no');
    });
    steps.add(() => void done.push('quick'));
    await Promise.all([steps.run(), steps.run()]);
    expect(done).toEqual(['quick', 'slow']);
  });

  it('does not wait longer than its deadline', async () => {
    const warned: string[] = [];
    const warn = (_fields: object, message: string) => void warned.push(message);
    const steps = createQuitSteps(20, { ...silentLog, warn });
    steps.add(() => new Promise(() => {}));
    await steps.run();
    expect(warned).toHaveLength(1);
  });
});
