import { expect, it, vi } from 'vitest';
import {
  createInitialState,
  createStepLister,
  createViolationFinder,
  formatFirstStep,
  REAL_DECISIONS,
} from './payment-model.ts';
import { replayOnTill } from './replay-on-till.ts';
import { formatViolation, walkStates } from './walk.ts';

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
  expect(broken.rule, broken.lines.join('\n')).toBe(walk.violation?.rule);
  planted.isOn = false;
  const right = await replayOnTill(trace);
  expect(right, right.lines.join('\n')).toMatchObject({ isFollowed: true, rule: null });
});

it.runIf(TRACE !== undefined)('replays the trace of PROOF_TRACE on the whole till', async () => {
  const { lines, isFollowed, rule } = await replayOnTill((TRACE ?? '').split('; '));
  process.stderr.write(
    `${lines.join('\n')}\nfollowed: ${isFollowed}\nbroken rule: ${rule ?? 'none'}\n`,
  );
  expect(rule).toBeNull();
});
