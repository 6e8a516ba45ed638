/**
 * Every problem of the contract in words, in three languages: what happened, whether money moved,
 * what to do now. Spanish of Mexico is whole; Spanish of Colombia holds what differs. The texts of
 * the service's own codes stand in `codes.ts` and are used where the service refused.
 */
import { assertNever, type Language, type Problem } from '../contract/index.ts';
import { formatMoney } from '../money/index.ts';
import { codeText } from './codes.ts';
import { english } from './problems-en.ts';
import { colombia } from './problems-es-co.ts';
import { mexico } from './problems-es-mx.ts';

type Of<Kind extends Problem['kind']> = Extract<Problem, { kind: Kind }>;

type WithReason =
  | 'not-connected'
  | 'service-unreachable'
  | 'account-number'
  | 'amount'
  | 'biller-unusable'
  | 'storage'
  | 'printer'
  | 'staff'
  | 'shift'
  | 'cash'
  | 'setting'
  | 'upload'
  | 'daily-file'
  | 'backup'
  | 'restore';
type WithWhat = 'not-found' | 'not-offered';

type Reasoned<One extends Problem> = One extends {
  kind: infer Kind extends string;
  reason: infer Reason extends string;
}
  ? `${Kind}.${Reason}`
  : never;
type Named<One extends Problem> = One extends {
  kind: infer Kind extends string;
  what: infer What extends string;
}
  ? `${Kind}.${What}`
  : never;

/** A problem's text: its kind, with the reason where each reason has words of its own. */
export type ProblemKey =
  | Exclude<Problem['kind'], WithReason | WithWhat | 'service-refused'>
  | Reasoned<Of<WithReason>>
  | Named<Of<WithWhat>>
  | 'wrong-pin-wait'
  | 'locked-out-owner';

/** What happened, whether money moved, what to do now. Placeholders stand in double braces. */
export type ThreeParts = readonly [happened: string, money: string, next: string];
export type ProblemTexts = Readonly<Record<ProblemKey, ThreeParts>>;

export interface ProblemText {
  readonly happened: string;
  readonly money: string;
  readonly next: string;
  /** R2, HTTP 503, a reference in the log: small, for the help line. */
  readonly code: string | null;
}

const TEXTS: Readonly<Record<Language, Readonly<Partial<ProblemTexts>>>> = {
  'es-MX': mexico,
  'es-CO': colombia,
  en: english,
};

/** The three parts of a problem, filled in. */
export function describeProblem(problem: Problem, language: Language): ProblemText {
  if (problem.kind === 'service-refused') return describeRefusal(problem, language);
  const key = keyOf(problem);
  const values = valuesOf(problem, language);
  const [happened, money, next] = TEXTS[language][key] ?? mexico[key];
  return {
    happened: fill(happened, values),
    money: fill(money, values),
    next: fill(next, values),
    code: codeOf(problem),
  };
}

/** A payment's own refusal is told by its result; here a look-up or a set-up was refused. */
function describeRefusal(problem: Of<'service-refused'>, language: Language): ProblemText {
  const { code, httpStatus } = problem;
  const { what, money, next } = codeText({
    code,
    httpStatus,
    language,
    during: 'look-up',
    biller: null,
  });
  return { happened: what, money, next, code: codeOf(problem) };
}

function keyOf(problem: Exclude<Problem, { kind: 'service-refused' }>): ProblemKey {
  switch (problem.kind) {
    case 'not-connected':
    case 'service-unreachable':
    case 'account-number':
    case 'amount':
    case 'biller-unusable':
    case 'storage':
    case 'printer':
    case 'staff':
    case 'setting':
    case 'shift':
    case 'cash':
    case 'upload':
    case 'daily-file':
    case 'backup':
    case 'restore':
      return reasonedKey(problem);
    case 'not-found':
      return `${problem.kind}.${problem.what}`;
    case 'not-offered':
      return `${problem.kind}.${problem.what}`;
    case 'wrong-pin':
      return problem.waitSeconds > 0 ? 'wrong-pin-wait' : 'wrong-pin';
    case 'locked-out':
      return problem.waitSeconds === null ? 'locked-out' : 'locked-out-owner';
    default:
      return problem.kind;
  }
}

function reasonedKey(problem: Of<WithReason>): ProblemKey {
  switch (problem.kind) {
    case 'not-connected':
      return `${problem.kind}.${problem.reason}`;
    case 'service-unreachable':
      return `${problem.kind}.${problem.reason}`;
    case 'account-number':
      return `${problem.kind}.${problem.reason}`;
    case 'amount':
      return `${problem.kind}.${problem.reason}`;
    case 'biller-unusable':
      return `${problem.kind}.${problem.reason}`;
    case 'storage':
      return `${problem.kind}.${problem.reason}`;
    case 'printer':
      return `${problem.kind}.${problem.reason}`;
    case 'shift':
      return `${problem.kind}.${problem.reason}`;
    case 'cash':
      return `${problem.kind}.${problem.reason}`;
    case 'staff':
      return `${problem.kind}.${problem.reason}`;
    case 'setting':
      return `${problem.kind}.${problem.reason}`;
    case 'upload':
      return `${problem.kind}.${problem.reason}`;
    case 'daily-file':
      return `${problem.kind}.${problem.reason}`;
    case 'backup':
      return `${problem.kind}.${problem.reason}`;
    case 'restore':
      return `${problem.kind}.${problem.reason}`;
    default:
      return assertNever(problem);
  }
}

type Values = Readonly<Record<string, string>>;

function valuesOf(problem: Problem, language: Language): Values {
  switch (problem.kind) {
    case 'invalid-input':
    case 'provisioning':
      return { field: problem.field, reason: problem.reason };
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
            : `: ${formatMoney(problem.limit, language).replaceAll(' ', '\u00a0')}`,
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

function fill(text: string, values: Values): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => values[name] ?? '');
}
