import type { Order, Payment } from '../../../../shared/contract/index.ts';
import { accountWord, maskAccount, type ReceiptWords } from '../../../../shared/i18n/index.ts';
import { type Money, parseAmount } from '../../../../shared/money/index.ts';
import { accountIs, accountShown } from '../../../../shared/rules/index.ts';
import { type DraftRow, moneyWords } from '../../../components/index.ts';
import type { Draft, Step } from '../flow/index.ts';
import { currencyOf, fixedAmount } from '../flow/index.ts';
import type { KnownFee } from '../form/index.ts';

const NO_FEE: KnownFee = { fee: null, totalOf: () => null };

/** The draft of the receipt, with the lines known so far, in the receipt's words. */
export function draftRows(
  step: Step,
  words: ReceiptWords,
  locale: string,
  known: KnownFee = NO_FEE,
): readonly DraftRow[] {
  const write = (value: Money) => moneyWords(value, locale);
  switch (step.step) {
    case 'account':
    case 'repeat':
    case 'balance':
      return draftLines(step.draft, words);
    case 'amount': {
      const { draft } = step;
      const parsed = parseAmount(draft.amountText, currencyOf(draft), locale);
      const amount = fixedAmount(draft) ?? (parsed.ok ? parsed.value : null);
      return [
        ...draftLines(draft, words),
        ...(amount ? amountLines(amount, known, words, write) : []),
      ];
    }
    case 'check':
      return [...draftLines(step.draft, words), ...amountLines(step.amount, known, words, write)];
    case 'decide':
      return [...draftLines(step.draft, words), ...orderLines(step.order, words, write)];
    case 'cash': {
      const parsed = parseAmount(step.text, step.order.due.currency, locale);
      return [
        ...draftLines(step.draft, words),
        ...orderLines(step.order, words, write),
        ...(parsed.ok ? [ruled('cash', words.cash, write(parsed.value))] : []),
      ];
    }
    case 'confirm':
      return [
        ...draftLines(step.draft, words),
        ...orderLines(step.order, words, write),
        ...(step.cash && step.change
          ? cashLines(step.cash, step.change, words, write)
          : [moneyOut(words.toHandOver, write(step.order.due))]),
      ];
    case 'paying':
      return draftRows(step.from, words, locale, known);
    case 'payment':
      return paymentLines(step.payment, words, write);
    case 'ended':
      return [];
  }
}

type Write = (value: Money) => string;

/** An amount before its order is made: with the fee and the total where they are known. */
function amountLines(
  amount: Money,
  { fee, totalOf }: KnownFee,
  words: ReceiptWords,
  write: Write,
): readonly DraftRow[] {
  const total = totalOf(amount);
  return [
    row('amount', words.amount, write(amount)),
    ...(fee === null ? [] : [row('fee', words.fee, write(fee))]),
    ...(total === null ? [] : [{ ...ruled('total', words.total, write(total)), isStrong: true }]),
  ];
}

function draftLines(draft: Draft, words: ReceiptWords): readonly DraftRow[] {
  const accountNumber = draft.accountNumber.trim();
  const account = { accountNumber, accountShown: accountShown(draft.biller, accountNumber) };
  const name = draft.nameOnAccount.trim();
  return [
    { id: 'biller', label: draft.biller.name, isStrong: true },
    ...(accountNumber === ''
      ? []
      : [row('account', accountWord(words, accountIs(draft.biller)), maskAccount(account))]),
    ...(draft.biller.requiresNameOnAccount && name !== ''
      ? [row('name', words.nameOnAccount, name)]
      : []),
  ];
}

function orderLines(order: Order, words: ReceiptWords, write: Write): readonly DraftRow[] {
  const isForeign = order.rate !== null;
  const hasTotal = isForeign || order.fee !== null;
  return [
    row('amount', words.amount, write(order.amount)),
    ...(isForeign
      ? [
          row(
            'inShop',
            `${words.amountInShopCurrency} ${order.due.currency}`,
            write(order.amountInShopCurrency),
          ),
        ]
      : []),
    ...(order.fee === null ? [] : [row('fee', words.fee, write(order.fee))]),
    ...(hasTotal ? [{ ...ruled('total', words.total, write(order.due)), isStrong: true }] : []),
  ];
}

function paymentLines(payment: Payment, words: ReceiptWords, write: Write): readonly DraftRow[] {
  const hasTotal = payment.fee !== null || payment.due.currency !== payment.amount.currency;
  return [
    { id: 'biller', label: payment.billerName, isStrong: true },
    row('account', accountWord(words, payment.accountIs), maskAccount(payment)),
    row('amount', words.amount, write(payment.amount)),
    ...(payment.fee === null ? [] : [row('fee', words.fee, write(payment.fee))]),
    ...(hasTotal ? [{ ...ruled('total', words.total, write(payment.due)), isStrong: true }] : []),
    ...(payment.cash && payment.change && !isGivenBack(payment)
      ? cashLines(payment.cash, payment.change, words, write)
      : []),
    ...moneyOutLines(payment, words, write),
    ...(payment.authorization === null
      ? []
      : [row('authorization', words.authorization, payment.authorization)]),
  ];
}

/** The money for the customer: to be handed over until it was; nothing if there is none. */
function moneyOutLines(payment: Payment, words: ReceiptWords, write: Write): readonly DraftRow[] {
  const isCancel = payment.kind === 'cancel';
  switch (payment.handOver) {
    case 'none':
    case 'never':
      return [];
    case 'not-yet':
    case 'paper-first':
    case 'now':
      return [moneyOut(isCancel ? words.toGiveBack : words.toHandOver, write(payment.due))];
    case 'done':
      return [moneyOut(isCancel ? words.givenBack : words.handedOver, write(payment.due))];
  }
}

function moneyOut(label: string, value: string): DraftRow {
  return { ...ruled('moneyOut', label, value), isStrong: true };
}

/** Nothing was taken: the customer gets the cash back, and there is no change to show. */
function isGivenBack({ state }: Payment): boolean {
  return state === 'rejected' || state === 'not-performed' || state === 'by-hand-not-paid';
}

function cashLines(
  cash: Money,
  change: Money,
  words: ReceiptWords,
  write: Write,
): readonly DraftRow[] {
  return [
    ruled('cash', words.cash, write(cash)),
    { ...row('change', words.change, write(change)), isStrong: true },
  ];
}

function row(id: string, label: string, value: string): DraftRow {
  return { id, label, value };
}

function ruled(id: string, label: string, value: string): DraftRow {
  return { id, label, value, isRuled: true };
}
