import { assertNever, type Payment } from '../../../../shared/contract/index.ts';
import { isTicketTextMissing } from '../../../../shared/rules/index.ts';
import { useTillQuery, useTimeWithDayFormatter } from '../../../app/index.ts';
import { formatMoneyInSentence, Notice } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { AuthorizationNumber, RefusedNotice } from './refused-notice.tsx';
import {
  getOutcomeCertainAt,
  NotPerformedNotice,
  UnknownOutcomeNotice,
} from './unknown-outcome-notice.tsx';
import { useMissingTicketTextInstructions } from './use-missing-ticket-text-instructions.ts';

interface MoneyOutProps {
  readonly payment: Payment;
}

/** For a cash-out or a cancel: whether and when the customer gets money. */
export function MoneyOutNotice({ payment }: MoneyOutProps) {
  const text = useText();
  const isCancel = payment.kind === 'cancel';
  const notDoneTextKey = isCancel ? 'pay.cancel.notDoneImpact' : 'pay.cashOut.notDoneImpact';
  const retryTextKey = isCancel ? 'pay.cancel.retryAction' : 'pay.refused.retryAction';
  switch (payment.state) {
    case 'sending':
      return null;
    case 'paid':
    case 'by-hand-paid':
      return <ConfirmedNotice payment={payment} />;
    case 'rejected':
      return (
        <RefusedNotice
          payment={payment}
          nothingDoneText={text(notDoneTextKey, { biller: payment.billerName })}
          retryText={text(retryTextKey)}
        />
      );
    case 'not-performed':
    case 'by-hand-not-paid':
      return (
        <NotPerformedNotice
          payment={payment}
          impact={text(notDoneTextKey, { biller: payment.billerName })}
          action={text(retryTextKey)}
        />
      );
    case 'unknown':
    case 'unclear':
      return <UnknownNotice payment={payment} />;
    default:
      return assertNever(payment.state);
  }
}

function ConfirmedNotice({ payment }: MoneyOutProps) {
  const text = useText();
  const language = useLanguage();
  const isCancel = payment.kind === 'cancel';
  const isPaperFirst = payment.handOver === 'paper-first';
  const isTextMissing = isTicketTextMissing(payment);
  const missingTextHelp = useMissingTicketTextInstructions(payment);
  const isOnScreen = useIsOnScreen(payment);
  const values = {
    amount: formatMoneyInSentence(payment.amount, language),
    biller: payment.billerName,
  };
  const formatAction = (): string => {
    if (payment.handOver === 'done') return text(isCancel ? 'pay.cancel.done' : 'pay.cashOut.done');
    if (isPaperFirst && isTextMissing) {
      return text('pay.cashOut.textMissingAction', { call: missingTextHelp.cashOut });
    }
    if (isPaperFirst) return text('pay.cashOut.paperFirstAction');
    const handOverKey = isCancel ? 'pay.cancel.handOverAction' : 'pay.cashOut.handOverAction';
    return text(isOnScreen ? `${handOverKey}.onScreen` : handOverKey);
  };
  return (
    <Notice
      tone={isPaperFirst ? 'warning' : 'paid'}
      toneText={text(isCancel ? 'pay.cancel.word' : 'pay.cashOut.word')}
      title={text(isCancel ? 'pay.cancel.title' : 'pay.cashOut.title', values)}
      {...(isPaperFirst
        ? {
            impact: text(
              isTextMissing ? 'pay.cashOut.textMissingImpact' : 'pay.cashOut.paperFirstImpact',
            ),
          }
        : {})}
      action={formatAction()}
    >
      {payment.authorization === null ? null : (
        <AuthorizationNumber authorizationNumber={payment.authorization} />
      )}
    </Notice>
  );
}

function UnknownNotice({ payment }: MoneyOutProps) {
  const text = useText();
  const formatMoment = useTimeWithDayFormatter();
  const textGroup = payment.kind === 'cancel' ? 'cancel' : 'cashOut';
  const certainAt = getOutcomeCertainAt(payment);
  return (
    <UnknownOutcomeNotice
      payment={payment}
      impact={text(`pay.${textGroup}.unknownImpact`)}
      action={text(
        payment.canResend ? `pay.${textGroup}.sendAgainAction` : `pay.${textGroup}.unknownAction`,
      )}
      customerText={
        certainAt === null
          ? text(`pay.${textGroup}.customerMessageOpen`)
          : text('pay.cashOut.customerMessageBy', { time: formatMoment(certainAt) })
      }
    />
  );
}

/**
 * Whether the payment's paper exists only on the screen, because the shop has no printer. The texts
 * then do not ask to hand it over.
 */
function useIsOnScreen({ id }: Pick<Payment, 'id'>): boolean {
  return useTillQuery('printing.tape', { paymentId: id }).value?.isOnScreen === true;
}
