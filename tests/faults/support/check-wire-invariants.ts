import type { TrainingTransaction } from '../../../electron/training/index.ts';
import type { Payment } from '../../../shared/contract/index.ts';
import type { Wire } from './wire.ts';

/**
 * Compares ledger, service, network, paper and what the cashier was shown, after everything has
 * ended. Returns the faults in words.
 */
export async function findWireFaults(wire: Wire): Promise<string[]> {
  const performed = await wire.performed();
  const payments = wire.listPayments();
  const faults = payments.flatMap((payment) => {
    const ownTransactions = performed.filter(
      (transaction) => transaction.externalId === payment.externalId,
    );
    return [
      ...findLedgerFaults(wire, payment, ownTransactions),
      ...findCashierFaults(wire, payment, ownTransactions),
      ...findPaperFaults(wire, payment),
      ...findNetworkFaults(wire, payment),
    ].map((fault) => `${payment.kind}, ${payment.state}: ${fault}`);
  });
  const knownExternalIds = new Set(payments.map((payment) => payment.externalId));
  const unknownTransactions = performed.filter(
    (transaction) =>
      !knownExternalIds.has(transaction.externalId) && transaction.posNumber === '07',
  );
  return [
    ...faults,
    ...unknownTransactions.map(
      (transaction) => `nobody's at the service: ${transaction.externalId}`,
    ),
  ];
}

function isPaid(payment: Pick<Payment, 'state'>): boolean {
  return payment.state === 'paid' || payment.state === 'by-hand-paid';
}

function findLedgerFaults(
  wire: Wire,
  payment: Payment,
  ownTransactions: readonly TrainingTransaction[],
): string[] {
  const faults: string[] = [];
  if (ownTransactions.length > 1) faults.push(`performed ${ownTransactions.length} times`);
  if (['sending', 'unknown', 'unclear'].includes(payment.state)) faults.push('not resolved');
  if (isPaid(payment) !== ownTransactions.length > 0)
    faults.push(`performed ${ownTransactions.length} times at the service`);
  const [row] = ownTransactions;
  if (!row) return faults;
  const { authorization, billerId, accountNumber, amount } = payment;
  const outcome = wire.database
    .prepare('SELECT ticket_text, resolved_by FROM outcomes WHERE intent_id = ?')
    .get(payment.id);
  // A row of a look-up has no text, and the strict service leaves it out of some answers.
  const isTextRequired = payment.kind === 'cash-out' || payment.kind === 'gift-card';
  const isTextRight =
    outcome?.ticket_text === row.ticketText ||
    (outcome?.ticket_text === null && !(isTextRequired && outcome.resolved_by === 'answer'));
  // The person who closed it by hand may not know the number, and has no text.
  const isSame =
    (payment.state !== 'paid' || (authorization === String(row.id) && isTextRight)) &&
    billerId === row.billerId &&
    accountNumber === row.accountNumber &&
    amount.amount === row.amount;
  return isSame ? faults : [...faults, 'the ledger and the service name other facts'];
}

function findCashierFaults(
  wire: Wire,
  payment: Payment,
  ownTransactions: readonly TrainingTransaction[],
): string[] {
  const shownStates = wire.shownStates.get(payment.id) ?? [];
  const [row] = ownTransactions;
  const performedAt = row ? Date.parse(row.createdAt) : Number.POSITIVE_INFINITY;
  const startTime = wire.time.service.now() - wire.time.elapsed;
  const faults = shownStates.flatMap(({ state, handOver, at }) => {
    const isTooEarly = startTime + at < performedAt;
    const isShownPaid = isPaid({ state });
    const isShownFailed = ['rejected', 'not-performed', 'by-hand-not-paid'].includes(state);
    const isMoneyGiven = handOver === 'now' || handOver === 'done';
    const isShownWrong =
      (isShownPaid && isTooEarly) ||
      (isShownFailed && ownTransactions.length > 0) ||
      (isMoneyGiven && isTooEarly);
    return isShownWrong ? [`told ${state}, ${handOver}, and it was not so`] : [];
  });
  // A final state never changes.
  const finalStates = new Set(
    shownStates.map((shownState) => shownState.state).filter((state) => !isOpenState(state)),
  );
  return finalStates.size > 1
    ? [...faults, `told one thing and another: ${[...finalStates]}`]
    : faults;
}

function isOpenState(state: Payment['state']): boolean {
  return ['sending', 'unknown', 'unclear'].includes(state);
}

function findPaperFaults(wire: Wire, payment: Payment): string[] {
  const kinds = wire.device.papers
    .filter((paper) => paper.paymentId === payment.id)
    .map((paper) => paper.kind);
  const originals = kinds.filter((kind) => kind === 'original').length;
  const failureSlips = kinds.filter((kind) => kind === 'failed').length;
  const isFailedCashOut = !isPaid(payment) && payment.kind === 'cash-out';
  const faults: string[] = [];
  if (originals !== (isPaid(payment) ? 1 : 0)) faults.push(`${originals} original tickets`);
  if (failureSlips !== (isFailedCashOut ? 1 : 0))
    faults.push(`${failureSlips} slips that it was not done`);
  return faults;
}

/** Only the cashier causes sends, and each has exactly the bytes of the ledger. */
function findNetworkFaults(wire: Wire, payment: Payment): string[] {
  const intent = wire.database
    .prepare('SELECT external_id, idempotency_key, target, body FROM intents WHERE id = ?')
    .get(payment.id);
  const sends = wire.database
    .prepare('SELECT request_date FROM sends WHERE intent_id = ? ORDER BY number')
    .all(payment.id);
  const faults: string[] = [];
  const presses = wire.sendCounts.get(payment.id) ?? 0;
  if (sends.length !== presses) faults.push(`pressed ${presses} times, ${sends.length} sends`);

  const { receivedRequests } = wire.proxy;
  const ownRequests = receivedRequests.filter((request) =>
    request.body.includes(String(intent?.external_id)),
  );
  if (payment.isNotSent && ownRequests.length > 0)
    faults.push('told that it never left, and it arrived');
  if (ownRequests.length > presses)
    faults.push(`pressed ${presses} times, ${ownRequests.length} requests`);
  const dates = sends.map((send) => new Date(String(send.request_date)).toUTCString());
  for (const request of ownRequests) {
    const isSame =
      request.key === intent?.idempotency_key &&
      request.target === intent?.target &&
      intent?.body instanceof Uint8Array &&
      request.body.equals(intent.body);
    if (!isSame) faults.push('a request is not what the ledger says');
    if (!dates.includes(request.date))
      faults.push(`a Date that the ledger does not know: ${request.date}`);
  }
  return faults;
}
