import type { Payment } from '../../../shared/contract/index.ts';
import { useClock, useMainNow } from '../../app/index.ts';
import { useText } from '../../i18n/index.ts';
import { type Fact, Facts } from './facts.tsx';

/** What was tried for an open payment, what comes next, and when it will be certain. */
export function UnknownFacts(props: { readonly payment: Payment }) {
  const { payment } = props;
  const text = useText();
  const clock = useClock();
  const now = useMainNow();
  const secondsTo = (instant: string) => Math.ceil((Date.parse(instant) - now) / 1_000);

  const facts: Fact[] = [
    { name: text('pay.facts.since'), value: clock.time(payment.createdAt) },
    { name: text('pay.facts.sends'), value: String(payment.sends) },
    {
      name: text('pay.facts.lookUps'),
      value:
        payment.lastLookUpAt === null
          ? String(payment.lookUps)
          : text('pay.facts.lookUpsAt', {
              count: payment.lookUps,
              time: clock.time(payment.lastLookUpAt),
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
  if (payment.certainAt !== null && payment.state !== 'unclear') {
    facts.push({
      name: text('pay.facts.certain'),
      value:
        secondsTo(payment.certainAt) > 0
          ? text('pay.facts.certainAt', { time: clock.time(payment.certainAt) })
          : text('pay.facts.certainPassed'),
    });
  }
  return <Facts facts={facts} isRunning />;
}
