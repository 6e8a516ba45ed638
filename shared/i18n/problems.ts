/**
 * Every problem of the contract in words: what happened, whether money moved, what to do now. A
 * kind or reason without its three texts does not compile. `codes.ts` has the words for the
 * service's codes, which are used if the service refused.
 */
import type { Language, Problem } from '../contract/index.ts';
import { formatMoney } from '../money/index.ts';
import { codeText } from './codes.ts';
import { textOf } from './texts.ts';

type Refused = Extract<Problem, { kind: 'service-refused' }>;
type Told = Exclude<Problem, Refused>;

/** Free text as a reason is not part of a key. */
type Choice<Kind extends string, Reason extends string> = string extends Reason
  ? Kind
  : `${Kind}.${Reason}`;
type KeyOf<One extends Problem> = One extends {
  kind: infer Kind extends string;
  reason: infer Reason extends string;
}
  ? Choice<Kind, Reason>
  : One extends { kind: infer Kind extends string; what: infer What extends string }
    ? Choice<Kind, What>
    : One['kind'];

/** A problem's text: its kind, with the reason if reasons have texts of their own. */
export type ProblemKey = KeyOf<Told> | 'wrong-pin-wait' | 'locked-out-owner';

export interface ProblemText {
  readonly happened: string;
  readonly money: string;
  readonly next: string;
  /** R2, HTTP 503, a reference in the log: small, for the help line. */
  readonly code: string | null;
}

/** The three parts of a problem, filled in; amounts of `shopCurrency` without its code. */
export function describeProblem(
  problem: Problem,
  language: Language,
  shopCurrency: string | null = null,
): ProblemText {
  if (problem.kind === 'service-refused') return describeRefusal(problem, language);
  const key = keyOf(problem);
  const values = valuesOf(problem, language, shopCurrency);
  const say = (part: 'happened' | 'money' | 'next'): string =>
    textOf('problems', language, `${key}.${part}`, values);
  return {
    happened: say('happened'),
    money: say('money'),
    next: say('next'),
    code: codeOf(problem),
  };
}

/** The result of a payment describes its own refusal; this is for a refused read or set-up. */
function describeRefusal(problem: Refused, language: Language): ProblemText {
  const { code, httpStatus } = problem;
  const asked = { code, httpStatus, language, during: 'look-up', biller: null } as const;
  return { ...codeText(asked), code: codeOf(problem) };
}

function keyOf(problem: Told): ProblemKey {
  switch (problem.kind) {
    case 'invalid-input':
    case 'provisioning':
      return problem.kind;
    case 'wrong-pin':
      return problem.waitSeconds > 0 ? 'wrong-pin-wait' : 'wrong-pin';
    case 'locked-out':
      return problem.waitSeconds === null ? 'locked-out' : 'locked-out-owner';
    default:
      return choiceOf(problem) as ProblemKey;
  }
}

/** The type `ProblemKey` knows which kind has which reasons; this text does not. */
function choiceOf(problem: Told): string {
  if ('what' in problem) return `${problem.kind}.${problem.what}`;
  return 'reason' in problem ? `${problem.kind}.${problem.reason}` : problem.kind;
}

type Values = Readonly<Record<string, string>>;

function valuesOf(problem: Problem, language: Language, shopCurrency: string | null): Values {
  switch (problem.kind) {
    case 'invalid-input':
    case 'provisioning':
      return { field: problem.field, reason: problem.reason };
    case 'machine-file':
      return { name: problem.name };
    case 'provisioning-incomplete':
      return { fields: problem.fields.join(', ') };
    case 'wrong-pin':
    case 'wait':
      return { seconds: String(problem.waitSeconds) };
    case 'locked-out':
      return { minutes: String(Math.ceil((problem.waitSeconds ?? 0) / 60)) };
    case 'service-silent':
      return { seconds: String(problem.seconds) };
    case 'clock-off':
      return { minutes: String(Math.abs(problem.minutes)) };
    case 'account-number':
      return { expected: problem.expected === null ? '' : ` (${problem.expected})` };
    case 'amount':
      return {
        limit:
          problem.limit === null
            ? ''
            : `: ${formatMoney(problem.limit, language, shopCurrency).replaceAll(' ', '\u00a0')}`,
      };
    case 'upload':
      return { fingerprint: problem.fingerprint === null ? '' : ` (${problem.fingerprint})` };
    default:
      return {};
  }
}

function codeOf(problem: Problem): string | null {
  switch (problem.kind) {
    case 'service-refused':
      return problem.code ?? `HTTP ${problem.httpStatus}`;
    case 'service-unreadable':
      return `HTTP ${problem.httpStatus}`;
    case 'keys-refused':
      return 'HTTP 401';
    case 'internal':
      return problem.reference;
    case 'storage':
      return problem.file === '' ? null : problem.file;
    default:
      return null;
  }
}
