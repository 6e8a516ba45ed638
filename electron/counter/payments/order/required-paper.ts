import {
  type OrderWarning,
  ok,
  type PaymentKind,
  type Result,
} from '../../../../shared/contract/index.ts';
import type { PaymentPrintQueue } from '../types.ts';

/** Whether the paper is part of what the customer gets: a cash-out's slip, and a gift card's code. */
export function requiresPrintedPaper(kind: PaymentKind): boolean {
  return kind === 'cash-out' || kind === 'gift-card';
}

/**
 * Asks the printer before an order is prepared. A gift card can be sold without its paper if the
 * cashier acknowledges the warning that it returns; a cash-out cannot.
 */
export async function listPrinterWarnings(
  paper: Pick<PaymentPrintQueue, 'checkReady'>,
  kind: PaymentKind,
): Promise<Result<readonly OrderWarning[]>> {
  const ready = await checkPrinterForRequiredPaper(paper, kind);
  if (ready.ok) return ok([]);
  if (kind !== 'gift-card' || ready.problem.kind !== 'printer') return ready;
  return ok([{ kind: 'code-on-screen', reason: ready.problem.reason }]);
}

/** Asks the printer before such a payment; a `printer` problem if its paper cannot come out now. */
export async function checkPrinterForRequiredPaper(
  paper: Pick<PaymentPrintQueue, 'checkReady'>,
  kind: PaymentKind,
): Promise<Result<null>> {
  return requiresPrintedPaper(kind) ? await paper.checkReady() : ok(null);
}
