import {
  type AccountPlace,
  deriveAccountPlace,
  findShippedCollector,
  isSamePlace,
  parseBillCode,
} from '../../../shared/bill-codes/index.ts';
import {
  fail,
  ok,
  type Problem,
  type Result,
  type ValidatedCallInput,
} from '../../../shared/contract/index.ts';

export interface DerivedLayout {
  readonly gln: string;
  readonly place: AccountPlace;
}

/**
 * Finds the collector of the bills and the place of the account that all of them have in common. A
 * place that contradicts a shipped one is refused.
 */
export function deriveLayout(
  bills: ValidatedCallInput<'billCodes.teach'>['bills'],
): Result<DerivedLayout> {
  const parsedBills = bills.map(({ code, accountNumber }) => ({
    parsed: parseBillCode(code),
    accountNumber: accountNumber.replace(/[^\p{L}\p{N}]/gu, ''),
  }));
  const glns = parsedBills.map(({ parsed }) => (parsed.kind === 'bill' ? parsed.gln : null));
  const [gln = null] = glns;
  const unreadable = glns.indexOf(null);
  if (gln === null || unreadable !== -1) return refuse('not-a-bill', unreadable + 1);
  const other = glns.findIndex((candidate) => candidate !== gln);
  if (other !== -1) return refuse('other-collector', other + 1);
  const derived = deriveAccountPlace(
    parsedBills.map(({ parsed, accountNumber }) => ({
      references: (parsed.kind === 'bill' ? parsed.readings[0]?.references : undefined) ?? [],
      accountNumber,
    })),
  );
  if (derived.kind === 'not-in-code') return refuse(derived.kind, derived.billNumber);
  if (derived.kind !== 'place') return refuse(derived.kind, bills.length);
  const shipped = findShippedCollector(gln);
  return shipped === null || isSamePlace(shipped.account, derived.place)
    ? ok({ gln, place: derived.place })
    : refuse('contradicts-shipped', bills.length);
}

function refuse(
  reason: Extract<Problem, { kind: 'bill-layout' }>['reason'],
  billNumber: number,
): { readonly ok: false; readonly problem: Problem } {
  return fail({ kind: 'bill-layout', reason, billNumber });
}
