import type { Payment } from '../../../../shared/contract/index.ts';
import { useText } from '../../../i18n/index.ts';
import { findGiftCardCodes } from './find-gift-card-codes.ts';
import styles from './payment-result.module.css';
import { useTapeOfPaidPayment } from './result-title.ts';

/**
 * The code of a gift card in a shop without a printer: the customer notes it down from the screen, so
 * it is the largest thing there, and above everything else. The service's text follows as it came.
 */
export function GiftCardCode({ payment }: { readonly payment: Payment }) {
  const text = useText();
  const codeText = useGiftCardCodeText(payment);
  if (codeText === null) return null;
  const codes = findGiftCardCodes(codeText);
  return (
    <section className={styles.giftCode} aria-label={text('pay.gift.noteDown')}>
      <p className={styles.giftCodeLabel}>{text('pay.gift.noteDown')}</p>
      {codes.map((code) => (
        <p key={code} className={styles.giftCodeValue} data-gift-code="code">
          {code}
        </p>
      ))}
      <p
        className={codes.length === 0 ? styles.giftCodeWholeText : styles.giftCodeText}
        data-gift-code="text"
      >
        {codeText.trim()}
      </p>
    </section>
  );
}

/** The text with the code, if it is only on the screen; otherwise null. */
export function useGiftCardCodeText(payment: Payment): string | null {
  const codeText = useTapeOfPaidPayment(payment)?.codeText ?? null;
  return payment.kind === 'gift-card' && payment.hasTicketText ? codeText : null;
}
