import type { Payment } from '../../../../shared/contract/index.ts';
import { Notice } from '../../../components/index.ts';
import { type TextKey, useText } from '../../../i18n/index.ts';
import styles from './payment-result.module.css';

/** Shown if it is certain that nothing was done, by a look-up or because it was closed by hand. */
export function NotPerformedNotice(props: {
  readonly payment: Payment;
  readonly impact: string;
  readonly action: string;
}) {
  const text = useText();
  return (
    <Notice
      tone="refused"
      toneText={text('pay.notPerformed.word')}
      title={text(getNotPerformedTextKey(props.payment))}
      impact={props.impact}
      action={props.action}
    />
  );
}

/**
 * Names what was not performed: a cancel is not called a payment. If the service answered, as with
 * R49 or an HTTP error, the text states that the request reached it.
 */
function getNotPerformedTextKey({ kind, state, code, httpStatus }: Payment): TextKey {
  const isByHand = state === 'by-hand-not-paid';
  const wasAnswered = code !== null || httpStatus !== null;
  switch (kind) {
    case 'cash-out':
      if (isByHand) return 'pay.cashOut.byHandNot';
      return wasAnswered ? 'pay.cashOut.answeredNot' : 'pay.cashOut.notPerformed';
    case 'cancel':
      if (isByHand) return 'pay.cancel.byHandNot';
      return wasAnswered ? 'pay.cancel.answeredNot' : 'pay.cancel.notPerformed';
    default:
      if (isByHand) return 'pay.notPerformed.byHand';
      return wasAnswered ? 'pay.notPerformed.answered' : 'pay.notPerformed.title';
  }
}

/** An unknown outcome: the reason, the consequence for the money, and what to tell the customer. */
export function UnknownOutcomeNotice(props: {
  readonly payment: Payment;
  readonly impact: string;
  readonly action: string;
  readonly customerText: string;
}) {
  const { payment } = props;
  const text = useText();
  return (
    <Notice
      tone="unknown"
      title={text(getUnknownReasonTextKey(payment), { biller: payment.billerName })}
      impact={props.impact}
      action={props.action}
      code={payment.code}
    >
      <blockquote className={styles.customerMessage}>
        <p className={styles.instructions}>{text('pay.unknown.customerMessage')}</p>
        <p>{props.customerText}</p>
      </blockquote>
    </Notice>
  );
}

/** Returns the reason of the unknown outcome. Texts that mention the request name its kind. */
function getUnknownReasonTextKey({ kind, state, unknownBecause }: Payment): TextKey {
  const reason = unknownBecause ?? 'connection-lost';
  if (state === 'unclear') return kind === 'cancel' ? 'pay.cancel.unclear' : 'pay.unknown.unclear';
  switch (reason) {
    case 'open-code':
    case 'till-stopped':
    case 'evidence-of-earlier':
      if (kind === 'cash-out') return `pay.cashOut.${reason}`;
      return kind === 'cancel' ? `pay.cancel.${reason}` : `pay.unknown.${reason}`;
    default:
      return `pay.unknown.${reason}`;
  }
}

/**
 * Returns when the outcome will be certain, as an ISO time; null if that is not known. It is not
 * known for a cancel, because v1.6 does not guarantee that a row reports whether the payment was
 * reversed.
 */
export function getOutcomeCertainAt({ kind, state, certainAt }: Payment): string | null {
  return state === 'unclear' || kind === 'cancel' ? null : certainAt;
}
