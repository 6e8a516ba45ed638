import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NotAskedError, runSteps, type Step, type StepResult } from './run-steps.ts';

const createStep = (name: string, ask: Step['ask'], changes: Partial<Step> = {}): Step => ({
  name,
  expected: `${name} works`,
  next: 'Read the manual.',
  ask,
  ...changes,
});
const passes = async (): Promise<string> => 'as expected';
const fails = async (): Promise<string> => {
  throw new Error('something else');
};
const neverAnswers = (): Promise<string> => new Promise(() => {});

describe('runSteps', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const run = async (steps: readonly Step[]): Promise<readonly StepResult[]> => {
    const reported: StepResult[] = [];
    const running = runSteps(steps, { totalMs: 60_000, onResult: (line) => reported.push(line) });
    await vi.runAllTimersAsync();
    expect(reported).toEqual(await running);
    return reported;
  };

  it('continues after a failed step, and does not ask what needs it', async () => {
    expect(
      await run([
        createStep('first', fails),
        createStep('second', passes, { needs: 'first' }),
        createStep('third', passes),
      ]),
    ).toEqual([
      {
        name: 'first',
        state: 'failed',
        expected: 'first works',
        actual: 'something else',
        error: 'something else',
        next: 'Read the manual.',
      },
      { name: 'second', state: 'not-asked', reason: '"first" did not pass' },
      { name: 'third', state: 'ok', detail: 'as expected' },
    ]);
  });

  it('fails a step that never answers, and asks the next one', async () => {
    const results = await run([createStep('first', neverAnswers), createStep('second', passes)]);
    expect(results).toMatchObject([
      { state: 'failed', actual: expect.stringMatching(/^nothing within 15 s;/) },
      { state: 'ok' },
    ]);
  });

  it('fails what is left once the time of all steps is over', async () => {
    const hanging = ['1', '2', '3', '4'].map((name) => createStep(name, neverAnswers));
    const results = await run([...hanging, createStep('last', passes)]);
    expect(results.at(-1)).toMatchObject({
      state: 'failed',
      actual: expect.stringMatching(/^the time of all questions was over/),
    });
  });

  it('says why a step cannot be asked, known before or found out', async () => {
    const ask = async (): Promise<string> => {
      throw new NotAskedError('nobody is there');
    };
    expect(
      await run([
        createStep('first', fails, { notAskedReason: 'no key store' }),
        createStep('second', ask),
      ]),
    ).toEqual([
      { name: 'first', state: 'not-asked', reason: 'no key store' },
      { name: 'second', state: 'not-asked', reason: 'nobody is there' },
    ]);
  });

  it('shortens the error of a browser to its first lines without colours, and keeps the whole', async () => {
    const log = Array.from({ length: 50 }, (_, index) => `- log ${index}`).join('\n');
    const ask = async (): Promise<string> => {
      throw new Error(`\u001b[31mTimeout\u001b[39m\n\n    at f (x.ts:1:2)\n${log}`);
    };
    const [result] = await run([createStep('first', ask)]);
    expect(result).toMatchObject({
      actual: expect.stringMatching(/^Timeout\n- log 0\n/),
      error: expect.stringContaining('- log 49'),
    });
  });
});
