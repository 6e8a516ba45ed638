import type { Payment } from '../../../../shared/contract/index.ts';
import { describeServiceCode } from '../../../../shared/i18n/index.ts';
import {
  isRefundedOrReversedStatus,
  isUnknownOutcomeCode,
} from '../../../../shared/rules/index.ts';
import { getServiceMessage, useTillQuery, useTimeWithDayFormatter } from '../../../app/index.ts';
import { Facts, formatMoneyInSentence, Notice, patterns } from '../../../components/index.ts';
import { type TextFunction, useLanguage, useText } from '../../../i18n/index.ts';

export function AuthorizationNumber(props: { readonly authorizationNumber: string }) {
  const text = useText();
  return (
    <p className={patterns.secondaryText}>
      {text('pay.paid.authorization')}{' '}
      <strong className={patterns.tabularFigures}>{props.authorizationNumber}</strong>
    </p>
  );
}

/** A refusal is certain. If the HTTP status alone did not prove it, a look-up has since. */
const CERTAIN_REFUSAL_STATUS = 422;

/**
 * Shown if the service refused the payment: the code as text, whether money moved, and what to do.
 */
export function RefusedNotice({
  payment,
  nothingDoneText,
  retryText,
}: {
  readonly payment: Payment;
  /** The text that no money moved, if the code does not imply it. */
  readonly nothingDoneText: string;
  /** The text about trying again, if the code names no remedy. */
  readonly retryText: string;
}) {
  const text = useText();
  const language = useLanguage();
  const { code, httpStatus, serviceStatus, retryAfterSeconds } = payment;
  const renderPlain = (title: string) => (
    <Notice tone="refused" title={title} impact={nothingDoneText} action={retryText} />
  );
  if (code === null && serviceStatus !== null) {
    return renderPlain(
      text(
        isRefundedOrReversedStatus(serviceStatus) ? 'pay.refused.reversed' : 'pay.refused.gaveUp',
      ),
    );
  }
  if (payment.isNotSent) {
    return (
      <Notice
        tone="warning"
        toneText={text('pay.notSent.word')}
        title={text('pay.refused.notSent')}
        impact={nothingDoneText}
        action={text(payment.basket === null ? 'pay.notSent.action' : 'basket.result.retryAction')}
      />
    );
  }
  if (code === null && httpStatus === null) return renderPlain(text('pay.refused.notSent'));
  const description = describeServiceCode({
    code,
    httpStatus: code === null ? httpStatus : CERTAIN_REFUSAL_STATUS,
    language,
    context: getCodeContext(payment.kind),
    billerName: payment.billerName,
  });
  // This code leaves the outcome open; a look-up has proved since that nothing was done.
  const wasOpen = code !== null && isUnknownOutcomeCode(code);
  const serviceMessage = getServiceMessage(code, payment.message);
  return (
    <Notice
      tone="refused"
      title={description.title}
      impact={wasOpen ? nothingDoneText : description.impact}
      action={
        retryAfterSeconds === null
          ? wasOpen
            ? retryText
            : description.action
          : formatWait(text, retryAfterSeconds)
      }
      code={code ?? `HTTP ${httpStatus}`}
    >
      {code === 'R36' ? <OtherTillPaymentFacts paymentId={payment.id} /> : null}
      {serviceMessage === null ? null : (
        <p>{text('pay.refused.serviceSays', { message: serviceMessage })}</p>
      )}
    </Notice>
  );
}

/** Formats the wait that the service requested, in seconds or minutes. */
function formatWait(text: TextFunction, seconds: number): string {
  return seconds <= 120
    ? text('pay.refused.waitSeconds', { count: seconds })
    : text('pay.refused.waitMinutes', { count: Math.ceil(seconds / 60) });
}

function getCodeContext(kind: Payment['kind']): 'payment' | 'cash-out' | 'cancel' {
  return kind === 'cash-out' || kind === 'cancel' ? kind : 'payment';
}

/**
 * Which other shop of the chain made the payment that the service refers to; renders nothing if
 * unknown.
 */
function OtherTillPaymentFacts(props: { readonly paymentId: string }) {
  const text = useText();
  const formatMoment = useTimeWithDayFormatter();
  const language = useLanguage();
  const { paymentId } = props;
  const otherPayments = useTillQuery('payments.paidAtOtherTills', { paymentId }).value ?? [];
  if (otherPayments.length === 0) return null;
  return (
    <Facts
      label={text('pay.decide.earlier')}
      isInline
      facts={otherPayments.map(({ shop, posNumber, at, amount }) => ({
        name: text('pay.decide.earlier'),
        value: [
          text('pay.decide.shopAndTill', { shop, posNumber }),
          formatMoneyInSentence(amount, language),
          formatMoment(at),
        ].join(' · '),
      }))}
    />
  );
}
