import { expect, it, vi } from 'vitest';
import { createNamedRandom, scaleRuns } from '../support/sampling.ts';
import {
  createInitialState,
  createStepLister,
  createViolationFinder,
  formatFirstStep,
  REAL_DECISIONS,
} from './payment-model.ts';
import { formatReplay, replayOnTill } from './replay-on-till.ts';
import { FULL_WALK_TIMEOUT_MS, formatViolation, walkStates } from './walk.ts';

/** While it is on, walk and till believe an empty look-up at once. */
const planted = vi.hoisted(() => ({ isOn: false }));
vi.mock(import('../../electron/counter/payments/outcome/conclusion.ts'), async (importReal) => {
  const real = await importReal();
  return {
    ...real,
    hasRequestExpired: (...facts) => planted.isOn || real.hasRequestExpired(...facts),
  };
});

const FIRST_STEP = formatFirstStep(0);
const TRACE = process.env.PROOF_TRACE;
const MAX_STEPS = 6;
/** The till accepts these Dates only after further answers; its client rejects another external_id. */
const OTHER_ON_TILL =
  /disputed|minutes ahead|without a Date|dated -?1|external_id of another payment/;

it.skipIf(TRACE !== undefined)('shows a violation of the walk on the whole till', async () => {
  planted.isOn = true;
  const walk = walkStates(
    createInitialState(0),
    createStepLister(REAL_DECISIONS),
    createViolationFinder(REAL_DECISIONS),
    5,
  );
  const trace = [FIRST_STEP, ...(walk.violation?.trace ?? [])];
  expect(formatViolation(walk, FIRST_STEP)).toContain(`PROOF_TRACE="${trace.join('; ')}"`);
  const broken = await replayOnTill(trace);
  expect(broken.rule, formatReplay(broken)).toBe(walk.violation?.rule);
  planted.isOn = false;
  const right = await replayOnTill(trace);
  expect(right, formatReplay(right)).toMatchObject({ obstacle: null, rule: null });
});

it.skipIf(TRACE !== undefined)(
  'finds the walk and the whole till in the same states',
  { timeout: FULL_WALK_TIMEOUT_MS },
  async () => {
    const random = createNamedRandom('replays');
    const listSteps = createStepLister(REAL_DECISIONS);
    for (let run = 0; run < scaleRuns(10, 300); run += 1) {
      const trace = [FIRST_STEP];
      const states = ['sending'];
      let state = createInitialState(0);
      while (trace.length <= MAX_STEPS) {
        // The till's own look-ups fail while time passes, and after one that failed it sends nothing.
        const hasWaited = trace.at(-1)?.endsWith('pass') || trace.at(-1) === 'a day passes';
        const steps = [...listSteps(state)].filter(
          ({ words }) =>
            !OTHER_ON_TILL.test(words) &&
            !(hasWaited && words.startsWith('the cashier sends again')),
        );
        if (steps.length === 0) break;
        const { words, next } = random.pick(steps);
        trace.push(words);
        states.push(next.outcome.state === 'sent' ? 'sending' : next.outcome.state);
        state = next;
      }
      const replay = await replayOnTill(trace);
      expect(
        replay.steps.map((step) => step.state),
        formatReplay(replay),
      ).toEqual(states);
      expect(replay.rule).toBeNull();
    }
  },
);

it.runIf(TRACE !== undefined)('replays the trace of PROOF_TRACE on the whole till', async () => {
  const replay = await replayOnTill((TRACE ?? '').split('; '));
  process.stderr.write(`${formatReplay(replay)}\n`);
  expect(replay.rule).toBeNull();
});
