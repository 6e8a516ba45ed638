import {
  type AccountPlace,
  deriveAccountPlace,
  findShippedCollector,
  isSamePlace,
  type KnownLengths,
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
  /** Of the parts whose length all bills have in common. */
  readonly lengths: KnownLengths;
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
  const samples = parsedBills.map(({ parsed, accountNumber }) => {
    const reading = parsed.kind === 'bill' ? parsed.readings[0] : undefined;
    const { references = [], amountLength = null } = reading ?? {};
    return { references, amountLength, accountNumber };
  });
  const derived = deriveAccountPlace(samples);
  if (derived.kind === 'not-in-code') return refuse(derived.kind, derived.billNumber);
  if (derived.kind !== 'place') return refuse(derived.kind, bills.length);
  const { place } = derived;
  const lengths: KnownLengths = {
    referenceLengths: toCommonLength(
      samples.map(({ references }) => references[place.reference - 1]?.length ?? null),
    ),
    amountLengths: toCommonLength(samples.map(({ amountLength }) => amountLength)),
  };
  const shipped = findShippedCollector(gln);
  return shipped === null || isSamePlace(shipped.account, place)
    ? ok({ gln, place, lengths })
    : refuse('contradicts-shipped', bills.length);
}

/** Nothing if the bills differ, or one has no such part. */
function toCommonLength(lengths: readonly (number | null)[]): readonly number[] {
  const [length = null, ...others] = new Set(lengths);
  return length === null || others.length > 0 ? [] : [length];
}

function refuse(
  reason: Extract<Problem, { kind: 'bill-layout' }>['reason'],
  billNumber: number,
): { readonly ok: false; readonly problem: Problem } {
  return fail({ kind: 'bill-layout', reason, billNumber });
}
