import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Problem, problemSchema } from '../contract/index.ts';
import { LANGUAGES, MEXICO } from '../locales/index.ts';
import { createEveryProblem } from './describe-problem.fixture.ts';
import { describeProblem } from './describe-problem.ts';

function oneOf<Value>(values: readonly Value[]): fc.Arbitrary<Value> {
  return fc.constantFrom(...values);
}

function textsIn(tree: object): string[] {
  return Object.values(tree).flatMap((one) => (typeof one === 'string' ? [one] : textsIn(one)));
}

describe('texts of problems', () => {
  const all = createEveryProblem();

  test('the list of problems reaches every kind', () => {
    expect(new Set(all.map((one) => one.kind)).size).toBe(problemSchema.options.length);
    expect(all.length).toBeGreaterThan(50);
  });

  test.each(LANGUAGES)(
    '%s has three parts for every problem, with nothing left to fill',
    (language) => {
      for (const one of all) {
        const said = describeProblem(one, language);
        for (const part of [said.happened, said.money, said.next]) {
          expect(part, JSON.stringify(one)).toMatch(/\S.*[.]$/);
          expect(part, JSON.stringify(one)).not.toMatch(/\{\{|\}\}|undefined|null/);
        }
      }
    },
  );

  test('no text is left that no problem says', () => {
    const said = new Set(all.flatMap((one) => Object.values(describeProblem(one, 'es-MX'))));
    const others: readonly Problem[] = [
      { kind: 'wrong-pin', waitSeconds: 0 },
      { kind: 'locked-out', endsWith: 'owner', waitSeconds: null },
    ];
    for (const one of others) {
      for (const part of Object.values(describeProblem(one, 'es-MX'))) said.add(part);
    }
    const unsaid = textsIn(MEXICO.problems)
      .filter((text) => !text.includes('{{'))
      .filter((text) => !said.has(text));
    expect(unsaid).toEqual([]);
  });

  test('seconds to wait are said', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 900 }), oneOf(LANGUAGES), (waitSeconds, language) => {
        expect(describeProblem({ kind: 'wrong-pin', waitSeconds }, language).next).toContain(
          String(waitSeconds),
        );
      }),
    );
  });

  test('the code of a refusal stands apart from the words', () => {
    const refused = { kind: 'service-refused', httpStatus: 422, message: null } as const;
    expect(describeProblem({ ...refused, code: 'R999' }, 'en').code).toBe('R999');
    expect(describeProblem({ ...refused, code: null }, 'en').code).toBe('HTTP 422');
  });

  test('what a PIN or a look-up of a payment may meet does not say that nothing was charged', () => {
    const met: readonly Problem[] = [
      { kind: 'wrong-pin', waitSeconds: 0 },
      { kind: 'wrong-pin', waitSeconds: 30 },
      { kind: 'wait', waitSeconds: 30 },
      { kind: 'locked-out', endsWith: 'supervisor', waitSeconds: null },
      { kind: 'locked-out', endsWith: 'owner', waitSeconds: 600 },
      { kind: 'not-allowed', needs: 'supervisor' },
      { kind: 'not-signed-in' },
      { kind: 'session-changed' },
      { kind: 'invalid-input', field: 'reason', reason: 'too short' },
      { kind: 'not-found', what: 'cashier' },
      { kind: 'shift', reason: 'needed' },
      { kind: 'not-connected', reason: 'not-ready' },
      { kind: 'not-connected', reason: 'no-keys' },
      { kind: 'payment-state', state: 'unknown', until: null },
    ];
    for (const language of LANGUAGES) {
      for (const problem of met) {
        expect(describeProblem(problem, language).money).not.toMatch(/se cobró|was charged/);
      }
    }
  });
});
