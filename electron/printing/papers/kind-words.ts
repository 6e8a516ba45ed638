import type { ReceiptTexts } from '../../../shared/i18n/index.ts';
import type { ReceiptFacts } from './receipt-facts.ts';

/** The words on a paper for each kind of payment and its outcome. */

export function getReceiptTitle(facts: ReceiptFacts, texts: ReceiptTexts): string {
  switch (facts.kind) {
    case 'bill':
      return texts.titles.bill;
    case 'top-up':
      return texts.titles.topUp;
    case 'gift-card':
      return texts.titles.giftCard;
    case 'cash-out':
      return texts.titles.cashOut;
    case 'cancel':
      return texts.titles.cancel;
  }
}

/** What was known at `printedAt`: a receipt that was printed before a refund keeps its words. */
export function formatPaymentOutcome(
  facts: ReceiptFacts,
  texts: ReceiptTexts,
  printedAt: string,
): string {
  const { refundFoundAt } = facts;
  if (refundFoundAt !== null && refundFoundAt <= printedAt) return texts.outcome.refunded;
  const outcomeWords = getOutcomeWords(facts, texts);
  switch (facts.state) {
    case 'paid':
      return outcomeWords.done;
    case 'by-hand-paid':
      return outcomeWords.byHandDone;
    case 'by-hand-not-paid':
      return outcomeWords.byHandNotDone;
    case 'rejected':
    case 'not-performed':
      return outcomeWords.notDone;
    case 'intent':
    case 'sent':
    case 'unknown':
    case 'unclear':
      return outcomeWords.open;
  }
}

interface OutcomeWords {
  readonly done: string;
  readonly notDone: string;
  readonly byHandDone: string;
  readonly byHandNotDone: string;
  readonly open: string;
}

function getOutcomeWords(facts: ReceiptFacts, { outcome }: ReceiptTexts): OutcomeWords {
  switch (facts.kind) {
    case 'bill':
    case 'top-up':
    case 'gift-card':
      return {
        done: outcome.paid,
        notDone: outcome.notPaid,
        byHandDone: outcome.byHandPaid,
        byHandNotDone: outcome.byHandNotPaid,
        open: outcome.open,
      };
    case 'cash-out':
      return {
        done: outcome.cashOutDone,
        notDone: outcome.cashOutNotDone,
        byHandDone: outcome.cashOutByHandDone,
        byHandNotDone: outcome.cashOutByHandNotDone,
        open: outcome.cashOutOpen,
      };
    case 'cancel':
      return {
        done: outcome.cancelDone,
        notDone: outcome.cancelNotDone,
        byHandDone: outcome.cancelByHandDone,
        byHandNotDone: outcome.cancelByHandNotDone,
        open: outcome.cancelOpen,
      };
  }
}

export function getTotalLabel(facts: ReceiptFacts, texts: ReceiptTexts): string {
  switch (facts.kind) {
    case 'bill':
    case 'top-up':
    case 'gift-card':
      return texts.total;
    case 'cash-out':
      return texts.handedOver;
    case 'cancel':
      return texts.givenBack;
  }
}

export function isPaymentCompleted(facts: ReceiptFacts): boolean {
  return facts.state === 'paid' || facts.state === 'by-hand-paid';
}
