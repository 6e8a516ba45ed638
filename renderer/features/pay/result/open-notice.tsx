import type { Payment } from '../../../../shared/contract/index.ts';
import { Notice } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import styles from '../pay.module.css';

/** Nothing was done, which is certain now: by a look-up, or by the hand of a supervisor. */
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
      happened={text(
        props.payment.state === 'by-hand-not-paid'
          ? 'pay.notPerformed.byHand'
          : 'pay.notPerformed.happened',
      )}
      money={props.money}
      next={props.next}
    />
  );
}

/** Not known yet: why, what that means for the money, and what the customer is told. */
export function OpenNotice(props: {
  readonly payment: Payment;
  readonly money: string;
  readonly next: string;
  readonly tell: string;
}) {
  const { payment } = props;
  const text = useText();
  const why = payment.unknownBecause ?? 'connection-lost';
  return (
    <Notice
      tone="unknown"
      happened={
        payment.state === 'unclear'
          ? text('pay.unknown.unclear')
          : text(`pay.unknown.${why}`, { biller: payment.billerName })
      }
      money={props.money}
      next={props.next}
      code={payment.code}
    >
      <blockquote className={styles.tell}>
        <p className={styles.tellWho}>{text('pay.unknown.tell')}</p>
        <p>{props.tell}</p>
      </blockquote>
    </Notice>
  );
}

/** When it will be certain, where that can be said. */
export function certainMoment({ state, certainAt }: Payment): string | null {
  return state === 'unclear' ? null : certainAt;
}
