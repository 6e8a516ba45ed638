import type { Basket, Problem } from '../../../../../shared/contract/index.ts';
import { useMomentFormatter, useTillQuery } from '../../../../app/index.ts';
import { type Choice, formatMoneyInSentence } from '../../../../components/index.ts';
import { useLanguage, useText } from '../../../../i18n/index.ts';

/** No event tells that time has passed. */
const REFETCH_INTERVAL_MS = 5_000;

/** `rows` is empty also while it waits, and after a problem: neither means that there is none. */
export interface BasketRows {
  readonly rows: readonly Choice[];
  readonly isWaiting: boolean;
  readonly problem: Problem | null;
}

/** Every unfinished basket as a row to choose, the oldest first: whose it is, and what it lacks. */
export function useBasketRows(): BasketRows {
  const text = useText();
  const moment = useMomentFormatter();
  const language = useLanguage();
  const asked = { refetchOnMount: 'always', refetchInterval: REFETCH_INTERVAL_MS } as const;
  const {
    value: unfinished = [],
    isWaiting,
    problem,
  } = useTillQuery('basket.unfinished', {}, asked);
  const lacks = ({ state }: Basket): string | null =>
    state === 'collecting' || state === 'ended' ? null : text(`basket.row.${state}`);
  const rows = unfinished.map((basket) => ({
    id: basket.id,
    name: text('basket.row.name', { number: basket.number ?? '', cashier: basket.cashierName }),
    detail: [
      text('basket.row.count', { count: basket.items.length }),
      ...(basket.createdAt === null
        ? []
        : [text('unresolved.since', { time: moment(basket.createdAt) })]),
      ...[lacks(basket)].filter((words) => words !== null),
    ].join(' · '),
    aside: formatMoneyInSentence(basket.cash ?? basket.due, language),
  }));
  return { rows, isWaiting, problem };
}
