import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TRAINING_SHOP } from '../../tests/e2e/support/training-shop.ts';
import { getNumericSeed, scaleRuns } from '../../tests/support/sampling.ts';
import { parseProvisioningText } from './provisioning-file.ts';

/** The text of a provisioning file, with any content. */

type FuzzedText = ReturnType<typeof parseProvisioningText>;

function expectValueOrProblem(result: FuzzedText): void {
  if ('problem' in result) {
    expect(result.problem.kind).toMatch(/^provisioning/);
    return;
  }
  const text = JSON.stringify(result.value);
  expect(parseProvisioningText(text)).toEqual(result);
}

const FIELDS = Object.keys(TRAINING_SHOP);

describe('provisioning text', () => {
  it('parses every provisioning text to settings or a problem', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.json(),
          fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString()),
        ),
        (text) => expectValueOrProblem(parseProvisioningText(text)),
      ),
      { seed: getNumericSeed('provisioning text'), numRuns: scaleRuns(200) },
    );
  });

  it('parses every value of a provisioning field to settings or a problem', () => {
    fc.assert(
      fc.property(fc.constantFrom(...FIELDS), fc.jsonValue(), (field, value) =>
        expectValueOrProblem(
          parseProvisioningText(JSON.stringify({ ...TRAINING_SHOP, [field]: value })),
        ),
      ),
      { seed: getNumericSeed('provisioning fields'), numRuns: scaleRuns(250) },
    );
  });

  it('rejects a provisioning text that is nested a hundred thousand times', () => {
    const text = '['.repeat(100_000);
    expect(parseProvisioningText(text)).toMatchObject({ problem: { kind: 'provisioning' } });
    const nested = `{"shop":${'{"name":'.repeat(5_000)}1${'}'.repeat(5_000)}}`;
    expect(parseProvisioningText(nested)).toMatchObject({ problem: { kind: 'provisioning' } });
  });
});
