/**
 * The texts of every problem of the contract: what happened, whether money moved, what to do now. A
 * kind or reason without its three texts is a compile error. If the service refused the request, the
 * texts are those of `service-code-texts.ts`.
 */
import type { Language, Problem } from '../contract/index.ts';
import { formatMoney, type Money } from '../money/index.ts';
import { describeServiceCode } from './service-code-texts.ts';
import { getText } from './texts.ts';

type ServiceRefusal = Extract<Problem, { kind: 'service-refused' }>;
type OtherProblem = Exclude<Problem, ServiceRefusal>;

/** A free-text reason is not part of the key. */
type KeyWithReason<Kind extends string, Reason extends string> = string extends Reason
  ? Kind
  : `${Kind}.${Reason}`;
type KeyForProblem<ProblemType extends Problem> = ProblemType extends {
  kind: infer Kind extends string;
  reason: infer Reason extends string;
}
  ? KeyWithReason<Kind, Reason>
  : ProblemType extends { kind: infer Kind extends string; what: infer What extends string }
    ? KeyWithReason<Kind, What>
    : ProblemType['kind'];

/** The key of a problem's text: its kind, with the reason if each reason has its own text. */
export type ProblemTextKey = KeyForProblem<OtherProblem> | 'wrong-pin-wait' | 'locked-out-owner';

export interface ProblemText {
  readonly title: string;
  readonly impact: string;
  readonly action: string;
  /** R2, HTTP 503, or a reference in the log; displayed in small print, for the help line. */
  readonly code: string | null;
}

/** The three texts of a problem, with placeholders filled. Amounts in `shopCurrency` have no code. */
export function describeProblem(
  problem: Problem,
  language: Language,
  shopCurrency: string | null = null,
): ProblemText {
  if (problem.kind === 'service-refused') return describeRefusal(problem, language);
  const key = getProblemKey(problem);
  const values = getPlaceholderValues(problem, language, shopCurrency);
  const formatPart = (part: 'title' | 'impact' | 'action'): string =>
    getText('problems', language, `${key}.${part}`, values);
  return {
    title: formatPart('title'),
    impact: formatPart('impact'),
    action: formatPart('action'),
    code: getProblemCode(problem),
  };
}

/** For a refused read or set-up; the result of a payment has its own texts for a refusal. */
function describeRefusal(problem: ServiceRefusal, language: Language): ProblemText {
  const { code, httpStatus } = problem;
  const query = { code, httpStatus, language, context: 'look-up', billerName: null } as const;
  return { ...describeServiceCode(query), code: getProblemCode(problem) };
}

function getProblemKey(problem: OtherProblem): ProblemTextKey {
  switch (problem.kind) {
    case 'invalid-input':
    case 'provisioning':
      return problem.kind;
    case 'wrong-pin':
      return problem.waitSeconds > 0 ? 'wrong-pin-wait' : 'wrong-pin';
    case 'locked-out':
      return problem.waitSeconds === null ? 'locked-out' : 'locked-out-owner';
    default:
      return getKeyWithReason(problem) as ProblemTextKey;
  }
}

/** Returns `string`, because TypeScript cannot infer `ProblemTextKey` from the template. */
function getKeyWithReason(problem: OtherProblem): string {
  if ('what' in problem) return `${problem.kind}.${problem.what}`;
  return 'reason' in problem ? `${problem.kind}.${problem.reason}` : problem.kind;
}

type PlaceholderValues = Readonly<Record<string, string>>;

function getPlaceholderValues(
  problem: Problem,
  language: Language,
  shopCurrency: string | null,
): PlaceholderValues {
  const formatSum = (sum: Money): string =>
    formatMoney(sum, language, shopCurrency).replaceAll(' ', '\u00a0');
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
      return { limit: problem.limit === null ? '' : `: ${formatSum(problem.limit)}` };
    case 'bill-layout':
      return { billNumber: String(problem.billNumber) };
    case 'drawer-short':
      return { available: formatSum(problem.available), missing: formatSum(problem.missing) };
    case 'upload':
      return { fingerprint: problem.fingerprint === null ? '' : ` (${problem.fingerprint})` };
    default:
      return {};
  }
}

function getProblemCode(problem: Problem): string | null {
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
