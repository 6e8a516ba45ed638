import {
  type Cashier,
  fail,
  ok,
  type Payment,
  type Problem,
  type Result,
  type ValidatedCallInput,
} from '../../../../shared/contract/index.ts';
import type { PaymentRecord } from '../../../ledger/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import type { BillPaymentService } from '../../../service/index.ts';
import type { PaymentResolver } from '../look-ups/index.ts';
import { checkPrinterForRequiredPaper } from '../order/index.ts';
import { canResend, type OutcomeRecorder } from '../outcome/index.ts';
import type { PaymentTracker } from '../payment-tracker.ts';
import { insertPaymentEvent, insertSend, updateUnresolvedOutcome } from '../rows/index.ts';
import type { CashierSession, PaymentPorts, Payments } from '../types.ts';
import type { PaymentReader } from '../view/index.ts';
import type { RequestSender } from './request-sender.ts';

/**
 * Lets the cashier send a request with an unknown outcome again, with the same external_id,
 * Idempotency-Key and bytes. If money may go to the customer, the conditions of the first send
 * apply: an open shift, and for a cash-out its cash in the drawer and a printer that can print its
 * slip, and for a gift card a printer that can print its code.
 */
export function createResender(
  ports: Pick<PaymentPorts, 'database' | 'clock' | 'service' | 'paper' | 'cash'>,
  parts: {
    readonly reader: PaymentReader;
    readonly resolver: PaymentResolver;
    readonly requestSender: RequestSender;
    readonly outcomes: OutcomeRecorder;
    readonly tracker: PaymentTracker;
    readonly isEnding: () => boolean;
    readonly session: CashierSession;
  },
): Pick<Payments, 'sendAgain'> {
  const { database, clock } = ports;
  const { resolver, requestSender, outcomes, tracker } = parts;
  const { find, getRuntimeFacts, toView, readView, catchStorageError, catchStorageErrorAsync } =
    parts.reader;

  /** Resolves to the problem that prevents giving the customer the money or the code; null if none. */
  async function findPaperOrCashProblem(
    { intent }: PaymentRecord,
    cashier: Cashier,
  ): Promise<Problem | null> {
    if (intent.kind === 'gift-card') {
      const paper = await checkPrinterForRequiredPaper(ports.paper, intent.kind);
      return paper.ok ? null : paper.problem;
    }
    if (intent.kind !== 'cash-out' && intent.kind !== 'cancel') return null;
    const drawer = ports.cash.checkCanTakeMoney(cashier.id);
    if (!drawer.ok) return drawer.problem;
    if (intent.kind === 'cancel') return null;
    const cashCheck =
      intent.approvedBy === null
        ? ports.cash.checkCanHandOutCash(cashier.id, intent.due, intent.id)
        : drawer;
    if (!cashCheck.ok) return cashCheck.problem;
    const paper = await ports.paper.checkReady();
    return paper.ok ? null : paper.problem;
  }

  async function sendAgain(
    { paymentId }: ValidatedCallInput<'payments.sendAgain'>,
    cashier: Cashier,
  ): Promise<Result<Payment>> {
    const sessionAtKeyPress = parts.session.getSessionId();
    const before = catchStorageError(() => find(paymentId));
    if (!before.ok) return before;
    const problem = await catchStorageErrorAsync(async () => {
      const handOutProblem = await findPaperOrCashProblem(before.value, cashier);
      return handOutProblem === null ? ok(null) : fail(handOutProblem);
    });
    if (!problem.ok) return problem;
    // A look-up in flight may resolve the payment; a send and a look-up never overlap.
    await resolver.waitForLookUp(paymentId);
    return catchStorageError(() => {
      if (parts.isEnding()) return fail({ kind: 'not-connected', reason: 'not-ready' });
      const record = find(paymentId);
      if (!record.ok) return record;
      if (tracker.getTracked(paymentId)?.sendState === 'wire') return ok(toView(record.value));
      const sessionProblem = parts.session.rejectIfChanged(sessionAtKeyPress);
      if (sessionProblem !== null) return sessionProblem;
      const service = ports.service();
      if (!service) return fail({ kind: 'not-connected', reason: 'not-ready' });
      const facts = getRuntimeFacts(record.value);
      if (!facts.isIdle || !facts.isServiceVersionUnchanged || !canResend(record.value, facts)) {
        return fail(toStateProblem(record.value));
      }
      commitAndResend(record.value, service, cashier);
      return readView(paymentId);
    });
  }

  function toStateProblem(record: PaymentRecord): Problem {
    const view = toView(record);
    return { kind: 'payment-state', state: view.state, until: view.nextLookUpAt };
  }

  function commitAndResend(
    record: PaymentRecord,
    service: BillPaymentService,
    cashier: Cashier,
  ): void {
    const { intent, outcome, sends } = record;
    const number = Math.max(...sends.map((send) => send.number)) + 1;
    const requestDate = service.getRequestDate();
    const at = toIsoTime(clock.now());
    const body = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(intent.body);
    database.diskSpace.assertEnough();
    database.commit(() => {
      insertSend(database, {
        intentId: intent.id,
        number,
        requestDate: toIsoTime(requestDate),
        startedAt: at,
        cashierId: cashier.id,
      });
      updateUnresolvedOutcome(database, intent.id, {
        ...outcome,
        state: 'sent',
        nextLookUpAt: null,
      });
      insertPaymentEvent(database, {
        intentId: intent.id,
        at,
        kind: 'sent-again',
        cashierId: cashier.id,
        detail: { send: number, requestDate: toIsoTime(requestDate) },
      });
    });
    // A payment that its cashier has left stays one whose outcome must be confirmed.
    if (outcome.seenAt === null) tracker.markAttended(intent.id);
    void requestSender.sendRequest(
      intent.id,
      service,
      { method: 'POST', target: intent.target, body },
      { idempotencyKey: intent.idempotencyKey, requestDate, number },
    );
    outcomes.emitPaymentChange(intent.id);
  }

  return { sendAgain };
}
