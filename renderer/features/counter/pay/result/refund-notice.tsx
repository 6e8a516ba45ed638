import type { Payment, Refund } from '../../../../../shared/contract/index.ts';
import { useTimeFormatter } from '../../../../app/index.ts';
import { formatMoneyInSentence, Notice } from '../../../../components/index.ts';
import { useLanguage, useText } from '../../../../i18n/index.ts';

/**
 * Shown if the service refunded a paid payment: to whom the money is owed, or how it was settled.
 */
export function RefundNotice(props: {
  readonly payment: Payment;
  readonly refund: Refund;
  /** True on the screen that settles the refund, whose keys show what to do. */
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
    const isJustHandedBack = props.isSettling === true && settled.how === 'handed-back';
    const next = isJustHandedBack ? text('refunds.slip') : reason;
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
  const textGroup = owedTo === 'shop' && !isHandedOver ? 'not-handed-over' : owedTo;
  return (
    <Notice
      tone="warning"
      word={text('refunds.word')}
      happened={happened}
      code={serviceStatus}
      money={text(`refunds.money.${textGroup}`, { amount })}
      next={text(props.isSettling ? `refunds.next.${textGroup}` : 'refunds.inList')}
    />
  );
}
