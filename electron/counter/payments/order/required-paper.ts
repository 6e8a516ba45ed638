import { ok, type PaymentKind, type Result } from '../../../../shared/contract/index.ts';
import type { PaymentPrintQueue } from '../types.ts';

/** Whether the paper is part of what the customer gets: a cash-out's slip, and a gift card's code. */
export function needsPaper(kind: PaymentKind): boolean {
  return kind === 'cash-out' || kind === 'gift-card';
}

/** Asks the printer before such a payment; a `printer` problem if its paper cannot come out now. */
export async function checkRequiredPaper(
  paper: Pick<PaymentPrintQueue, 'checkReady'>,
  kind: PaymentKind,
): Promise<Result<null>> {
  return needsPaper(kind) ? await paper.checkReady() : ok(null);
}
