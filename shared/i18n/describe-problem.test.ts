import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Problem, problemSchema } from '../contract/index.ts';
import { DEFAULT_TEXTS, LANGUAGES } from '../locales/index.ts';
import { createAllProblems } from './describe-problem.fixture.ts';
import { describeProblem } from './describe-problem.ts';

function createArbitraryFrom<Value>(values: readonly Value[]): fc.Arbitrary<Value> {
  return fc.constantFrom(...values);
}

function listTexts(tree: object): string[] {
  return Object.values(tree).flatMap((node) =>
    typeof node === 'string' ? [node] : listTexts(node),
  );
}

describe('texts of problems', () => {
  const problems = createAllProblems();

  test('creates problems of every kind for the other tests', () => {
    expect(new Set(problems.map(({ kind }) => kind)).size).toBe(problemSchema.options.length);
    expect(problems.length).toBeGreaterThan(50);
  });

  test.each(LANGUAGES)(
    'has three complete parts in %s for every problem, with all placeholders filled',
    (language) => {
      for (const problem of problems) {
        const text = describeProblem(problem, language);
        for (const part of [text.title, text.impact, text.action]) {
          expect(part, JSON.stringify(problem)).toMatch(/\S.*[.]$/);
          expect(part, JSON.stringify(problem)).not.toMatch(/\{\{|\}\}|undefined|null/);
        }
      }
    },
  );

  test('has no text for problems that no problem uses', () => {
    const usedTexts = new Set(
      problems.flatMap((problem) => Object.values(describeProblem(problem, 'es-MX'))),
    );
    const otherProblems: readonly Problem[] = [
      { kind: 'wrong-pin', waitSeconds: 0 },
      { kind: 'locked-out', endsWith: 'owner', waitSeconds: null },
    ];
    for (const problem of otherProblems) {
      for (const part of Object.values(describeProblem(problem, 'es-MX'))) usedTexts.add(part);
    }
    const unusedTexts = listTexts(DEFAULT_TEXTS.problems)
      .filter((text) => !text.includes('{{'))
      .filter((text) => !usedTexts.has(text));
    expect(unusedTexts).toEqual([]);
  });

  test('includes the seconds to wait after a wrong PIN', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 900 }),
        createArbitraryFrom(LANGUAGES),
        (waitSeconds, language) => {
          expect(describeProblem({ kind: 'wrong-pin', waitSeconds }, language).action).toContain(
            String(waitSeconds),
          );
        },
      ),
    );
  });

  test('returns the code of a refusal separately from the text', () => {
    const refused = { kind: 'service-refused', httpStatus: 422, message: null } as const;
    expect(describeProblem({ ...refused, code: 'R999' }, 'en').code).toBe('R999');
    expect(describeProblem({ ...refused, code: null }, 'en').code).toBe('HTTP 422');
  });

  test('never claims whether money was charged for a problem of a PIN or a look-up', () => {
    const problemsDuringPayment: readonly Problem[] = [
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
      for (const problem of problemsDuringPayment) {
        expect(describeProblem(problem, language).impact).not.toMatch(/se cobró|was charged/);
      }
    }
  });
});
