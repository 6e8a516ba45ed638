import type { ReactNode } from 'react';
import type { Payment } from '../../../../shared/contract/index.ts';
import { getReceiptTexts } from '../../../../shared/i18n/index.ts';
import {
  DEFAULT_PAPER_COLUMNS,
  isRefundedOrReversedStatus,
} from '../../../../shared/rules/index.ts';
import { TapeSlot, useTill, useTillQuery } from '../../../app/index.ts';
import { DraftTape, type DraftTapeRow, Tape, type TapeStamp } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { PaperPanel } from './paper-panel.tsx';
import styles from './payment-result.module.css';
import { createReceiptRows } from './receipt-rows.ts';

/** The tape of a payment: its receipt as printed, or its draft and the slip with its state. */
export function PaymentTape(props: { readonly payment: Payment }) {
  const { payment } = props;
  const language = useLanguage();
  const stamp = getStamp(payment);
  const rows = createReceiptRows(payment, getReceiptTexts(language), language);
  const draft = <DraftReceipt rows={rows} stamp={stamp} />;
  const isPaid = payment.state === 'paid' || payment.state === 'by-hand-paid';
  return (
    <TapeSlot>
      {isPaid ? (
        <ReceiptTape payment={payment} stamp={stamp} draft={draft} />
      ) : (
        <SlipTape payment={payment} draft={draft} />
      )}
    </TapeSlot>
  );
}

const SLIP_KINDS = ['failed', 'pending'];

/**
 * Without a receipt: the draft, and once the state is certain, a slip with the state of the
 * payment.
 */
function SlipTape(props: { readonly payment: Payment; readonly draft: ReactNode }) {
  const { payment, draft } = props;
  const isSending = payment.state === 'sending';
  const papers = useTillQuery(
    'printing.forPayment',
    { paymentId: payment.id },
    { enabled: !isSending, refetchOnMount: 'always' },
  );
  if (isSending || papers.isPending) return draft;
  // Uses a slip that was printed automatically, as for a refused cash-out.
  const printedSlip = papers.value?.findLast((paper) => SLIP_KINDS.includes(paper.kind)) ?? null;
  return (
    <div className={styles.tapeSide}>
      <PaperPanel key={payment.id} paymentId={payment.id} tape={printedSlip} isSlip />
      {draft}
    </div>
  );
}

/** A payment's receipt as printed, and the actions for its paper. */
function ReceiptTape(props: {
  readonly payment: Payment;
  readonly stamp: TapeStamp | null;
  readonly draft: ReactNode;
}) {
  const { id: paymentId, handOver } = props.payment;
  const { environment } = useTill();
  const tape = useTillQuery('printing.tape', { paymentId }).value ?? null;
  if (tape === null) return props.draft;
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
        {props.draft}
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

/** The draft of a receipt, with the shop, the POS number and the cashier at its top. */
export function DraftReceipt(props: {
  readonly rows: readonly DraftTapeRow[];
  readonly stamp: TapeStamp | null;
}) {
  const text = useText();
  const till = useTill();
  const columns = useTillQuery('printing.state', {}).value?.columns ?? DEFAULT_PAPER_COLUMNS;
  const cashier = till.session.cashier?.name;
  return (
    <DraftTape
      headerLines={[
        till.shopName,
        [text('frame.pos', { pos: till.posNumber }), cashier].filter(Boolean).join(' · '),
      ]}
      {...props}
      columns={columns}
      environment={till.environment}
    />
  );
}

function getStamp({
  state,
  kind,
  refund,
  serviceStatus,
  handOver,
  isNotSent,
}: Payment): TapeStamp | null {
  switch (state) {
    case 'paid':
    case 'by-hand-paid':
      // The status of a cancel is that of the payment which it gave back.
      if (kind === 'cancel') return 'done';
      if (refund !== null || isRefundedOrReversedStatus(serviceStatus)) return 'refunded';
      return handOver === 'none' ? 'paid' : 'done';
    case 'rejected':
      return isNotSent ? 'not-sent' : 'refused';
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
