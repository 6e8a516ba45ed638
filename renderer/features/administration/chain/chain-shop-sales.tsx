import { paymentKindSchema } from '../../../../shared/contract/index.ts';
import { createMoney } from '../../../../shared/money/index.ts';
import { useTillQuery, useTimeWithDayFormatter } from '../../../app/index.ts';
import { formatDay, formatMoneyList } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { BarList } from './bar-list.tsx';
import styles from './chain.module.css';
import {
  computeRelativeBarLengths,
  formatCountsExcludedFromSales,
  formatSignedMoney,
  toSalesTotal,
  useCountFormatter,
} from './chain-formatters.ts';
import { QueryRows, QueryView } from './query-view.tsx';

/** The sales of one shop on one day: by kind and currency, and by till. */
export function ChainShopSales(props: {
  readonly shop: string;
  readonly day: string | null;
  readonly onBack: () => void;
}) {
  const { shop, day, onBack } = props;
  const text = useText();
  const language = useLanguage();
  const formatMoment = useTimeWithDayFormatter();
  const formatCount = useCountFormatter();
  const query = useTillQuery('chain.today', { day, shop }, { refetchOnMount: 'always' });
  const tills = query.value?.sales ?? [];
  const totals = tills.map(({ sums }) => toSalesTotal(sums));
  const shares = computeRelativeBarLengths(totals);
  return (
    <QueryView
      title={shop}
      hint={
        query.value === undefined
          ? ''
          : text('chain.dayReadAt', {
              day: formatDay(query.value.day, language, 'long'),
              at: formatMoment(query.value.readAt),
            })
      }
      query={query}
      onBack={onBack}
    >
      <QueryRows
        query={query}
        rowCount={tills.length}
        empty={{ title: text('chain.today.empty'), more: text('chain.today.emptyMore') }}
      >
        <h2 className={styles.heading}>{text('chain.byKind')}</h2>
        <BarList label={text('chain.byKind')} rows={createKindRows()} />
        <h2 className={styles.heading}>{text('chain.byTill')}</h2>
        <BarList
          label={text('chain.byTill')}
          rows={tills.map((till, index) => ({
            name: text('chain.pos', { pos: till.name }),
            value: formatMoneyList(totals[index]?.money ?? [], language),
            detail: [
              text('chain.payments', formatCount(totals[index]?.count ?? 0)),
              ...formatCountsExcludedFromSales(text, formatCount, till),
            ].join(' · '),
            share: shares[index] ?? 0,
          }))}
        />
      </QueryRows>
    </QueryView>
  );

  function createKindRows() {
    const sums = tills.flatMap(({ sums }) => sums);
    const currencies = [...new Set(sums.map(({ currency }) => currency))];
    const kindTotals = paymentKindSchema.options
      .flatMap((kind) =>
        currencies.map((currency) => {
          const kindSums = sums.filter(
            (chainSum) => chainSum.kind === kind && chainSum.currency === currency,
          );
          return {
            kind,
            currency,
            count: kindSums.reduce((sum, chainSum) => sum + chainSum.count, 0),
            total: toSalesTotal(kindSums.map((chainSum) => ({ ...chainSum, kind: 'bill' })))
              .money[0],
          };
        }),
      )
      .filter(({ count }) => count > 0);
    // Bars are relative to the largest amount of the same currency.
    const maxByCurrency = new Map<string, number>();
    for (const { currency, total } of kindTotals) {
      maxByCurrency.set(
        currency,
        Math.max(maxByCurrency.get(currency) ?? 0, Number(total?.amount ?? 0)),
      );
    }
    return kindTotals.map(({ kind, currency, count, total }) => ({
      name:
        currencies.length > 1
          ? `${text(`history.kind.${kind}`)} · ${currency}`
          : text(`history.kind.${kind}`),
      value: formatSignedMoney(text, language, {
        kind,
        money: total ?? createMoney('0', currency),
      }),
      detail: text('chain.operations', formatCount(count)),
      share: Number(total?.amount ?? 0) / (maxByCurrency.get(currency) || 1),
    }));
  }
}
