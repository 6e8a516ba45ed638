import type { Payment } from '../../../../../shared/contract/index.ts';
import { useMainNow, useMomentFormatter } from '../../../../app/index.ts';
import { type Fact, Facts } from '../../../../components/index.ts';
import { useText } from '../../../../i18n/index.ts';
import { getCertainAt } from './open-notice.tsx';

/** What was tried for an open payment, what comes next, and when it will be certain. */
export function UnknownFacts(props: { readonly payment: Payment }) {
  const { payment } = props;
  const text = useText();
  const moment = useMomentFormatter();
  const now = useMainNow();
  const secondsTo = (instant: string) => Math.ceil((Date.parse(instant) - now) / 1_000);

  const facts: Fact[] = [
    { name: text('pay.facts.since'), value: moment(payment.createdAt) },
    { name: text('pay.facts.sends'), value: String(payment.sends) },
    {
      name: text('pay.facts.lookUps'),
      value:
        payment.lastLookUpAt === null
          ? String(payment.lookUps)
          : text('pay.facts.lookUpsAt', {
              count: payment.lookUps,
              time: moment(payment.lastLookUpAt),
            }),
    },
  ];
  if (payment.nextLookUpAt !== null) {
    const seconds = secondsTo(payment.nextLookUpAt);
    facts.push({
      name: text('pay.facts.next'),
      value: seconds > 0 ? text('pay.facts.nextIn', { count: seconds }) : text('pay.facts.nextNow'),
    });
  }
  const certainAt = getCertainAt(payment);
  if (certainAt !== null) {
    facts.push({
      name: text('pay.facts.certain'),
      value:
        secondsTo(certainAt) > 0
          ? text('pay.facts.certainAt', { time: moment(certainAt) })
          : text('pay.facts.certainPassed'),
    });
  }
  return <Facts facts={facts} isInline />;
}
