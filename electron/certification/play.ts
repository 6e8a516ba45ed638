import type { Problem, Result } from '../../shared/contract/index.ts';
import type { MoneyAnswer } from '../service/index.ts';
import type { RecordedCall, Recorder } from './recorder.ts';

/** What a step of the certification brought. */
export type Verdict = {
  readonly kind: 'as-expected' | 'otherwise' | 'left-out';
  /** In words; a code, an id, a number. */
  readonly came: string;
};

export interface PlayedStep {
  readonly title: string;
  readonly expected: string;
  readonly verdict: Verdict;
  readonly calls: readonly RecordedCall[];
}

/** Plays one step: `work` never ends the certification, whatever it throws. */
export type PlayStep = (
  title: string,
  expected: string,
  work: () => Promise<Verdict>,
) => Promise<Verdict>;

export function createPlay(
  recorder: Recorder,
  onStep: (step: PlayedStep) => void,
): { readonly step: PlayStep; readonly steps: readonly PlayedStep[] } {
  const steps: PlayedStep[] = [];
  return {
    steps,
    step: async (title, expected, work) => {
      const verdict = await work().catch(
        (error: unknown): Verdict =>
          otherwise(`the till broke: ${error instanceof Error ? error.message : String(error)}`),
      );
      // What came may be the service's own words.
      const shown = { ...verdict, came: recorder.plain(verdict.came) };
      const step = { title, expected, verdict: shown, calls: recorder.take() };
      steps.push(step);
      onStep(step);
      return verdict;
    },
  };
}

export function asExpected(came: string): Verdict {
  return { kind: 'as-expected', came };
}

export function otherwise(came: string): Verdict {
  return { kind: 'otherwise', came };
}

export function leftOut(why: string): Verdict {
  return { kind: 'left-out', came: why };
}

/** A read that should bring a value. */
export function brings<Value>(
  result: Result<Value>,
  say: (value: Value) => string | null,
  lacks = 'the answer lacks a field that is expected',
): Verdict {
  if (!result.ok) return otherwise(problemWords(result.problem));
  const said = say(result.value);
  return said === null ? otherwise(lacks) : asExpected(said);
}

/** A read that should be refused with this code. */
export function refusedWith(code: string, result: Result<unknown>): Verdict {
  if (result.ok) return otherwise('it was not refused');
  const came = problemWords(result.problem);
  const isIt = result.problem.kind === 'service-refused' && result.problem.code === code;
  return isIt ? asExpected(came) : otherwise(came);
}

/** A movement of money that should be refused with this code. */
export function answeredWith(code: string, answer: MoneyAnswer): Verdict {
  const came = answerWords(answer);
  return answer.kind === 'refused' && answer.code === code ? asExpected(came) : otherwise(came);
}

export function answerWords(answer: MoneyAnswer): string {
  switch (answer.kind) {
    case 'not-sent':
      return `not sent: ${problemWords(answer.problem)}`;
    case 'done':
      return `HTTP ${answer.httpStatus}, id ${answer.transaction?.id ?? 'none'}`;
    case 'refused':
      return `HTTP ${answer.httpStatus}, ${answer.code ?? 'no code'} ${answer.message ?? ''}`.trim();
    case 'unknown':
      return `no certain answer: ${answer.reason}`;
  }
}

export function problemWords(problem: Problem): string {
  if (problem.kind === 'service-refused') {
    const { httpStatus, code, message } = problem;
    return `HTTP ${httpStatus}, ${code ?? 'no code'} ${message ?? ''}`.trim();
  }
  const { kind, ...rest } = problem;
  const details = Object.values(rest).filter((value) => value !== null);
  return [kind, ...details.map(String)].join(' ');
}
