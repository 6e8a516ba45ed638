import type { TrainingTransaction } from '../../../electron/training/index.ts';
import type { Payment } from '../../../shared/contract/index.ts';
import type { Wire } from './wire.ts';

/**
 * After everything has come to rest: what ledger, service, network, paper and the cashier's memory
 * say together. Answers what does not hold, in words.
 */
export async function findWireFaults(wire: Wire): Promise<string[]> {
  const performed = await wire.performed();
  const payments = wire.all();
  const wrong = payments.flatMap((payment) => {
    const own = performed.filter((one) => one.externalId === payment.externalId);
    return [
      ...findLedgerFaults(wire, payment, own),
      ...findCashierFaults(wire, payment, own),
      ...findPaperFaults(wire, payment),
      ...findNetworkFaults(wire, payment),
    ].map((one) => `${payment.kind}, ${payment.state}: ${one}`);
  });
  const known = new Set(payments.map((one) => one.externalId));
  const strange = performed.filter((one) => !known.has(one.externalId) && one.posNumber === '07');
  return [...wrong, ...strange.map((one) => `nobody's at the service: ${one.externalId}`)];
}

function isPaid(payment: Pick<Payment, 'state'>): boolean {
  return payment.state === 'paid' || payment.state === 'by-hand-paid';
}

function findLedgerFaults(
  wire: Wire,
  payment: Payment,
  own: readonly TrainingTransaction[],
): string[] {
  const wrong: string[] = [];
  if (own.length > 1) wrong.push(`performed ${own.length} times`);
  if (['sending', 'unknown', 'unclear'].includes(payment.state)) wrong.push('not resolved');
  if (isPaid(payment) !== own.length > 0)
    wrong.push(`performed ${own.length} times at the service`);
  const [row] = own;
  if (!row) return wrong;
  const { authorization, billerId, accountNumber, amount } = payment;
  const ticketText = wire.database
    .prepare('SELECT ticket_text FROM outcomes WHERE intent_id = ?')
    .get(payment.id)?.ticket_text;
  // Who closed it by hand need not have known the number, and has no text.
  const isSame =
    (payment.state !== 'paid' ||
      (authorization === String(row.id) && ticketText === row.ticketText)) &&
    billerId === row.billerId &&
    accountNumber === row.accountNumber &&
    amount.amount === row.amount;
  return isSame ? wrong : [...wrong, 'the ledger and the service name other facts'];
}

function findCashierFaults(
  wire: Wire,
  payment: Payment,
  own: readonly TrainingTransaction[],
): string[] {
  const told = wire.shownStates.get(payment.id) ?? [];
  const [row] = own;
  const doneAt = row ? Date.parse(row.createdAt) : Number.POSITIVE_INFINITY;
  const start = wire.time.service.now() - wire.time.elapsed;
  const wrong = told.flatMap(({ state, handOver, at }) => {
    const isNotYet = start + at < doneAt;
    const wasPaid = isPaid({ state });
    const wasNo = ['rejected', 'not-performed', 'by-hand-not-paid'].includes(state);
    const gaveMoney = handOver === 'now' || handOver === 'done';
    const isWrong = (wasPaid && isNotYet) || (wasNo && own.length > 0) || (gaveMoney && isNotYet);
    return isWrong ? [`told ${state}, ${handOver}, and it was not so`] : [];
  });
  // What has been said for good is never taken back.
  const finals = new Set(told.map((one) => one.state).filter((state) => !isOpenState(state)));
  return finals.size > 1 ? [...wrong, `told one thing and another: ${[...finals]}`] : wrong;
}

function isOpenState(state: Payment['state']): boolean {
  return ['sending', 'unknown', 'unclear'].includes(state);
}

function findPaperFaults(wire: Wire, payment: Payment): string[] {
  const kinds = wire.device.papers
    .filter((paper) => paper.paymentId === payment.id)
    .map((paper) => paper.kind);
  const originals = kinds.filter((kind) => kind === 'original').length;
  const slips = kinds.filter((kind) => kind === 'failed').length;
  const isNo = !isPaid(payment) && payment.kind === 'cash-out';
  const wrong: string[] = [];
  if (originals !== (isPaid(payment) ? 1 : 0)) wrong.push(`${originals} original tickets`);
  if (slips !== (isNo ? 1 : 0)) wrong.push(`${slips} slips that it was not done`);
  return wrong;
}

/** Sent by nobody but the cashier, and each time the bytes of the ledger. */
function findNetworkFaults(wire: Wire, payment: Payment): string[] {
  const intent = wire.database
    .prepare('SELECT external_id, idempotency_key, target, body FROM intents WHERE id = ?')
    .get(payment.id);
  const sends = wire.database
    .prepare('SELECT request_date FROM sends WHERE intent_id = ? ORDER BY number')
    .all(payment.id);
  const wrong: string[] = [];
  const presses = wire.presses.get(payment.id) ?? 0;
  if (sends.length !== presses) wrong.push(`pressed ${presses} times, ${sends.length} sends`);

  const { arrived } = wire.proxy;
  const own = arrived.filter((one) => one.body.includes(String(intent?.external_id)));
  if (payment.isNotSent && own.length > 0) wrong.push('told that it never left, and it arrived');
  if (own.length > presses) wrong.push(`pressed ${presses} times, ${own.length} requests`);
  const dates = sends.map((one) => new Date(String(one.request_date)).toUTCString());
  for (const one of own) {
    const isSame =
      one.key === intent?.idempotency_key &&
      one.target === intent?.target &&
      intent?.body instanceof Uint8Array &&
      one.body.equals(intent.body);
    if (!isSame) wrong.push('a request is not what the ledger says');
    if (!dates.includes(one.date)) wrong.push(`a Date that the ledger does not know: ${one.date}`);
  }
  return wrong;
}
