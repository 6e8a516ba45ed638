import {
  type EnvironmentName,
  type Language,
  orderSchema,
  type Tape,
} from '../../../shared/contract/index.ts';
import {
  getAccountLabel,
  getReceiptTexts,
  maskAccount,
  type ReceiptTexts,
} from '../../../shared/i18n/index.ts';
import { createMoney, formatMoney, isSameCurrency, isZero } from '../../../shared/money/index.ts';
import { isTruncated } from '../../../shared/rules/index.ts';
import {
  formatPaymentOutcome,
  getReceiptTitle,
  getTotalLabel,
  isPaymentCompleted,
} from './kind-words.ts';
import type { ReceiptFacts } from './receipt-facts.ts';
import { formatServiceMessageLabel, getRefusalMessage, listRefusalReasons } from './refusal.ts';
import { formatShopTime } from './shop-time.ts';

/** A line above or below the service's text, before it is laid out for a width. */
export type ReceiptLine =
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
  /** For a scanner; left out if the printer cannot print it or the paper is too narrow. */
  | { readonly kind: 'code'; readonly symbology: CodeSymbology; readonly text: string };

/** `qr` holds the reference of a payment, `code-128` its authorization. */
export type CodeSymbology = 'qr' | 'code-128';

/** The form of the service's text on a paper; `none` if there is no such text. */
export type TicketTextForm = Tape['ticketText'];

/**
 * A receipt in the order of the paper. `ticket` is the service's text, unchanged: the ticket of a
 * payment, or the message of a refusal.
 */
export interface Receipt {
  readonly before: readonly ReceiptLine[];
  readonly ticket: string | null;
  /** `ticket` is only the beginning of the service's text, which is too long to be printed. */
  readonly isTicketCut: boolean;
  /** Directly below the ticket, if any character of it had to be marked. */
  readonly afterMarkedTicket: readonly ReceiptLine[];
  readonly after: readonly ReceiptLine[];
  /** `last`: only after all of it has been printed, as when money is paid out. */
  readonly drawer: 'stays' | 'first' | 'last';
}

/** For a paper without a text of the service. */
export const NO_TICKET_FIELDS = {
  ticket: null,
  isTicketCut: false,
  afterMarkedTicket: [],
  after: [],
} as const;

export interface ReceiptShop {
  readonly name: string;
  readonly address?: string;
  readonly helpLine?: string;
  /** A PNG as Base64. */
  readonly logoPng?: string;
}

/** The settings for every paper. `timeZone` is an IANA name. */
export interface ReceiptSettings {
  readonly shop: ReceiptShop;
  readonly posNumber: string;
  readonly timeZone: string;
  readonly language: Language;
  /** Except in production, every paper is marked as not valid. */
  readonly environment: EnvironmentName;
}

/** `failed` and `pending` are slips for an unpaid payment. */
export type PaperKind = 'original' | 'shop-copy' | 'copy' | 'failed' | 'pending' | 'test';

const centeredLine = (
  value: string,
  weight: 'plain' | 'bold' | 'double' | 'mark' = 'plain',
): ReceiptLine => ({ kind: 'text', text: value, align: 'center', weight });
const pairLine = (label: string, value: string, isBold = false): ReceiptLine => ({
  kind: 'pair',
  label,
  value,
  isBold,
});
/** In the place of bytes that were no text in the charset of the answer. */
const UNREADABLE_CHARACTER = '\ufffd';
const BLANK_LINE: ReceiptLine = { kind: 'blank' };
const RULE_LINE: ReceiptLine = { kind: 'rule' };

/** A payment's receipt, from its ledger rows. `printedAt`: ISO 8601, UTC. */
export function buildPaymentReceipt(
  facts: ReceiptFacts,
  kind: Exclude<PaperKind, 'test'>,
  settings: ReceiptSettings,
  printedAt: string,
): Receipt {
  const words = getReceiptTexts(settings.language);
  const isSlip = kind === 'failed' || kind === 'pending';
  const isPaid = isPaymentCompleted(facts);
  const ticket = isPaid ? facts.ticketText || null : getRefusalMessage(facts);
  const isTicketCut = isPaid ? facts.isTicketCut : isTruncated(ticket);
  const ourReasons = listRefusalReasons(facts, settings.language);
  return {
    before: [
      ...buildShopHeader(settings, words),
      ...buildCopyMark(kind, settings, words, printedAt),
      centeredLine(getReceiptTitle(facts, words), 'bold'),
      centeredLine(formatPaymentOutcome(facts, words, printedAt), 'bold'),
      ...ourReasons.map((reason) => centeredLine(reason)),
      RULE_LINE,
      ...buildDetailLines(facts, settings, words),
      RULE_LINE,
      ...buildMoneyLines(facts, settings, words),
      RULE_LINE,
      ...buildReferenceLines(facts, words),
      ...(ticket === null && !isSlip ? buildNoTicketLines(facts, settings, words) : []),
      ...(ticket === null ? [] : [BLANK_LINE]),
      ...(ticket === null || isPaid ? [] : [centeredLine(formatServiceMessageLabel(facts, words))]),
    ],
    ticket,
    isTicketCut,
    afterMarkedTicket: [centeredLine(words.textIsMarked)],
    after: [
      ...(isTicketCut ? [centeredLine(words.textIsCut, 'bold')] : []),
      ...(ticket?.includes(UNREADABLE_CHARACTER)
        ? [centeredLine(words.textIsDamaged, 'bold')]
        : []),
      ...buildCodeLines(facts),
      BLANK_LINE,
      ...(isPaid && facts.kind !== 'cash-out' && facts.kind !== 'cancel'
        ? [centeredLine(words.thanks)]
        : []),
      ...(kind === 'copy' ? [centeredLine(words.copy, 'mark')] : []),
    ],
    // A copy must never open the drawer: a reprint moves no money.
    drawer: kind === 'original' && isPaid ? getDrawerTiming(facts) : 'stays',
  };
}

/** No paper: only the pulse for the drawer, if the receipt itself is not printed. */
export function buildPaymentDrawerPulse(facts: ReceiptFacts): Receipt {
  return {
    ...NO_TICKET_FIELDS,
    before: [],
    drawer: isPaymentCompleted(facts) ? getDrawerTiming(facts) : 'stays',
  };
}

/** No paper: the pulse for the change of a basket. */
export function buildChangeDrawerPulse(): Receipt {
  return { ...NO_TICKET_FIELDS, before: [], drawer: 'first' };
}

export function buildTestReceipt(settings: ReceiptSettings, printedAt: string): Receipt {
  const words = getReceiptTexts(settings.language);
  return {
    before: [
      ...buildShopHeader(settings, words),
      centeredLine(words.titles.test, 'bold'),
      RULE_LINE,
      ...Object.values(words.testLines).map((line) => centeredLine(line)),
      RULE_LINE,
      pairLine(words.posNumber, settings.posNumber),
      pairLine(words.date, formatShopTime(printedAt, settings)),
    ],
    ...NO_TICKET_FIELDS,
    drawer: 'stays',
  };
}

/** The shop's picture, above all other lines. */
export function buildLogoLines({ logoPng }: ReceiptShop): ReceiptLine[] {
  return logoPng ? [{ kind: 'logo', png: logoPng }, BLANK_LINE] : [];
}

function buildShopHeader(settings: ReceiptSettings, words: ReceiptTexts): ReceiptLine[] {
  const { name, address, helpLine } = settings.shop;
  return [
    ...buildLogoLines(settings.shop),
    centeredLine(name, 'double'),
    ...(address ? [centeredLine(address)] : []),
    ...(helpLine ? [centeredLine(`${words.helpLine}: ${helpLine}`)] : []),
    BLANK_LINE,
  ];
}

function buildCopyMark(
  kind: Exclude<PaperKind, 'test'>,
  settings: ReceiptSettings,
  words: ReceiptTexts,
  printedAt: string,
): ReceiptLine[] {
  switch (kind) {
    case 'original':
    case 'failed':
    case 'pending':
      return [];
    case 'shop-copy':
      return [centeredLine(words.shopCopy, 'mark'), BLANK_LINE];
    case 'copy':
      return [
        centeredLine(words.copy, 'mark'),
        centeredLine(`${words.copyPrintedAt}: ${formatShopTime(printedAt, settings)}`),
        BLANK_LINE,
      ];
  }
}

function getDrawerTiming(facts: ReceiptFacts): Receipt['drawer'] {
  if (facts.kind === 'cash-out' || facts.kind === 'cancel') return 'last';
  // A basket has one tender: the drawer opens with the first of its receipts that is sent. For the
  // change of the basket, a separate job (`change`) opens it later.
  if (facts.basket !== null) return facts.basket.isOpened ? 'stays' : 'first';
  return facts.cash === null ? 'stays' : 'first';
}

function buildDetailLines(
  facts: ReceiptFacts,
  settings: ReceiptSettings,
  words: ReceiptTexts,
): ReceiptLine[] {
  return [
    pairLine(words.posNumber, facts.posNumber),
    pairLine(words.cashier, facts.cashierName),
    pairLine(words.date, formatShopTime(facts.createdAt, settings)),
    pairLine(words.biller, facts.billerName),
    pairLine(getAccountLabel(words, facts.accountKind), maskAccount(facts)),
    ...(facts.nameOnAccount ? [pairLine(words.nameOnAccount, facts.nameOnAccount)] : []),
  ];
}

function buildMoneyLines(
  facts: ReceiptFacts,
  settings: ReceiptSettings,
  words: ReceiptTexts,
): ReceiptLine[] {
  const format = (amount: string, currency: string): string =>
    formatMoney(createMoney(amount, currency), settings.language, facts.shopCurrency);
  const shop = facts.shopCurrency;
  const isForeign = !isSameCurrency(facts.currency, shop);
  const fee = facts.fee === null ? null : createMoney(facts.fee, shop);
  const hasFee = fee !== null && !isZero(fee);
  return [
    pairLine(words.amount, format(facts.amount, facts.currency)),
    ...(isForeign ? buildRateLines(facts, settings, words) : []),
    ...(isForeign
      ? [
          pairLine(
            `${words.amountInShopCurrency} ${shop}`,
            format(facts.amountInShopCurrency, shop),
          ),
        ]
      : []),
    ...(hasFee ? [pairLine(words.fee, format(fee.amount, shop))] : []),
    // A slip for an operation that was not performed shows no amount as handed over.
    ...(isMoneyOut(facts) && !isPaymentCompleted(facts)
      ? []
      : [pairLine(getTotalLabel(facts, words), format(facts.amountDue, shop), true)]),
    ...(facts.cash === null ? [] : [pairLine(words.cash, format(facts.cash, shop))]),
    ...(facts.change === null ? [] : [pairLine(words.change, format(facts.change, shop), true)]),
    ...(facts.basket === null
      ? []
      : [pairLine(words.basket, `${facts.basket.number} / ${facts.basket.of}`)]),
  ];
}

function isMoneyOut(facts: ReceiptFacts): boolean {
  return facts.kind === 'cash-out' || facts.kind === 'cancel';
}

function buildRateLines(
  facts: ReceiptFacts,
  settings: ReceiptSettings,
  words: ReceiptTexts,
): ReceiptLine[] {
  const rate = facts.rate === null ? null : orderSchema.shape.rate.parse(JSON.parse(facts.rate));
  if (rate === null) return [];
  const format = (amount: string, currency: string): string =>
    formatMoney(createMoney(amount, currency), settings.language, null);
  return [
    pairLine(
      words.rate,
      `${format(rate.from, facts.currency)} = ${format(rate.to, facts.shopCurrency)}`,
    ),
    rate.by === 'service'
      ? pairLine(words.rateBy, words.rateByService)
      : pairLine(words.rateDate, formatShopTime(rate.fetchedAt, settings)),
  ];
}

function buildReferenceLines(facts: ReceiptFacts, words: ReceiptTexts): ReceiptLine[] {
  return [
    ...(facts.authorization ? [pairLine(words.authorization, facts.authorization, true)] : []),
    pairLine(words.externalId, facts.externalId),
    ...buildCancelledPaymentLines(facts, words),
  ];
}

/** The authorization and the external id, by which a scanner can find the payment. */
function buildCodeLines(facts: ReceiptFacts): ReceiptLine[] {
  const { authorization, externalId } = facts;
  return [
    ...(authorization
      ? [{ kind: 'code', symbology: 'code-128', text: authorization } as const]
      : []),
    { kind: 'code', symbology: 'qr', text: externalId },
  ];
}

function buildCancelledPaymentLines(
  { cancelledPayment }: ReceiptFacts,
  words: ReceiptTexts,
): ReceiptLine[] {
  if (cancelledPayment === null) return [];
  const { authorization, externalId } = cancelledPayment;
  return [
    BLANK_LINE,
    centeredLine(words.cancelledPayment),
    ...(authorization === null ? [] : [pairLine(words.authorization, authorization)]),
    pairLine(words.externalId, externalId),
  ];
}

function buildNoTicketLines(
  facts: ReceiptFacts,
  { shop }: ReceiptSettings,
  words: ReceiptTexts,
): ReceiptLine[] {
  const { kind } = facts;
  // A cancel never has a ticket.
  if (!isPaymentCompleted(facts) || kind === 'cancel') return [];
  const isByLookUp = facts.state === 'paid' && facts.resolvedBy === 'look-up';
  const reason = isByLookUp ? [words.confirmedByLookUp] : [];
  if (kind !== 'cash-out' && kind !== 'gift-card') {
    return [BLANK_LINE, centeredLine([...reason, words.noTicketText].join(' '))];
  }
  // Nothing is put in the place of the service's text: only that it did not come, and whom to ask.
  const contact = shop.helpLine
    ? `${words.missingText.call} ${shop.helpLine}`
    : words.missingText.ask;
  return [
    BLANK_LINE,
    centeredLine(words.missingText[kind], 'bold'),
    centeredLine([...reason, contact].join(' ')),
  ];
}
