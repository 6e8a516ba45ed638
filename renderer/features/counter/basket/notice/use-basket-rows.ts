import type { Basket, Problem } from '../../../../../shared/contract/index.ts';
import { useTillQuery, useTimeWithDayFormatter } from '../../../../app/index.ts';
import { type Choice, formatMoneyInSentence } from '../../../../components/index.ts';
import { useLanguage, useText } from '../../../../i18n/index.ts';

/**
 * `rows` is also empty while the query runs and after a problem; only `isUpToDate` and `problem`
 * distinguish that from an empty list.
 */
export interface UnfinishedBasketRows {
  readonly rows: readonly Choice[];
  readonly isUpToDate: boolean;
  readonly problem: Problem | null;
}

/** Returns every unfinished basket as a list row, oldest first, with its owner and status. */
export function useUnfinishedBasketRows(): UnfinishedBasketRows {
  const text = useText();
  const formatMoment = useTimeWithDayFormatter();
  const language = useLanguage();
  const {
    value: unfinished = [],
    isUpToDate,
    problem,
  } = useTillQuery('basket.unfinished', {}, { refetchOnMount: 'always' });
  const formatLack = ({ state }: Basket): string | null =>
    state === 'collecting' || state === 'ended' ? null : text(`basket.row.${state}`);
  const rows = unfinished.map((basket) => ({
    id: basket.id,
    name: text('basket.row.name', { number: basket.number ?? '', cashier: basket.cashierName }),
    detail: [
      text('basket.row.count', { count: basket.items.length }),
      ...(basket.createdAt === null
        ? []
        : [text('unresolved.since', { time: formatMoment(basket.createdAt) })]),
      ...[formatLack(basket)].filter((words) => words !== null),
    ].join(' · '),
    trailingContent: formatMoneyInSentence(basket.cash ?? basket.due, language),
  }));
  return { rows, isUpToDate, problem };
}
