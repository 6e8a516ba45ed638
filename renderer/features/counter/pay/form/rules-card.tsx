import { isSameCurrency } from '../../../../../shared/money/index.ts';
import { getPaymentType } from '../../../../../shared/rules/index.ts';
import { useTill } from '../../../../app/index.ts';
import { type TextFunction, useText } from '../../../../i18n/index.ts';
import type { PaymentDraft } from '../flow/index.ts';
import styles from '../pay.module.css';

/** The biller's rules as text, beside the form. */
export function BillerRulesCard(props: {
  readonly draft: Pick<PaymentDraft, 'kind' | 'biller' | 'isDrp'>;
}) {
  const text = useText();
  const { currency } = useTill();
  const { biller, kind, isDrp } = props.draft;
  const rules = [
    formatPaymentType(),
    // A gift card is handed over and a cash-out pays out immediately, so neither has a delivery
    // time.
    ...(kind === 'bill' || kind === 'top-up' ? [formatHours(text, biller.hoursToFulfill)] : []),
    ...(biller.currency !== '' && !isSameCurrency(biller.currency, currency)
      ? [text('pay.rule.currency', { currency: biller.currency })]
      : []),
  ];
  function formatPaymentType(): string {
    if (isDrp) return text('pay.type.drp');
    return kind === 'bill'
      ? text(`pay.type.${getPaymentType(biller, isDrp)}`)
      : text(`pay.type.${kind}`);
  }
  return (
    <ul className={styles.rules} aria-label={text('pay.rules', { biller: biller.name })}>
      {rules.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ul>
  );
}

function formatHours(text: TextFunction, hours: number | null): string {
  if (hours === null) return text('pay.creditTime.unknown');
  if (hours <= 0) return text('pay.creditTime.now');
  const wholeHours = Math.ceil(hours);
  return wholeHours >= 48 && wholeHours % 24 === 0
    ? text('pay.creditTime.days', { count: wholeHours / 24 })
    : text('pay.creditTime.hours', { count: wholeHours });
}
