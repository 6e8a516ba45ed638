import type { Payment } from '../../../../shared/contract/index.ts';
import { codeText } from '../../../../shared/i18n/index.ts';
import { isGivenBackStatus, leavesOpen } from '../../../../shared/rules/index.ts';
import { serviceMessage } from '../../../app/index.ts';
import { Notice } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import styles from '../pay.module.css';

export function Authorization(props: { readonly id: string }) {
  const text = useText();
  return (
    <p className={styles.quiet}>
      {text('pay.paid.authorization')} <strong className={styles.figures}>{props.id}</strong>
    </p>
  );
}

/** A refusal is certain: what its status alone would leave open has been looked up since. */
const CERTAIN_STATUS = 422;

/** The service said no: its code in words, whether money moved, what to do. */
export function RefusedNotice({
  payment,
  nothing,
}: {
  readonly payment: Payment;
  /** That nothing was done, where the code alone does not say so. */
  readonly nothing: string;
}) {
  const text = useText();
  const language = useLanguage();
  const anew = text('pay.refused.anew');
  const { code, httpStatus, serviceStatus } = payment;
  const plain = (happened: string) => (
    <Notice tone="refused" happened={happened} money={nothing} next={anew} />
  );
  if (code === null && serviceStatus !== null) {
    return plain(
      text(isGivenBackStatus(serviceStatus) ? 'pay.refused.takenBack' : 'pay.refused.gaveUp'),
    );
  }
  if (code === null && httpStatus === null) return plain(text('pay.refused.notSent'));
  const words = codeText({
    code,
    httpStatus: code === null ? httpStatus : CERTAIN_STATUS,
    language,
    during: momentOf(payment.kind),
    biller: payment.billerName,
  });
  // A code that left it open, until a look-up proved that nothing was done.
  const wasOpen = code !== null && leavesOpen(code);
  const says = serviceMessage(code, payment.message);
  return (
    <Notice
      tone="refused"
      happened={words.happened}
      money={wasOpen ? nothing : words.money}
      next={wasOpen ? anew : words.next}
      code={code ?? `HTTP ${httpStatus}`}
    >
      {says === null ? null : <p>{text('pay.refused.serviceSays', { message: says })}</p>}
    </Notice>
  );
}

function momentOf(kind: Payment['kind']): 'payment' | 'cash-out' | 'cancel' {
  return kind === 'cash-out' || kind === 'cancel' ? kind : 'payment';
}
