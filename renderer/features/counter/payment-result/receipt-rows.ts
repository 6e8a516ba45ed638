import type { Payment } from '../../../../shared/contract/index.ts';
import { getAccountLabel, maskAccount, type ReceiptTexts } from '../../../../shared/i18n/index.ts';
import type { Money } from '../../../../shared/money/index.ts';
import { type DraftTapeRow, formatMoneyInSentence } from '../../../components/index.ts';

export type MoneyFormatter = (value: Money) => string;

/** Returns the rows of a payment's draft, in the receipt's words. */
export function createReceiptRows(
  payment: Payment,
  texts: ReceiptTexts,
  locale: string,
): readonly DraftTapeRow[] {
  const format = (value: Money): string => formatMoneyInSentence(value, locale);
  const hasTotal = payment.fee !== null || payment.due.currency !== payment.amount.currency;
  return [
    { id: 'biller', label: payment.billerName, isStrong: true },
    createDraftRow('account', getAccountLabel(texts, payment.accountIs), maskAccount(payment)),
    createDraftRow('amount', texts.amount, format(payment.amount)),
    ...(payment.fee === null ? [] : [createDraftRow('fee', texts.fee, format(payment.fee))]),
    ...(hasTotal
      ? [{ ...createRuledDraftRow('total', texts.total, format(payment.due)), isStrong: true }]
      : []),
    ...(payment.cash && payment.change && !isCashReturned(payment)
      ? createCashRows(payment.cash, payment.change, texts, format)
      : []),
    ...createMoneyOutRows(payment, texts, format),
    ...(payment.authorization === null
      ? []
      : [createDraftRow('authorization', texts.authorization, payment.authorization)]),
  ];
}

/**
 * The rows of money for the customer: to be handed over, or handed over; empty if there is none.
 */
function createMoneyOutRows(
  payment: Payment,
  texts: ReceiptTexts,
  format: MoneyFormatter,
): readonly DraftTapeRow[] {
  const isCancel = payment.kind === 'cancel';
  switch (payment.handOver) {
    case 'none':
    case 'never':
      return [];
    case 'not-yet':
    case 'paper-first':
    case 'now':
      return [
        createMoneyOutRow(isCancel ? texts.toGiveBack : texts.toHandOver, format(payment.due)),
      ];
    case 'done':
      return [
        createMoneyOutRow(isCancel ? texts.givenBack : texts.handedOver, format(payment.due)),
      ];
  }
}

export function createMoneyOutRow(label: string, value: string): DraftTapeRow {
  return { ...createRuledDraftRow('moneyOut', label, value), isStrong: true };
}

/** Whether the payment failed, so that the customer gets all cash back and there is no change. */
function isCashReturned({ state }: Payment): boolean {
  return state === 'rejected' || state === 'not-performed' || state === 'by-hand-not-paid';
}

export function createCashRows(
  cash: Money,
  change: Money,
  texts: ReceiptTexts,
  format: MoneyFormatter,
): readonly DraftTapeRow[] {
  return [
    createRuledDraftRow('cash', texts.cash, format(cash)),
    { ...createDraftRow('change', texts.change, format(change)), isStrong: true },
  ];
}

export function createDraftRow(id: string, label: string, value: string): DraftTapeRow {
  return { id, label, value };
}

export function createRuledDraftRow(id: string, label: string, value: string): DraftTapeRow {
  return { id, label, value, hasRuleAbove: true };
}
