import type { Order, Payment } from '../../../../shared/contract/index.ts';
import { maskAccount, type ReceiptWords } from '../../../../shared/i18n/index.ts';
import { formatMoney, type Money, parseAmount } from '../../../../shared/money/index.ts';
import type { DraftRow } from '../../../components/index.ts';
import type { Draft, Step } from '../flow/index.ts';
import { fixedAmount } from '../flow/index.ts';

/** The draft of the receipt, line by line as far as the cashier got, in the receipt's words. */
export function draftRows(step: Step, words: ReceiptWords, locale: string): readonly DraftRow[] {
  const write = (value: Money) => formatMoney(value, locale);
  switch (step.step) {
    case 'account':
    case 'repeat':
    case 'balance':
      return draftLines(step.draft, words);
    case 'amount': {
      const { draft } = step;
      const parsed = parseAmount(draft.amountText, draft.biller.currency, locale);
      const amount = fixedAmount(draft) ?? (parsed.ok ? parsed.value : null);
      return [
        ...draftLines(draft, words),
        ...(amount ? [row('amount', words.amount, write(amount))] : []),
      ];
    }
    case 'check':
      return [...draftLines(step.draft, words), row('amount', words.amount, write(step.amount))];
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
      return draftRows(step.from, words, locale);
    case 'payment':
      return paymentLines(step.payment, words, write);
    case 'ended':
      return [];
  }
}

type Write = (value: Money) => string;

function draftLines(draft: Draft, words: ReceiptWords): readonly DraftRow[] {
  const account = draft.accountNumber.trim();
  const name = draft.nameOnAccount.trim();
  return [
    { id: 'biller', label: draft.biller.name, isStrong: true },
    ...(account === '' ? [] : [row('account', words.account, maskAccount(account))]),
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
    row('account', words.account, maskAccount(payment.accountNumber)),
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

/** What goes to the customer: to be handed over until it was, and nothing if none goes. */
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

/** Nothing was taken: the customer has the cash again, and there is no change to speak of. */
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
