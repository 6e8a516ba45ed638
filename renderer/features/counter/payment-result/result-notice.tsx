import { assertNever, type Payment } from '../../../../shared/contract/index.ts';
import { isTicketTextMissing } from '../../../../shared/rules/index.ts';
import { useTimeWithDayFormatter } from '../../../app/index.ts';
import { formatMoneyInSentence, Notice } from '../../../components/index.ts';
import { type TextKey, useLanguage, useText } from '../../../i18n/index.ts';
import { formatFeeAndTotal } from './format-fee-and-total.ts';
import { useGiftCardCodeText } from './gift-card-code.tsx';
import { MoneyOutNotice } from './money-out-notice.tsx';
import { RefundNotice } from './refund-notice.tsx';
import { AuthorizationNumber, RefusedNotice } from './refused-notice.tsx';
import {
  getOutcomeCertainAt,
  NotPerformedNotice,
  UnknownOutcomeNotice,
} from './unknown-outcome-notice.tsx';
import { useMissingTicketTextInstructions } from './use-missing-ticket-text-instructions.ts';

/**
 * How a payment ended, or that its outcome is unknown: what happened, the consequence for the
 * money, and what to do now.
 */
export function PaymentResultNotice(props: { readonly payment: Payment }) {
  const { payment } = props;
  const text = useText();
  if (payment.refund !== null) return <RefundNotice payment={payment} refund={payment.refund} />;
  if (payment.kind === 'cash-out' || payment.kind === 'cancel') {
    return <MoneyOutNotice payment={payment} />;
  }
  switch (payment.state) {
    case 'sending':
      return null;
    case 'paid':
    case 'by-hand-paid':
      return <PaidNotice payment={payment} />;
    case 'rejected':
      return (
        <>
          <RefusedNotice
            payment={payment}
            nothingDoneText={text('pay.refused.impact', { biller: payment.billerName })}
            retryText={text('pay.refused.retryAction')}
          />
          <BasketItemNotice payment={payment} />
        </>
      );
    case 'not-performed':
    case 'by-hand-not-paid':
      return (
        <>
          <NotPerformedNotice
            payment={payment}
            impact={text('pay.notPerformed.impact', { biller: payment.billerName })}
            action={text('pay.notPerformed.action')}
          />
          <BasketItemNotice payment={payment} />
        </>
      );
    case 'unknown':
    case 'unclear':
      return <UnknownNotice payment={payment} />;
    default:
      return assertNever(payment.state);
  }
}

/** For a failed item of a basket: its money is returned once, with the basket's change. */
function BasketItemNotice({ payment }: { readonly payment: Payment }) {
  const text = useText();
  const language = useLanguage();
  if (payment.basket === null) return null;
  return (
    <p>{text('basket.result.share', { due: formatMoneyInSentence(payment.due, language) })}</p>
  );
}

function PaidNotice({ payment }: { readonly payment: Payment }) {
  const text = useText();
  const language = useLanguage();
  const isGift = payment.kind === 'gift-card';
  const isCodeMissing = isGift && isTicketTextMissing(payment);
  const missingTextHelp = useMissingTicketTextInstructions(payment);
  const isCodeOnScreen = useGiftCardCodeText(payment) !== null;
  return (
    <Notice
      {...(isCodeMissing
        ? { tone: 'warning', toneText: text('pay.gift.noCodeWord') }
        : { tone: 'paid' })}
      title={text(getPaidTextKey(payment.kind), {
        amount: formatMoneyInSentence(payment.amount, language),
        biller: payment.billerName,
        more: formatFeeAndTotal(text, (value) => formatMoneyInSentence(value, language), payment),
      })}
      {...(payment.state === 'by-hand-paid' ? { impact: text('pay.paid.byHand') } : {})}
      {...(isCodeMissing
        ? { impact: text('pay.gift.noCodeImpact'), action: missingTextHelp.giftCard }
        : {})}
      {...(isGift && !isCodeMissing
        ? { action: text(isCodeOnScreen ? 'pay.gift.onScreen' : 'pay.gift.once') }
        : {})}
      {...(payment.authorization === null
        ? {}
        : { children: <AuthorizationNumber authorizationNumber={payment.authorization} /> })}
    />
  );
}

function getPaidTextKey(kind: Payment['kind']): TextKey {
  return kind === 'top-up' || kind === 'gift-card'
    ? `pay.paid.noticeTitle.${kind}`
    : 'pay.paid.noticeTitle';
}

function UnknownNotice({ payment }: { readonly payment: Payment }) {
  const text = useText();
  const formatMoment = useTimeWithDayFormatter();
  const certainAt = getOutcomeCertainAt(payment);
  return (
    <UnknownOutcomeNotice
      payment={payment}
      impact={text('pay.unknown.impact')}
      action={text(payment.canResend ? 'pay.unknown.sendAgainAction' : 'pay.unknown.action')}
      customerText={
        certainAt === null
          ? text('pay.unknown.customerMessageOpen')
          : text('pay.unknown.customerMessageBy', { time: formatMoment(certainAt) })
      }
    />
  );
}
