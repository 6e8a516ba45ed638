import { describe, expect, it } from 'vitest';
import type { ServiceVersion } from '../../shared/contract/index.ts';
import { createNamedRandom, getSampleSize, SEED } from '../support/sampling.ts';
import { VERSION_PER_WIRE_FORMAT } from '../support/versions.ts';
import { listPaymentKinds } from './support/cashier.ts';
import { STEP_MODES, type StepMode } from './support/port-steps.ts';
import { playBrokenScenario, type Scenario } from './support/scenario.ts';

/**
 * Every call that a payment makes across a port, broken in every way, one after the other; then
 * the till starts again and everything must come to its right end. Of the many thousand cases a
 * share is tried here, spread over all steps and ways, and another one in each run; `--all` tries
 * each.
 */

const STRIDE = getSampleSize('steps');

/** Where a share of the steps begins: 1 to `STRIDE`, drawn from the seed. */
function firstOf(version: ServiceVersion, kind: Scenario, mode: StepMode): number {
  return createNamedRandom(`steps/${version}/${kind}/${mode}`).between(1, STRIDE);
}

const scenariosOf = (version: ServiceVersion): readonly Scenario[] => [
  ...listPaymentKinds(version),
  'basket',
];
const CASES = VERSION_PER_WIRE_FORMAT.flatMap((version) =>
  scenariosOf(version).map((kind) => ({ version, kind })),
);

describe.each(CASES)('$kind in $version', ({ version, kind }) => {
  it('comes to its right end whatever call is broken', { timeout: 1_200_000 }, async () => {
    const whole = await playBrokenScenario(version, kind, 0, 'throw');
    expect(whole.wrong).toEqual([]);
    // One that is lost and one that goes well, or the scenario would prove nothing.
    expect(whole.tally.attempts).toBeGreaterThanOrEqual(2);
    expect(whole.tally.paidAtService).toBeGreaterThanOrEqual(1);
    expect(whole.sentAgain).toBe(1);
    // Every port is on the way, or the list of steps would prove nothing.
    for (const port of ['database', 'clock', 'service', 'network', 'printer']) {
      expect(
        whole.names.some((name) => name.startsWith(`${port}.`)),
        port,
      ).toBe(true);
    }
    const wrong: string[] = [];
    let broken = 0;
    for (const mode of STEP_MODES) {
      for (let at = firstOf(version, kind, mode); at <= whole.calls; at += STRIDE) {
        const result = await playBrokenScenario(version, kind, at, mode);
        if (result.wasBroken) broken += 1;
        for (const one of result.wrong)
          wrong.push(`${mode} at ${at} ${whole.names[at - 1]}: ${one}`);
      }
    }
    expect(wrong, `TEST_SEED=${SEED}`).toEqual([]);
    expect(broken).toBeGreaterThan((STEP_MODES.length * whole.calls) / STRIDE / 2);
  });
});
