import type { Payment } from '../../../../shared/contract/index.ts';
import { useMainProcessTimeMs, useTimeWithDayFormatter } from '../../../app/index.ts';
import { type Fact, Facts } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { getOutcomeCertainAt } from './unknown-outcome-notice.tsx';

/**
 * The sends and look-ups of an open payment, its next look-up, and when its outcome will be
 * certain.
 */
export function UnknownOutcomeDetails(props: { readonly payment: Payment }) {
  const { payment } = props;
  const text = useText();
  const formatMoment = useTimeWithDayFormatter();
  const now = useMainProcessTimeMs();
  const getSecondsUntil = (instant: string) => Math.ceil((Date.parse(instant) - now) / 1_000);

  const facts: Fact[] = [
    { name: text('pay.facts.since'), value: formatMoment(payment.createdAt) },
    { name: text('pay.facts.sends'), value: String(payment.sends) },
    {
      name: text('pay.facts.lookUps'),
      value:
        payment.lastLookUpAt === null
          ? String(payment.lookUps)
          : text('pay.facts.lookUpsAt', {
              count: payment.lookUps,
              time: formatMoment(payment.lastLookUpAt),
            }),
    },
  ];
  if (payment.nextLookUpAt !== null) {
    const seconds = getSecondsUntil(payment.nextLookUpAt);
    facts.push({
      name: text('pay.facts.next'),
      value: seconds > 0 ? text('pay.facts.nextIn', { count: seconds }) : text('pay.facts.nextNow'),
    });
  }
  const certainAt = getOutcomeCertainAt(payment);
  if (certainAt !== null) {
    facts.push({
      name: text('pay.facts.certain'),
      value:
        getSecondsUntil(certainAt) > 0
          ? text('pay.facts.certainAt', { time: formatMoment(certainAt) })
          : text('pay.facts.certainPassed'),
    });
  }
  return <Facts facts={facts} isInline />;
}
