import type { Payment } from '../../../shared/contract/index.ts';
import { getReceiptTexts } from '../../../shared/i18n/index.ts';
import { isTicketTextMissing } from '../../../shared/rules/index.ts';
import { type FaultWorld, LUIS, LUIS_APPROVAL } from './fault-world.ts';
import type { Tally } from './tally.ts';

/** Cash-outs and gift cards that were found by a look-up, whose rows have no ticket text. */

/** A supervisor releases such a cash-out, and somebody closes such a gift card. */
export async function decideMissingText(world: FaultWorld, payment: Payment): Promise<void> {
  if (!isTicketTextMissing(payment)) return;
  const { payments } = world.till();
  const { id: paymentId } = payment;
  if (payment.handOver === 'paper-first' && payment.paper === 'printed') {
    const input = { paymentId, reason: 'the help line says so', approval: LUIS_APPROVAL };
    await world.finish(() => payments.releaseCash(input, LUIS));
  }
  if (payment.toConfirm === 'no-code') {
    await world.finish(() => payments.confirm({ paymentId }, LUIS));
  }
}

/** Whether a cash-out's money was handed over without its text and without a release. */
function isHandedOutUnreleased(world: FaultWorld, paymentId: string): boolean {
  const row = world
    .till()
    .database.prepare(
      `SELECT 1 FROM hand_overs h JOIN outcomes o ON o.intent_id = h.intent_id
       WHERE h.intent_id = ? AND h.handed_at IS NOT NULL AND h.released_at IS NULL
         AND o.ticket_text IS NULL`,
    )
    .get(paymentId);
  return row !== undefined;
}

/** Why anything says that the code of this gift card came; null if nothing does. */
function findClaimedCode(world: FaultWorld, payment: Payment): string | null {
  const { printing, database } = world.till();
  const row = database
    .prepare('SELECT ticket_text FROM outcomes WHERE intent_id = ?')
    .get(payment.id);
  if (row?.ticket_text !== null) return null;
  if (payment.hasTicketText) return 'the payment says that its text came';
  const tape = printing.getPaymentTape(payment.id);
  const text = (tape?.lines ?? [])
    .flatMap((line) => (line.kind === 'text' ? [line.runs.map((run) => run.text).join('')] : []))
    .join(' ')
    .replace(/\s+/g, ' ');
  const { missingText } = getReceiptTexts('es-MX');
  if (tape !== null && !text.includes(missingText['gift-card'])) return `its receipt says ${text}`;
  const isClosed = database
    .prepare("SELECT 1 FROM payment_events WHERE intent_id = ? AND kind = 'missing-code-closed'")
    .get(payment.id);
  // Whoever has not seen its outcome yet confirms that first.
  const isPending = ['no-code', 'paid'].includes(payment.toConfirm) || isClosed !== undefined;
  return isPending ? null : 'nobody closed it, and no list has it';
}

export function checkMissingTexts(
  world: FaultWorld,
  payments: readonly Payment[],
  tally: Tally,
  faults: string[],
): void {
  for (const payment of payments) {
    const name = `${payment.kind} ${payment.externalId}`;
    if (payment.kind === 'cash-out' && isHandedOutUnreleased(world, payment.id)) {
      tally.handedOutWithoutText += 1;
      faults.push(`cash handed out without its text and without a release: ${name}`);
    }
    const isSold = payment.state === 'paid' || payment.state === 'by-hand-paid';
    if (payment.kind !== 'gift-card' || !isSold || payment.refund !== null) continue;
    const claim = findClaimedCode(world, payment);
    if (claim === null) continue;
    tally.giftCodeClaimed += 1;
    faults.push(`a code is claimed that did not come: ${name}, ${claim}`);
  }
}
