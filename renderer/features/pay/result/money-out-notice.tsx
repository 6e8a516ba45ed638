import { assertNever, type Payment } from '../../../../shared/contract/index.ts';
import { useMoment } from '../../../app/index.ts';
import { moneyWords, Notice } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import styles from '../pay.module.css';
import { Authorization, RefusedNotice } from './refused-notice.tsx';

interface MoneyOut {
  readonly payment: Payment;
}

/** A cash-out or a cancel: whether money goes to the customer, and when. */
export function MoneyOutNotice({ payment }: MoneyOut) {
  const text = useText();
  const isCancel = payment.kind === 'cancel';
  const neverKey = isCancel ? 'pay.cancel.neverMoney' : 'pay.out.neverMoney';
  switch (payment.state) {
    case 'sending':
      return null;
    case 'paid':
    case 'by-hand-paid':
      return <ConfirmedNotice payment={payment} />;
    case 'rejected':
      return (
        <RefusedNotice payment={payment} nothing={text(neverKey, { biller: payment.billerName })} />
      );
    case 'not-performed':
    case 'by-hand-not-paid':
      return (
        <Notice
          tone="refused"
          word={text('pay.notPerformed.word')}
          happened={text(
            payment.state === 'by-hand-not-paid'
              ? 'pay.notPerformed.byHand'
              : 'pay.notPerformed.happened',
          )}
          money={text(neverKey, { biller: payment.billerName })}
          next={text('pay.refused.anew')}
        />
      );
    case 'unknown':
    case 'unclear':
      return <OpenNotice payment={payment} />;
    default:
      return assertNever(payment.state);
  }
}

function ConfirmedNotice({ payment }: MoneyOut) {
  const text = useText();
  const language = useLanguage();
  const isCancel = payment.kind === 'cancel';
  const isPaperFirst = payment.handOver === 'paper-first';
  const values = { amount: moneyWords(payment.amount, language), biller: payment.billerName };
  const next = (): string => {
    if (payment.handOver === 'done') return text(isCancel ? 'pay.cancel.done' : 'pay.out.done');
    if (isPaperFirst) return text('pay.out.paperFirstNext');
    return text(isCancel ? 'pay.cancel.nowNext' : 'pay.out.nowNext');
  };
  return (
    <Notice
      tone={isPaperFirst ? 'warning' : 'paid'}
      word={text(isCancel ? 'pay.cancel.word' : 'pay.out.word')}
      happened={text(isCancel ? 'pay.cancel.happened' : 'pay.out.happened', values)}
      {...(isPaperFirst ? { money: text('pay.out.paperFirstMoney') } : {})}
      next={next()}
    >
      {payment.authorization === null ? null : <Authorization id={payment.authorization} />}
    </Notice>
  );
}

function OpenNotice({ payment }: MoneyOut) {
  const text = useText();
  const moment = useMoment();
  const isCancel = payment.kind === 'cancel';
  const why = payment.unknownBecause ?? 'connection-lost';
  const tells = (): string => {
    if (isCancel) return text('pay.unknown.tellOpen');
    return payment.certainAt === null || payment.state === 'unclear'
      ? text('pay.out.tellOpen')
      : text('pay.out.tellWords', { time: moment(payment.certainAt) });
  };
  return (
    <Notice
      tone="unknown"
      happened={
        payment.state === 'unclear'
          ? text('pay.unknown.unclear')
          : text(`pay.unknown.${why}`, { biller: payment.billerName })
      }
      money={text(isCancel ? 'pay.cancel.unknownMoney' : 'pay.out.unknownMoney')}
      next={text(isCancel ? 'pay.unknown.next' : 'pay.out.unknownNext')}
      code={payment.code}
    >
      <blockquote className={styles.tell}>
        <p className={styles.tellWho}>{text('pay.unknown.tell')}</p>
        <p>{tells()}</p>
      </blockquote>
    </Notice>
  );
}
