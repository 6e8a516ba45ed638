import type { ReactNode } from 'react';
import type { Payment } from '../../../../../shared/contract/index.ts';
import { getReceiptTexts } from '../../../../../shared/i18n/index.ts';
import { DEFAULT_COLUMNS, isGivenBackStatus } from '../../../../../shared/rules/index.ts';
import { TapeSlot, useTill, useTillQuery } from '../../../../app/index.ts';
import { DraftTape, type Stamp, Tape } from '../../../../components/index.ts';
import { useLanguage, useText } from '../../../../i18n/index.ts';
import { type Draft as FlowDraft, resumeFlow, type Step } from '../flow/index.ts';
import { useFeeEstimate } from '../form/index.ts';
import styles from '../pay.module.css';
import { createDraftRows } from './draft-rows.ts';
import { PaperPanel } from './paper-panel.tsx';

/** The tape of the flow: the growing draft, then the receipt as printed. */
export function TapeSide(props: { readonly step: Step }) {
  const { step } = props;
  const payment = step.step === 'payment' ? step.payment : null;
  const isPaid = payment?.state === 'paid' || payment?.state === 'by-hand-paid';
  return (
    <TapeSlot>
      {payment !== null && isPaid ? (
        <ReceiptTape payment={payment} stamp={getStamp(step)} fallback={<Draft step={step} />} />
      ) : (
        <SlipTape step={step} />
      )}
    </TapeSlot>
  );
}

const SLIP_KINDS = ['failed', 'pending'];

/**
 * Without a receipt: the draft, and once the state is certain, a slip with the state of the
 * payment.
 */
function SlipTape({ step }: { readonly step: Step }) {
  const payment = step.step === 'payment' && step.payment.state !== 'sending' ? step.payment : null;
  const papers = useTillQuery(
    'printing.forPayment',
    { paymentId: payment?.id ?? '-' },
    { enabled: payment !== null, refetchOnMount: 'always' },
  );
  if (payment === null || papers.isPending) return <Draft step={step} />;
  // Uses a slip that was printed automatically, as for a refused cash-out.
  const printedSlip = papers.value?.findLast((paper) => SLIP_KINDS.includes(paper.kind)) ?? null;
  return (
    <div className={styles.tapeSide}>
      <PaperPanel key={payment.id} paymentId={payment.id} tape={printedSlip} isSlip />
      <Draft step={step} />
    </div>
  );
}

/** The tape of a payment that is viewed later. */
export function PaymentTape(props: { readonly payment: Payment }) {
  const { payment } = props;
  return <TapeSide step={resumeFlow(payment, 0).at} />;
}

/** A payment's receipt as printed, and the actions for its paper. */
function ReceiptTape(props: {
  readonly payment: Payment;
  readonly stamp: Stamp | null;
  readonly fallback: ReactNode;
}) {
  const { id: paymentId, handOver } = props.payment;
  const { environment } = useTill();
  const tape = useTillQuery('printing.tape', { paymentId }).value ?? null;
  if (tape === null) return <>{props.fallback}</>;
  const panel = (
    <PaperPanel
      key={tape.jobId}
      paymentId={paymentId}
      tape={tape}
      isForMoneyOut={handOver !== 'none'}
    />
  );
  if (tape.lines.length === 0) {
    // The code of a gift card is not shown again, but its paper can be reprinted.
    return (
      <div className={styles.tapeSide}>
        {tape.isWithheld ? panel : null}
        {props.fallback}
      </div>
    );
  }
  return (
    <div className={styles.tapeSide}>
      {panel}
      <Tape
        lines={tape.lines}
        columns={tape.columns}
        environment={environment}
        stamp={props.stamp}
      />
    </div>
  );
}

function Draft(props: { readonly step: Step }) {
  const { step } = props;
  const text = useText();
  const language = useLanguage();
  const till = useTill();
  const columns = useTillQuery('printing.state', {}).value?.columns ?? DEFAULT_COLUMNS;
  const cashier = till.session.cashier?.name;
  const feeEstimate = useFeeEstimate(getDraft(step));
  return (
    <DraftTape
      head={[
        till.shopName,
        [text('frame.pos', { pos: till.posNumber }), cashier].filter(Boolean).join(' · '),
      ]}
      rows={createDraftRows(step, getReceiptTexts(language), language, feeEstimate)}
      columns={columns}
      environment={till.environment}
      stamp={getStamp(step)}
    />
  );
}

/** Returns the draft of the steps before an order is prepared; otherwise null. */
function getDraft(step: Step): FlowDraft | null {
  return step.step === 'amount' || step.step === 'check' ? step.draft : null;
}

function getStamp(step: Step): Stamp | null {
  if (step.step !== 'payment') return null;
  switch (step.payment.state) {
    case 'paid':
    case 'by-hand-paid':
      // The status of a cancel is that of the payment which it gave back.
      if (step.payment.kind === 'cancel') return 'done';
      if (step.payment.refund !== null || isGivenBackStatus(step.payment.serviceStatus)) {
        return 'refunded';
      }
      return step.payment.handOver === 'none' ? 'paid' : 'done';
    case 'rejected':
      return step.payment.isNotSent ? 'not-sent' : 'refused';
    case 'not-performed':
    case 'by-hand-not-paid':
      return 'refused';
    case 'unknown':
    case 'unclear':
      return 'unknown';
    case 'sending':
      return null;
  }
}
