import { describe, expect, it } from 'vitest';
import type { ServiceVersion } from '../../shared/contract/index.ts';
import { createNamedRandom, getSampleSize, SEED } from '../support/sampling.ts';
import { VERSION_PER_WIRE_FORMAT } from '../support/versions.ts';
import { listPaymentKinds } from './support/cashier.ts';
import { STEP_MODES, type StepMode } from './support/port-steps.ts';
import { runBrokenScenario, type Scenario } from './support/scenario.ts';

/**
 * Breaks every call that a payment makes across a port, in every way, one after the other; then the
 * till restarts and everything must be resolved correctly. Each run tests a sample of the many
 * thousand cases, spread over all calls and ways; `--all` tests every case.
 */

const STRIDE = getSampleSize('steps');

/** Returns the first call of the sample: 1 to `STRIDE`, drawn from the seed. */
function drawFirstCall(version: ServiceVersion, kind: Scenario, mode: StepMode): number {
  return createNamedRandom(`steps/${version}/${kind}/${mode}`).between(1, STRIDE);
}

const listScenarios = (version: ServiceVersion): readonly Scenario[] => [
  ...listPaymentKinds(version),
  'basket',
];
const CASES = VERSION_PER_WIRE_FORMAT.flatMap((version) =>
  listScenarios(version).map((kind) => ({ version, kind })),
);

describe.each(CASES)('$kind in $version', ({ version, kind }) => {
  it('resolves every payment correctly, whatever call is broken', {
    timeout: 1_200_000,
  }, async () => {
    const unbroken = await runBrokenScenario(version, kind, 0, 'throw');
    expect(unbroken.faults).toEqual([]);
    // The scenario must contain a lost request and a successful one.
    expect(unbroken.tally.attempts).toBeGreaterThanOrEqual(2);
    expect(unbroken.tally.paidAtService).toBeGreaterThanOrEqual(1);
    expect(unbroken.resendCount).toBe(1);
    // The scenario must use every port.
    for (const port of ['database', 'clock', 'service', 'network', 'printer']) {
      expect(
        unbroken.names.some((name) => name.startsWith(`${port}.`)),
        port,
      ).toBe(true);
    }
    const faults: string[] = [];
    let brokenCount = 0;
    for (const mode of STEP_MODES) {
      for (
        let brokenCall = drawFirstCall(version, kind, mode);
        brokenCall <= unbroken.calls;
        brokenCall += STRIDE
      ) {
        const result = await runBrokenScenario(version, kind, brokenCall, mode);
        if (result.wasBroken) brokenCount += 1;
        for (const fault of result.faults)
          faults.push(`${mode} at ${brokenCall} ${unbroken.names[brokenCall - 1]}: ${fault}`);
      }
    }
    expect(faults, `TEST_SEED=${SEED}`).toEqual([]);
    expect(brokenCount).toBeGreaterThan((STEP_MODES.length * unbroken.calls) / STRIDE / 2);
  });
});
