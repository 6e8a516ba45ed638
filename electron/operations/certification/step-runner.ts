import type { Problem, Result } from '../../../shared/contract/index.ts';
import type { MoneyAnswer } from '../../service/index.ts';
import type { RecordedCall, Recorder } from './recorder.ts';

/** What a step of the certification brought. */
export type Verdict = {
  readonly kind: 'as-expected' | 'otherwise' | 'left-out';
  /** In words; a code, an id, a number. */
  readonly result: string;
};

export interface StepResult {
  readonly title: string;
  readonly expected: string;
  readonly verdict: Verdict;
  readonly calls: readonly RecordedCall[];
}

/** Plays one step: `work` never ends the certification, whatever it throws. */
export type RunStep = (
  title: string,
  expected: string,
  work: () => Promise<Verdict>,
) => Promise<Verdict>;

export function createStepRunner(
  recorder: Recorder,
  onStep: (step: StepResult) => void,
): { readonly step: RunStep; readonly steps: readonly StepResult[] } {
  const steps: StepResult[] = [];
  return {
    steps,
    step: async (title, expected, work) => {
      const verdict = await work().catch(
        (error: unknown): Verdict =>
          toUnexpectedVerdict(
            `the till broke: ${error instanceof Error ? error.message : String(error)}`,
          ),
      );
      // What came may be the service's own words.
      const shown: Verdict = { ...verdict, result: recorder.redact(verdict.result) };
      const step = { title, expected, verdict: shown, calls: recorder.takeCalls() };
      steps.push(step);
      onStep(step);
      return verdict;
    },
  };
}

export function toExpectedVerdict(result: string): Verdict {
  return { kind: 'as-expected', result };
}

export function toUnexpectedVerdict(result: string): Verdict {
  return { kind: 'otherwise', result };
}

export function toLeftOutVerdict(why: string): Verdict {
  return { kind: 'left-out', result: why };
}

/** A read that should bring a value. */
export function verifyValue<Value>(
  result: Result<Value>,
  say: (value: Value) => string | null,
  lacks = 'the answer lacks a field that is expected',
): Verdict {
  if (!result.ok) return toUnexpectedVerdict(formatProblem(result.problem));
  const said = say(result.value);
  return said === null ? toUnexpectedVerdict(lacks) : toExpectedVerdict(said);
}

/** A read that should be refused with this code. */
export function verifyRefusal(code: string, result: Result<unknown>): Verdict {
  if (result.ok) return toUnexpectedVerdict('it was not refused');
  const came = formatProblem(result.problem);
  const isIt = result.problem.kind === 'service-refused' && result.problem.code === code;
  return isIt ? toExpectedVerdict(came) : toUnexpectedVerdict(came);
}

/** A movement of money that should be refused with this code. */
export function verifyMoneyRefusal(code: string, answer: MoneyAnswer): Verdict {
  const came = formatAnswer(answer);
  return answer.kind === 'refused' && answer.code === code
    ? toExpectedVerdict(came)
    : toUnexpectedVerdict(came);
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
      return `no certain answer: ${answer.reason}`;
  }
}

export function formatProblem(problem: Problem): string {
  if (problem.kind === 'service-refused') {
    const { httpStatus, code, message } = problem;
    return `HTTP ${httpStatus}, ${code ?? 'no code'} ${message ?? ''}`.trim();
  }
  const { kind, ...rest } = problem;
  const details = Object.values(rest).filter((value) => value !== null);
  return [kind, ...details.map(String)].join(' ');
}
