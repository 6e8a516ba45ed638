import { assertNever, type Payment } from '../../../../shared/contract/index.ts';
import { useMoment } from '../../../app/index.ts';
import { moneyWords, Notice } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { certainMoment, NotPerformedNotice, OpenNotice } from './open-notice.tsx';
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
        <NotPerformedNotice
          payment={payment}
          money={text(neverKey, { biller: payment.billerName })}
          next={text('pay.refused.anew')}
        />
      );
    case 'unknown':
    case 'unclear':
      return <UnknownNotice payment={payment} />;
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

function UnknownNotice({ payment }: MoneyOut) {
  const text = useText();
  const moment = useMoment();
  const isCancel = payment.kind === 'cancel';
  const certainAt = certainMoment(payment);
  const tell = (): string => {
    if (isCancel) return text('pay.unknown.tellOpen');
    return certainAt === null
      ? text('pay.out.tellOpen')
      : text('pay.out.tellWords', { time: moment(certainAt) });
  };
  return (
    <OpenNotice
      payment={payment}
      money={text(isCancel ? 'pay.cancel.unknownMoney' : 'pay.out.unknownMoney')}
      next={text(isCancel ? 'pay.unknown.next' : 'pay.out.unknownNext')}
      tell={tell()}
    />
  );
}
