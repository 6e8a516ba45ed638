import type { Language, PaymentKind, Tender } from '../contract/index.ts';
import { cashEn } from './cash-en.ts';
import { cashEsCo } from './cash-es-co.ts';
import { cashEsMx } from './cash-es-mx.ts';

/**
 * The words of reports and of the drawer's slips, on paper and on the screen alike. They are kept
 * to characters that CP858 and CP1252 hold.
 */
export interface CashWords {
  readonly x: string;
  /** With its number. */
  readonly z: string;
  readonly titles: {
    readonly payIn: string;
    readonly payOut: string;
    readonly drawer: string;
  };
  readonly posNumber: string;
  readonly shift: string;
  readonly drawerOf: string;
  readonly opened: string;
  readonly since: string;
  readonly closed: string;
  readonly asked: string;
  readonly until: string;
  readonly at: string;
  readonly takenOverFrom: string;
  readonly handedTo: string;
  readonly floatNotCounted: string;
  readonly clockChanged: string;
  readonly float: string;
  readonly kinds: Readonly<Record<PaymentKind, string>>;
  readonly fees: string;
  readonly payIns: string;
  readonly payOuts: string;
  readonly tenders: Readonly<Record<Tender, string>>;
  readonly expected: string;
  readonly counted: string;
  readonly missing: string;
  readonly over: string;
  readonly exact: string;
  readonly explanation: string;
  readonly count: string;
  readonly countedBy: string;
  /** In place of `count`, for one that was given before the last. */
  readonly earlierCount: string;
  readonly sinceCount: string;
  readonly other: string;
  readonly payInList: string;
  readonly payOutList: string;
  readonly drawerList: string;
  readonly lateList: string;
  readonly lateOf: string;
  readonly openList: string;
  /** On an X report: nothing is handed over yet. */
  readonly openNow: string;
  readonly openWhy: Readonly<Record<'unresolved' | 'hand-over', string>>;
  /** What is done with the money of payments that are handed over unresolved. */
  readonly setAside: string;
  readonly by: string;
  readonly approvedBy: string;
  readonly reason: string;
  readonly amount: string;
  readonly signature: string;
  readonly printedAgain: string;
  /** In the name of a PDF file: small letters and hyphens. */
  readonly fileNames: {
    readonly x: string;
    readonly z: string;
    readonly payIn: string;
    readonly payOut: string;
    readonly drawer: string;
  };
}

const WORDS: Readonly<Record<Language, CashWords>> = {
  'es-MX': cashEsMx,
  'es-CO': { ...cashEsMx, ...cashEsCo },
  en: cashEn,
};

export function cashWords(language: Language): CashWords {
  return WORDS[language];
}
