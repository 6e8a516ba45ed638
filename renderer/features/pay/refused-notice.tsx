import { codeFacts } from '../../../shared/codes/index.ts';
import type { Payment } from '../../../shared/contract/index.ts';
import { codeText } from '../../../shared/i18n/index.ts';
import { Notice } from '../../components/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import styles from './pay.module.css';
import { serviceWords } from './service-words.ts';

export function Authorization(props: { readonly id: string }) {
  const text = useText();
  return (
    <p className={styles.quiet}>
      {text('pay.paid.authorization')} <strong className={styles.figures}>{props.id}</strong>
    </p>
  );
}

/** The service said no: its code in words, whether money moved, what to do. */
export function RefusedNotice({
  payment,
  ...props
}: {
  readonly payment: Payment;
  /** In place of the words that nothing was charged. */
  readonly nothing?: string;
}) {
  const text = useText();
  const language = useLanguage();
  const anew = text('pay.refused.anew');
  const nothing = props.nothing ?? text('pay.refused.money', { biller: payment.billerName });
  const { code, httpStatus } = payment;
  if (code === null && httpStatus === null) {
    return (
      <Notice tone="refused" happened={text('pay.refused.notSent')} money={nothing} next={anew} />
    );
  }
  const biller = payment.billerName;
  const words = codeText({ code, httpStatus, language, during: 'payment', biller });
  // A code that left it open, until a look-up proved that nothing was done.
  const wasOpen = code !== null && codeFacts(code).leavesOpen;
  const says = serviceWords(code, payment.message);
  return (
    <Notice
      tone="refused"
      happened={words.what}
      money={wasOpen || props.nothing !== undefined ? nothing : words.money}
      next={wasOpen ? anew : words.next}
      code={code ?? `HTTP ${httpStatus}`}
    >
      {says === null ? null : <p>{text('pay.refused.serviceSays', { message: says })}</p>}
    </Notice>
  );
}
