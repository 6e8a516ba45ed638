import type { Problem, Result } from '../../../shared/contract/index.ts';
import { describeProblem } from '../../../shared/i18n/index.ts';
import type { MoneyAnswer } from '../../service/index.ts';
import type { RecordedRequest, RequestRecorder } from './recorder.ts';

/** The result of a step of the certification. */
export type CertificationVerdict = {
  readonly kind: 'as-expected' | 'otherwise' | 'left-out';
  /** A text: a code, an id, a number. */
  readonly result: string;
};

export interface CertificationStepResult {
  readonly title: string;
  readonly expected: string;
  readonly verdict: CertificationVerdict;
  readonly calls: readonly RecordedRequest[];
}

/** Runs one step: an error of `work` never ends the certification. */
export type RunCertificationStep = (
  title: string,
  expected: string,
  work: () => Promise<CertificationVerdict>,
) => Promise<CertificationVerdict>;

export function createStepRunner(
  recorder: RequestRecorder,
  onStep: (step: CertificationStepResult) => void,
): { readonly step: RunCertificationStep; readonly steps: readonly CertificationStepResult[] } {
  const steps: CertificationStepResult[] = [];
  return {
    steps,
    step: async (title, expected, work) => {
      const verdict = await work().catch(
        (error: unknown): CertificationVerdict =>
          createUnexpectedVerdict(
            `an error in the till: ${error instanceof Error ? error.message : String(error)}`,
          ),
      );
      // The result may contain text of the service.
      const redactedVerdict: CertificationVerdict = {
        ...verdict,
        result: recorder.redact(verdict.result),
      };
      const step = {
        title,
        expected,
        verdict: redactedVerdict,
        calls: recorder.takeRecordedRequests(),
      };
      steps.push(step);
      onStep(step);
      return verdict;
    },
  };
}

export function createExpectedVerdict(result: string): CertificationVerdict {
  return { kind: 'as-expected', result };
}

export function createUnexpectedVerdict(result: string): CertificationVerdict {
  return { kind: 'otherwise', result };
}

export function createSkippedVerdict(reason: string): CertificationVerdict {
  return { kind: 'left-out', result: reason };
}

/** Verifies a read that must return a value. */
export function verifyRequestSucceeded<Value>(
  result: Result<Value>,
  formatValue: (value: Value) => string | null,
  missingReason = 'the answer lacks an expected field',
): CertificationVerdict {
  if (!result.ok) return createUnexpectedVerdict(formatProblemForReport(result.problem));
  const valueText = formatValue(result.value);
  return valueText === null
    ? createUnexpectedVerdict(missingReason)
    : createExpectedVerdict(valueText);
}

/** Verifies a read that must be refused with this code. */
export function verifyRequestRefused(
  expectedCode: string,
  result: Result<unknown>,
): CertificationVerdict {
  if (result.ok) return createUnexpectedVerdict('it was not refused');
  const resultText = formatProblemForReport(result.problem);
  const hasCode = result.problem.kind === 'service-refused' && result.problem.code === expectedCode;
  return hasCode ? createExpectedVerdict(resultText) : createUnexpectedVerdict(resultText);
}

/** Verifies a money operation that must be refused with this code. */
export function verifyPaymentRefused(
  expectedCode: string,
  answer: MoneyAnswer,
): CertificationVerdict {
  const resultText = formatMoneyAnswer(answer);
  return answer.kind === 'refused' && answer.code === expectedCode
    ? createExpectedVerdict(resultText)
    : createUnexpectedVerdict(resultText);
}

export function formatMoneyAnswer(answer: MoneyAnswer): string {
  switch (answer.kind) {
    case 'not-sent':
      return `not sent: ${formatProblemForReport(answer.problem)}`;
    case 'done':
      return `HTTP ${answer.httpStatus}, id ${answer.transaction?.id ?? 'none'}`;
    case 'refused':
      return `HTTP ${answer.httpStatus}, ${answer.code ?? 'no code'} ${answer.message ?? ''}`.trim();
    case 'unknown':
      return `outcome unknown: ${answer.reason}`;
  }
}

export function formatProblemForReport(problem: Problem): string {
  if (problem.kind === 'service-refused') {
    const { httpStatus, code, message } = problem;
    return `HTTP ${httpStatus}, ${code ?? 'no code'} ${message ?? ''}`.trim();
  }
  const { kind, ...rest } = problem;
  const details = Object.values(rest).filter((value) => value !== null);
  const { title } = describeProblem(problem, 'en');
  return `${title} (${[kind, ...details.map(String)].join(' ')})`;
}
