import {
  type EnvironmentName,
  type Language,
  order,
  type Tape,
} from '../../../shared/contract/index.ts';
import {
  accountWord,
  maskAccount,
  type ReceiptWords,
  receiptWords,
} from '../../../shared/i18n/index.ts';
import { formatMoney, isSameCurrency, isZero, money } from '../../../shared/money/index.ts';
import { isCutText } from '../../../shared/rules/index.ts';
import { isDone, outcomeOf, titleOf, totalOf } from './kind-words.ts';
import type { ReceiptFacts } from './receipt-facts.ts';
import { refusalMessage, serviceSays, whyRefused } from './refusal.ts';
import { shopTime } from './shop-time.ts';

/** A line of what stands around the service's text, before it is laid out for a width. */
export type AroundLine =
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly align: 'left' | 'center';
      readonly weight: 'plain' | 'bold' | 'double' | 'mark';
    }
  | {
      readonly kind: 'pair';
      readonly label: string;
      readonly value: string;
      readonly isBold: boolean;
    }
  | { readonly kind: 'rule' }
  | { readonly kind: 'blank' }
  /** The shop's picture: a PNG as Base64. */
  | { readonly kind: 'logo'; readonly png: string }
  /** For a scanner; left out if the printer or the paper cannot carry it. */
  | { readonly kind: 'code'; readonly symbology: Symbology; readonly text: string };

/** `qr` holds the reference of a payment, `code-128` what the service calls it. */
export type Symbology = 'qr' | 'code-128';

/** The form of the service's text on a paper; `none` if there is no such text. */
export type TicketTextOnPaper = Tape['ticketText'];

/**
 * A receipt in the order of the paper. `ticket` is the service's text, never touched: of a payment
 * its ticket, of a refusal its message.
 */
export interface Receipt {
  readonly before: readonly AroundLine[];
  readonly ticket: string | null;
  /** The service's text goes on: it is too long to be printed with all of it. */
  readonly isTicketCut: boolean;
  /** Directly below the ticket, if any of it had to be marked. */
  readonly ifMarked: readonly AroundLine[];
  readonly after: readonly AroundLine[];
  /** `last`: only once all of it has been printed, as where money goes out. */
  readonly drawer: 'stays' | 'first' | 'last';
}

/** Of a paper that is ours alone. */
export const NO_TICKET = { ticket: null, isTicketCut: false, ifMarked: [], after: [] } as const;

export interface Shop {
  readonly name: string;
  readonly address?: string;
  readonly helpLine?: string;
  /** A PNG as Base64. */
  readonly logoPng?: string;
}

/** The shop's side of every paper. `timeZone` is an IANA name. */
export interface ReceiptSettings {
  readonly shop: Shop;
  readonly posNumber: string;
  readonly timeZone: string;
  readonly language: Language;
  /** All but production says on every paper that it is not valid. */
  readonly environment: EnvironmentName;
}

/** `failed` and `pending` are the states of an unpaid payment; neither carries a ticket. */
export type PaperKind = 'original' | 'shop-copy' | 'copy' | 'failed' | 'pending' | 'test';

const text = (
  value: string,
  weight: 'plain' | 'bold' | 'double' | 'mark' = 'plain',
): AroundLine => ({ kind: 'text', text: value, align: 'center', weight });
const pair = (label: string, value: string, isBold = false): AroundLine => ({
  kind: 'pair',
  label,
  value,
  isBold,
});
const blank: AroundLine = { kind: 'blank' };
const rule: AroundLine = { kind: 'rule' };

/** A payment's receipt, from what the ledger knows of it. `printedAt`: ISO 8601, UTC. */
export function paymentReceipt(
  facts: ReceiptFacts,
  kind: Exclude<PaperKind, 'test'>,
  settings: ReceiptSettings,
  printedAt: string,
): Receipt {
  const words = receiptWords(settings.language);
  const isSlip = kind === 'failed' || kind === 'pending';
  const isPaid = isDone(facts);
  const ticket = isPaid ? facts.ticketText || null : refusalMessage(facts);
  const isTicketCut = isPaid ? facts.isTicketCut : isCutText(ticket);
  const ours = whyRefused(facts, settings.language);
  return {
    before: [
      ...header(settings, words),
      ...kindMark(kind, settings, words, printedAt),
      text(titleOf(facts, words), 'bold'),
      text(outcomeOf(facts, words), 'bold'),
      ...(ours === null ? [] : [text(ours)]),
      rule,
      ...who(facts, settings, words),
      rule,
      ...moneyLines(facts, settings, words),
      rule,
      ...references(facts, words),
      ...(ticket === null && !isSlip ? noTicket(facts, words) : []),
      ...(ticket === null ? [] : [blank]),
      ...(ticket === null || isPaid ? [] : [text(serviceSays(facts, words))]),
    ],
    ticket,
    isTicketCut,
    ifMarked: [text(words.textIsMarked)],
    after: [
      ...(isTicketCut ? [text(words.textIsCut, 'bold')] : []),
      ...codes(facts),
      blank,
      ...(isPaid && facts.kind !== 'cash-out' && facts.kind !== 'cancel'
        ? [text(words.thanks)]
        : []),
      ...(kind === 'copy' ? [text(words.copy, 'mark')] : []),
    ],
    // A copy must never open the drawer: nobody pays by printing again.
    drawer: kind === 'original' && isPaid ? drawerOf(facts) : 'stays',
  };
}

/** No paper: only the pulse for the drawer, where the receipt itself is not printed. */
export function drawerPulse(facts: ReceiptFacts): Receipt {
  return { ...NO_TICKET, before: [], drawer: isDone(facts) ? drawerOf(facts) : 'stays' };
}

/** No paper: the pulse for the change of a basket. */
export function changePulse(): Receipt {
  return { ...NO_TICKET, before: [], drawer: 'first' };
}

export function testReceipt(settings: ReceiptSettings, printedAt: string): Receipt {
  const words = receiptWords(settings.language);
  return {
    before: [
      ...header(settings, words),
      text(words.titles.test, 'bold'),
      rule,
      ...Object.values(words.testLines).map((line) => text(line)),
      rule,
      pair(words.posNumber, settings.posNumber),
      pair(words.date, shopTime(printedAt, settings)),
    ],
    ...NO_TICKET,
    drawer: 'stays',
  };
}

/** The shop's picture, above all else. */
export function logoLines({ logoPng }: Shop): AroundLine[] {
  return logoPng ? [{ kind: 'logo', png: logoPng }, blank] : [];
}

function header(settings: ReceiptSettings, words: ReceiptWords): AroundLine[] {
  const { name, address, helpLine } = settings.shop;
  return [
    ...logoLines(settings.shop),
    text(name, 'double'),
    ...(address ? [text(address)] : []),
    ...(helpLine ? [text(`${words.helpLine}: ${helpLine}`)] : []),
    blank,
  ];
}

function kindMark(
  kind: Exclude<PaperKind, 'test'>,
  settings: ReceiptSettings,
  words: ReceiptWords,
  printedAt: string,
): AroundLine[] {
  switch (kind) {
    case 'original':
    case 'failed':
    case 'pending':
      return [];
    case 'shop-copy':
      return [text(words.shopCopy, 'mark'), blank];
    case 'copy':
      return [
        text(words.copy, 'mark'),
        text(`${words.copyPrintedAt}: ${shopTime(printedAt, settings)}`),
        blank,
      ];
  }
}

function drawerOf(facts: ReceiptFacts): Receipt['drawer'] {
  if (facts.kind === 'cash-out' || facts.kind === 'cancel') return 'last';
  // A basket has one tender: the drawer opens with the first of its receipts that leaves. For change
  // that is told later it opens by itself (`change`).
  if (facts.basket !== null) return facts.basket.isOpened ? 'stays' : 'first';
  return facts.cash === null ? 'stays' : 'first';
}

function who(facts: ReceiptFacts, settings: ReceiptSettings, words: ReceiptWords): AroundLine[] {
  return [
    pair(words.posNumber, facts.posNumber),
    pair(words.cashier, facts.cashierName),
    pair(words.date, shopTime(facts.createdAt, settings)),
    pair(words.biller, facts.billerName),
    pair(accountWord(words, facts.accountIs), maskAccount(facts)),
    ...(facts.nameOnAccount ? [pair(words.nameOnAccount, facts.nameOnAccount)] : []),
  ];
}

function moneyLines(
  facts: ReceiptFacts,
  settings: ReceiptSettings,
  words: ReceiptWords,
): AroundLine[] {
  const show = (amount: string, currency: string): string =>
    formatMoney(money(amount, currency), settings.language, facts.shopCurrency);
  const shop = facts.shopCurrency;
  const isForeign = !isSameCurrency(facts.currency, shop);
  const fee = facts.fee === null ? null : money(facts.fee, shop);
  const hasFee = fee !== null && !isZero(fee);
  return [
    pair(words.amount, show(facts.amount, facts.currency)),
    ...(isForeign ? rateLines(facts, settings, words) : []),
    ...(isForeign
      ? [pair(`${words.amountInShopCurrency} ${shop}`, show(facts.amountInShopCurrency, shop))]
      : []),
    ...(hasFee ? [pair(words.fee, show(fee.amount, shop))] : []),
    // A slip that says that nothing was done names no sum as handed over.
    ...(isMoneyOut(facts) && !isDone(facts)
      ? []
      : [pair(totalOf(facts, words), show(facts.due, shop), true)]),
    ...(facts.cash === null ? [] : [pair(words.cash, show(facts.cash, shop))]),
    ...(facts.change === null ? [] : [pair(words.change, show(facts.change, shop), true)]),
    ...(facts.basket === null
      ? []
      : [pair(words.basket, `${facts.basket.number} / ${facts.basket.of}`)]),
  ];
}

function isMoneyOut(facts: ReceiptFacts): boolean {
  return facts.kind === 'cash-out' || facts.kind === 'cancel';
}

function rateLines(
  facts: ReceiptFacts,
  settings: ReceiptSettings,
  words: ReceiptWords,
): AroundLine[] {
  const rate = facts.rate === null ? null : order.shape.rate.parse(JSON.parse(facts.rate));
  if (rate === null) return [];
  const write = (amount: string, currency: string): string =>
    formatMoney(money(amount, currency), settings.language, null);
  return [
    pair(words.rate, `${write(rate.from, facts.currency)} = ${write(rate.to, facts.shopCurrency)}`),
    rate.by === 'service'
      ? pair(words.rateBy, words.rateByService)
      : pair(words.rateDate, shopTime(rate.fetchedAt, settings)),
  ];
}

function references(facts: ReceiptFacts, words: ReceiptWords): AroundLine[] {
  return [
    ...(facts.authorization ? [pair(words.authorization, facts.authorization, true)] : []),
    pair(words.externalId, facts.externalId),
    ...takenBack(facts, words),
  ];
}

/** What a scanner finds this payment by, and what others know it by. */
function codes(facts: ReceiptFacts): AroundLine[] {
  const { authorization, externalId } = facts;
  return [
    ...(authorization
      ? [{ kind: 'code', symbology: 'code-128', text: authorization } as const]
      : []),
    { kind: 'code', symbology: 'qr', text: externalId },
  ];
}

function takenBack({ takesBack }: ReceiptFacts, words: ReceiptWords): AroundLine[] {
  if (takesBack === null) return [];
  const { authorization, externalId } = takesBack;
  return [
    blank,
    text(words.takesBack),
    ...(authorization === null ? [] : [pair(words.authorization, authorization)]),
    pair(words.externalId, externalId),
  ];
}

function noTicket(facts: ReceiptFacts, words: ReceiptWords): AroundLine[] {
  // A cancel never has one.
  if (!isDone(facts) || facts.kind === 'cancel') return [];
  const isByLookUp = facts.state === 'paid' && facts.resolvedBy === 'look-up';
  const sentences = [...(isByLookUp ? [words.confirmedByLookUp] : []), words.noTicketText];
  return [blank, text(sentences.join(' '))];
}
