import type { Problem, Result } from '../../../shared/contract/index.ts';
import { describeProblem } from '../../../shared/i18n/index.ts';
import type { MoneyAnswer } from '../../service/index.ts';
import type { RecordedCall, Recorder } from './recorder.ts';

/** The result of a step of the certification. */
export type CertificationVerdict = {
  readonly kind: 'as-expected' | 'otherwise' | 'left-out';
  /** A text: a code, an id, a number. */
  readonly result: string;
};

export interface StepResult {
  readonly title: string;
  readonly expected: string;
  readonly verdict: CertificationVerdict;
  readonly calls: readonly RecordedCall[];
}

/** Runs one step: an error of `work` never ends the certification. */
export type RunStep = (
  title: string,
  expected: string,
  work: () => Promise<CertificationVerdict>,
) => Promise<CertificationVerdict>;

export function createStepRunner(
  recorder: Recorder,
  onStep: (step: StepResult) => void,
): { readonly step: RunStep; readonly steps: readonly StepResult[] } {
  const steps: StepResult[] = [];
  return {
    steps,
    step: async (title, expected, work) => {
      const verdict = await work().catch(
        (error: unknown): CertificationVerdict =>
          toUnexpectedVerdict(
            `an error in the till: ${error instanceof Error ? error.message : String(error)}`,
          ),
      );
      // The result may contain text of the service.
      const redactedVerdict: CertificationVerdict = {
        ...verdict,
        result: recorder.redact(verdict.result),
      };
      const step = { title, expected, verdict: redactedVerdict, calls: recorder.takeCalls() };
      steps.push(step);
      onStep(step);
      return verdict;
    },
  };
}

export function toExpectedVerdict(result: string): CertificationVerdict {
  return { kind: 'as-expected', result };
}

export function toUnexpectedVerdict(result: string): CertificationVerdict {
  return { kind: 'otherwise', result };
}

export function toSkippedVerdict(reason: string): CertificationVerdict {
  return { kind: 'left-out', result: reason };
}

/** Verifies a read that must return a value. */
export function verifyValue<Value>(
  result: Result<Value>,
  formatValue: (value: Value) => string | null,
  missingReason = 'the answer lacks an expected field',
): CertificationVerdict {
  if (!result.ok) return toUnexpectedVerdict(formatProblem(result.problem));
  const valueText = formatValue(result.value);
  return valueText === null ? toUnexpectedVerdict(missingReason) : toExpectedVerdict(valueText);
}

/** Verifies a read that must be refused with this code. */
export function verifyRefusal(code: string, result: Result<unknown>): CertificationVerdict {
  if (result.ok) return toUnexpectedVerdict('it was not refused');
  const resultText = formatProblem(result.problem);
  const hasCode = result.problem.kind === 'service-refused' && result.problem.code === code;
  return hasCode ? toExpectedVerdict(resultText) : toUnexpectedVerdict(resultText);
}

/** Verifies a money operation that must be refused with this code. */
export function verifyMoneyRefusal(code: string, answer: MoneyAnswer): CertificationVerdict {
  const resultText = formatAnswer(answer);
  return answer.kind === 'refused' && answer.code === code
    ? toExpectedVerdict(resultText)
    : toUnexpectedVerdict(resultText);
}

export function formatAnswer(answer: MoneyAnswer): string {
  switch (answer.kind) {
    case 'not-sent':
      return `not sent: ${formatProblem(answer.problem)}`;
    case 'done':
      return `HTTP ${answer.httpStatus}, id ${answer.transaction?.id ?? 'none'}`;
    case 'refused':
      return `HTTP ${answer.httpStatus}, ${answer.code ?? 'no code'} ${answer.message ?? ''}`.trim();
    case 'unknown':
      return `outcome unknown: ${answer.reason}`;
  }
}

export function formatProblem(problem: Problem): string {
  if (problem.kind === 'service-refused') {
    const { httpStatus, code, message } = problem;
    return `HTTP ${httpStatus}, ${code ?? 'no code'} ${message ?? ''}`.trim();
  }
  const { kind, ...rest } = problem;
  const details = Object.values(rest).filter((value) => value !== null);
  const { title } = describeProblem(problem, 'en');
  return `${title} (${[kind, ...details.map(String)].join(' ')})`;
}
