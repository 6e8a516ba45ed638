import type { Payment, Refund } from '../../../../../shared/contract/index.ts';
import { useTimeFormatter } from '../../../../app/index.ts';
import { formatMoneyInSentence, Notice } from '../../../../components/index.ts';
import { useLanguage, useText } from '../../../../i18n/index.ts';

/** The service gave a paid payment back: whose the money is, or how it was settled. */
export function RefundNotice(props: {
  readonly payment: Payment;
  readonly refund: Refund;
  /** On the screen that settles it: what to do stands on its keys. */
  readonly isSettling?: boolean;
}) {
  const { payment, refund } = props;
  const text = useText();
  const clock = useTimeFormatter();
  const language = useLanguage();
  const { settled, owedTo, serviceStatus, isHandedOver } = refund;
  const amount = formatMoneyInSentence(refund.amount, language);
  const happened = text(`refunds.happened.${owedTo}`, {
    biller: payment.billerName,
  });
  if (settled !== null) {
    const { by, at, approvedBy, reason } = settled;
    const isHandedNow = props.isSettling === true && settled.how === 'handed-back';
    const next = isHandedNow ? text('refunds.slip') : reason;
    return (
      <Notice
        tone="info"
        word={text('refunds.word')}
        happened={happened}
        code={serviceStatus}
        money={text(`refunds.settled.${settled.how}`, {
          amount,
          name: approvedBy === null ? by : `${by} · ${approvedBy}`,
          at: clock.dateTime(at),
        })}
        {...(next === null ? {} : { next })}
      />
    );
  }
  const way = owedTo === 'shop' && !isHandedOver ? 'not-handed-over' : owedTo;
  return (
    <Notice
      tone="warning"
      word={text('refunds.word')}
      happened={happened}
      code={serviceStatus}
      money={text(`refunds.money.${way}`, { amount })}
      next={text(props.isSettling ? `refunds.next.${way}` : 'refunds.inList')}
    />
  );
}
