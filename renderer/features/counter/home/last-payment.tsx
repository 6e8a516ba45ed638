import type { ReactNode } from 'react';
import type { Basket, Payment } from '../../../../shared/contract/index.ts';
import { isZero, type Money as MoneyValue } from '../../../../shared/money/index.ts';
import {
  getPaymentStateTextKey,
  useTill,
  useTillQuery,
  useTimeWithDayFormatter,
} from '../../../app/index.ts';
import {
  formatMoneyInSentence,
  Money,
  PaidIcon,
  RefusedIcon,
  UnknownIcon,
} from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import styles from './home.module.css';

/**
 * Returns a line about this cashier's last sale, until the next one: how it ended, and its change.
 * After a screen that was left early, it shows that nothing more was paid. Null without a sale.
 */
export function useLastPaymentLine(): ReactNode {
  const cashierId = useTill().session.cashier?.id;
  const [newest] =
    useTillQuery('payments.recent', { limit: 1 }, { refetchOnMount: 'always' }).value ?? [];
  const basketId = newest?.basket?.id;
  const basket = useTillQuery(
    'basket.get',
    { basketId: basketId ?? '-' },
    { enabled: basketId !== undefined, refetchOnMount: 'always' },
  ).value;
  if (newest === undefined || newest.cashierId !== cashierId || newest.kind === 'cancel') {
    return null;
  }
  if (basketId === undefined) return <PaymentLine payment={newest} />;
  return basket === undefined ? null : <BasketLine basket={basket} />;
}

function PaymentLine({ payment }: { readonly payment: Payment }) {
  const text = useText();
  const language = useLanguage();
  const sum = formatMoneyInSentence(payment.due, language);
  const outcome = getOutcome(payment);
  return (
    <Line
      at={payment.createdAt}
      outcome={outcome}
      what={`${payment.billerName} · ${sum} · ${text(getPaymentStateTextKey(payment))}`}
      change={outcome === 'paid' ? payment.change : null}
      toReturn={outcome === 'not-paid' ? payment.cash : null}
    />
  );
}

function BasketLine({ basket }: { readonly basket: Basket }) {
  const text = useText();
  const language = useLanguage();
  const outcomes = new Set(
    basket.items.map(({ payment }) => (payment === null ? 'not-paid' : getOutcome(payment))),
  );
  const [onlyOutcome] = outcomes.size === 1 ? outcomes : [];
  return (
    <Line
      at={basket.createdAt}
      outcome={onlyOutcome ?? 'unknown'}
      what={text('home.last.basket', {
        count: basket.items.length,
        total: formatMoneyInSentence(basket.due, language),
      })}
      change={basket.giveBack}
      toReturn={null}
    />
  );
}

function Line(props: {
  readonly at: string | null;
  readonly outcome: Outcome;
  readonly what: string;
  /** Null while nothing may be given. */
  readonly change: MoneyValue | null;
  /** The cash of a payment that was not made. */
  readonly toReturn: MoneyValue | null;
}) {
  const { at, change, toReturn } = props;
  const text = useText();
  const formatMoment = useTimeWithDayFormatter();
  return (
    <p className={styles.lastPayment}>
      <OutcomeIcon outcome={props.outcome} />
      <span className={styles.lastPaymentTitle}>
        {text('home.last', { time: at === null ? '' : formatMoment(at) })} {props.what}
      </span>
      {change === null ? null : (
        <strong>
          {isZero(change) ? (
            text('home.last.noChange')
          ) : (
            <>
              {text('pay.cash.change')} <Money value={change} size="text" />
            </>
          )}
        </strong>
      )}
      {toReturn === null ? null : (
        <strong>
          {text('pay.refused.toReturn')} <Money value={toReturn} size="text" />
        </strong>
      )}
    </p>
  );
}

type Outcome = 'paid' | 'not-paid' | 'unknown';

function getOutcome({ state }: Payment): Outcome {
  switch (state) {
    case 'paid':
    case 'by-hand-paid':
      return 'paid';
    case 'rejected':
    case 'not-performed':
    case 'by-hand-not-paid':
      return 'not-paid';
    case 'sending':
    case 'unknown':
    case 'unclear':
      return 'unknown';
  }
}

function OutcomeIcon({ outcome }: { readonly outcome: Outcome }) {
  switch (outcome) {
    case 'paid':
      return <PaidIcon />;
    case 'not-paid':
      return <RefusedIcon />;
    case 'unknown':
      return <UnknownIcon />;
  }
}
