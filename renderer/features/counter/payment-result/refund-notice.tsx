import type { Payment, Refund } from '../../../../shared/contract/index.ts';
import { getOwedRefundGroup } from '../../../../shared/rules/index.ts';
import { useTimeFormatter } from '../../../app/index.ts';
import { formatMoneyInSentence, Notice } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';

/**
 * Shown if the service refunded a paid payment: to whom the money is owed, or how it was settled.
 */
export function RefundNotice(props: {
  readonly payment: Payment;
  readonly refund: Refund;
  /** True on the screen that settles the refund, whose keys show what to do. */
  readonly isOnSettlementScreen?: boolean;
}) {
  const { payment, refund } = props;
  const text = useText();
  const clock = useTimeFormatter();
  const language = useLanguage();
  const { settled, owedTo, serviceStatus } = refund;
  const amount = formatMoneyInSentence(refund.amount, language);
  const title = text(`refunds.title.${owedTo}`, {
    biller: payment.billerName,
  });
  if (settled !== null) {
    const { by, at, approvedBy, reason } = settled;
    const isJustHandedBack = props.isOnSettlementScreen === true && settled.how === 'handed-back';
    const action = isJustHandedBack ? text('refunds.slip') : reason;
    return (
      <Notice
        tone="info"
        toneText={text('refunds.word')}
        title={title}
        code={serviceStatus}
        impact={text(`refunds.settled.${settled.how}`, {
          amount,
          name: approvedBy === null ? by : `${by} · ${approvedBy}`,
          at: clock.dateTime(at),
        })}
        {...(action === null ? {} : { action })}
      />
    );
  }
  const textGroup = getOwedRefundGroup(refund);
  return (
    <Notice
      tone="warning"
      toneText={text('refunds.word')}
      title={title}
      code={serviceStatus}
      impact={text(`refunds.impact.${textGroup}`, { amount })}
      action={text(props.isOnSettlementScreen ? `refunds.action.${textGroup}` : 'refunds.inList')}
    />
  );
}
