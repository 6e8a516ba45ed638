import type { Payment } from '../../../../../shared/contract/index.ts';
import { Notice } from '../../../../components/index.ts';
import { type TextKey, useText } from '../../../../i18n/index.ts';
import styles from '../pay.module.css';

/** It is now certain that nothing was done: by a look-up, or closed by hand. */
export function NotPerformedNotice(props: {
  readonly payment: Payment;
  readonly money: string;
  readonly next: string;
}) {
  const text = useText();
  return (
    <Notice
      tone="refused"
      word={text('pay.notPerformed.word')}
      happened={text(getNotPerformedTextKey(props.payment))}
      money={props.money}
      next={props.next}
    />
  );
}

/**
 * What did not happen, by its own name: a cancel is not a payment. What was answered, as by R49 or
 * a fault of the service, did reach it.
 */
function getNotPerformedTextKey({ kind, state, code, httpStatus }: Payment): TextKey {
  const isByHand = state === 'by-hand-not-paid';
  const wasAnswered = code !== null || httpStatus !== null;
  switch (kind) {
    case 'cash-out':
      if (isByHand) return 'pay.out.byHandNot';
      return wasAnswered ? 'pay.out.answeredNot' : 'pay.out.notPerformed';
    case 'cancel':
      if (isByHand) return 'pay.cancel.byHandNot';
      return wasAnswered ? 'pay.cancel.answeredNot' : 'pay.cancel.notPerformed';
    default:
      if (isByHand) return 'pay.notPerformed.byHand';
      return wasAnswered ? 'pay.notPerformed.answered' : 'pay.notPerformed.happened';
  }
}

/** Not known yet: why, what that means for the money, and what to tell the customer. */
export function OpenNotice(props: {
  readonly payment: Payment;
  readonly money: string;
  readonly next: string;
  readonly tell: string;
}) {
  const { payment } = props;
  const text = useText();
  return (
    <Notice
      tone="unknown"
      happened={text(getUnknownReasonTextKey(payment), { biller: payment.billerName })}
      money={props.money}
      next={props.next}
      code={payment.code}
    >
      <blockquote className={styles.customerMessage}>
        <p className={styles.instructions}>{text('pay.unknown.tell')}</p>
        <p>{props.tell}</p>
      </blockquote>
    </Notice>
  );
}

/** Why it is not known; texts that mention what was sent call it by its own name. */
function getUnknownReasonTextKey({ kind, state, unknownBecause }: Payment): TextKey {
  const why = unknownBecause ?? 'connection-lost';
  if (state === 'unclear') return kind === 'cancel' ? 'pay.cancel.unclear' : 'pay.unknown.unclear';
  switch (why) {
    case 'open-code':
    case 'till-stopped':
    case 'evidence-of-earlier':
      if (kind === 'cash-out') return `pay.out.${why}`;
      return kind === 'cancel' ? `pay.cancel.${why}` : `pay.unknown.${why}`;
    default:
      return `pay.unknown.${why}`;
  }
}

/**
 * When it will be certain, if that is known. For a cancel it is not, because v1.6 does not promise
 * that a row says whether it was taken back.
 */
export function getCertainAt({ kind, state, certainAt }: Payment): string | null {
  return state === 'unclear' || kind === 'cancel' ? null : certainAt;
}
