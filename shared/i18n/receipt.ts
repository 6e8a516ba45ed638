import { type Language, PAPER_REASONS, type PaperReason } from '../contract/index.ts';
import { receiptEn } from './receipt-en.ts';
import { receiptEsCo } from './receipt-es-co.ts';
import { receiptEsMx } from './receipt-es-mx.ts';

/**
 * The words that stand on a receipt around the service's own text. The tape that the page draws
 * before a payment uses the same ones. They are kept to characters that CP858 and CP1252 hold.
 */
export interface ReceiptWords {
  /** For the digits of amounts. */
  readonly locale: string;
  readonly helpLine: string;
  readonly posNumber: string;
  readonly cashier: string;
  readonly date: string;
  readonly biller: string;
  readonly account: string;
  readonly nameOnAccount: string;
  readonly amount: string;
  readonly rate: string;
  readonly rateDate: string;
  readonly amountInShopCurrency: string;
  readonly fee: string;
  readonly total: string;
  readonly cash: string;
  readonly change: string;
  readonly authorization: string;
  readonly externalId: string;
  /** In place of the total where money goes to the customer. */
  readonly handedOver: string;
  readonly givenBack: string;
  /** The same on the draft, before it was done. */
  readonly toHandOver: string;
  readonly toGiveBack: string;
  readonly takesBack: string;
  readonly titles: {
    readonly bill: string;
    readonly topUp: string;
    readonly giftCard: string;
    readonly cashOut: string;
    readonly cancel: string;
    readonly test: string;
  };
  readonly outcome: {
    readonly paid: string;
    readonly open: string;
    readonly notPaid: string;
    readonly byHandPaid: string;
    readonly byHandNotPaid: string;
    readonly cashOutDone: string;
    readonly cashOutNotDone: string;
    readonly cancelDone: string;
    readonly cancelNotDone: string;
  };
  /** Paid, as a look-up told. */
  readonly confirmedByLookUp: string;
  /** Done, and no text came with it, or an empty one. */
  readonly noTicketText: string;
  /** Stands beside a ticket text with marks in it. */
  readonly textIsMarked: string;
  /** On the screen: of a paper that is printed again without opening the drawer. */
  readonly drawerKept: string;
  /** One line, at most 32 characters. */
  readonly training: string;
  /** At most 16 characters: it is printed double. */
  readonly copy: string;
  readonly copyPrintedAt: string;
  /** In the name of a PDF file: small letters and hyphens. */
  readonly fileKinds: Readonly<
    Record<'original' | 'shop-copy' | 'copy' | 'failed' | 'pending' | 'test', string>
  >;
  readonly shopCopy: string;
  readonly thanks: string;
  readonly testLines: readonly string[];
  /** What happened to the paper, that the payment stands, and what to do now. */
  readonly paper: Readonly<Record<PaperReason, string>>;
  /** In place of those above where nothing had been sent: there is no paper to look for. */
  readonly paperNotSent: Readonly<
    Record<'silent' | 'cover-open' | 'paper-out' | 'offline' | 'error' | 'broke-off', string>
  >;
}

const WORDS: Readonly<Record<Language, ReceiptWords>> = {
  'es-MX': receiptEsMx,
  'es-CO': { ...receiptEsMx, ...receiptEsCo },
  en: receiptEn,
};

export function receiptWords(language: Language): ReceiptWords {
  return WORDS[language];
}

/** What is said of a paper that is not (known to be) out; null for a reason of a later version. */
export function paperSentence(
  language: Language,
  { state, reason }: { readonly state: string; readonly reason: string | null },
): string | null {
  const { paper, paperNotSent } = receiptWords(language);
  const known = PAPER_REASONS.find((one) => one === reason);
  if (known === undefined) return null;
  const isSent = state !== 'refused' && state !== 'failed';
  const sentences: ReceiptWords['paper'] = isSent ? paper : { ...paper, ...paperNotSent };
  return sentences[known];
}

/** `**** 1234`: the last four characters; fewer where that would show most of a short number. */
export function maskAccount(accountNumber: string): string {
  const characters = [...accountNumber];
  const shown = characters.length >= 8 ? 4 : Math.floor(characters.length / 3);
  return `**** ${characters.slice(characters.length - shown).join('')}`.trim();
}
