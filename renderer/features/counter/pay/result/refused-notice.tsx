import type { Payment } from '../../../../../shared/contract/index.ts';
import { describeServiceCode } from '../../../../../shared/i18n/index.ts';
import { isGivenBackStatus, isOpenOutcomeCode } from '../../../../../shared/rules/index.ts';
import { getServiceMessage } from '../../../../app/index.ts';
import { Notice, patterns } from '../../../../components/index.ts';
import { type TextFunction, useLanguage, useText } from '../../../../i18n/index.ts';
import { OtherTillPaymentFacts } from './other-till-payment-facts.tsx';

export function Authorization(props: { readonly id: string }) {
  const text = useText();
  return (
    <p className={patterns.secondaryText}>
      {text('pay.paid.authorization')}{' '}
      <strong className={patterns.tabularFigures}>{props.id}</strong>
    </p>
  );
}

/** A refusal is certain: if its status alone left it open, it was looked up since. */
const CERTAIN_REFUSAL_STATUS = 422;

/** The service said no: its code in words, whether money moved, what to do. */
export function RefusedNotice({
  payment,
  nothing,
  anew,
}: {
  readonly payment: Payment;
  /** The words that nothing was done, if the code alone does not say so. */
  readonly nothing: string;
  /** The words for trying again, if no code says what to do. */
  readonly anew: string;
}) {
  const text = useText();
  const language = useLanguage();
  const { code, httpStatus, serviceStatus, retryAfterSeconds } = payment;
  const plain = (happened: string) => (
    <Notice tone="refused" happened={happened} money={nothing} next={anew} />
  );
  if (code === null && serviceStatus !== null) {
    return plain(
      text(isGivenBackStatus(serviceStatus) ? 'pay.refused.takenBack' : 'pay.refused.gaveUp'),
    );
  }
  if (payment.isNotSent) {
    return (
      <Notice
        tone="warning"
        word={text('pay.notSent.word')}
        happened={text('pay.refused.notSent')}
        money={nothing}
        next={text(payment.basket === null ? 'pay.notSent.next' : 'basket.result.again')}
      />
    );
  }
  if (code === null && httpStatus === null) return plain(text('pay.refused.notSent'));
  const words = describeServiceCode({
    code,
    httpStatus: code === null ? httpStatus : CERTAIN_REFUSAL_STATUS,
    language,
    during: getCodeContext(payment.kind),
    biller: payment.billerName,
  });
  // This code left it open until a look-up proved that nothing was done.
  const wasOpen = code !== null && isOpenOutcomeCode(code);
  const says = getServiceMessage(code, payment.message);
  return (
    <Notice
      tone="refused"
      happened={words.happened}
      money={wasOpen ? nothing : words.money}
      next={
        retryAfterSeconds === null
          ? wasOpen
            ? anew
            : words.next
          : formatWait(text, retryAfterSeconds)
      }
      code={code ?? `HTTP ${httpStatus}`}
    >
      {code === 'R36' ? <OtherTillPaymentFacts paymentId={payment.id} /> : null}
      {says === null ? null : <p>{text('pay.refused.serviceSays', { message: says })}</p>}
    </Notice>
  );
}

/** What the service asked for, by the unit that people read. */
function formatWait(text: TextFunction, seconds: number): string {
  return seconds <= 120
    ? text('pay.refused.waitSeconds', { count: seconds })
    : text('pay.refused.waitMinutes', { count: Math.ceil(seconds / 60) });
}

function getCodeContext(kind: Payment['kind']): 'payment' | 'cash-out' | 'cancel' {
  return kind === 'cash-out' || kind === 'cancel' ? kind : 'payment';
}
