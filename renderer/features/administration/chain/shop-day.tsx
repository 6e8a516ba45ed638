import { paymentKindSchema } from '../../../../shared/contract/index.ts';
import { createMoney } from '../../../../shared/money/index.ts';
import { useMomentFormatter, useTillQuery } from '../../../app/index.ts';
import { formatDay, formatMoneyInSentence } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { BarList } from './bar.tsx';
import styles from './chain.module.css';
import {
  computeBarShares,
  formatOtherCounts,
  formatSums,
  toSalesTotal,
  useCountFormatter,
} from './chain-formatters.ts';
import { QueryRows, QueryView } from './query-view.tsx';

/** A day of one shop: by kind and currency, and by till. */
export function ShopDay(props: {
  readonly shop: string;
  readonly day: string | null;
  readonly onBack: () => void;
}) {
  const { shop, day, onBack } = props;
  const text = useText();
  const language = useLanguage();
  const moment = useMomentFormatter();
  const counted = useCountFormatter();
  const query = useTillQuery('chain.today', { day, shop }, { refetchOnMount: 'always' });
  const tills = query.value?.sales ?? [];
  const sold = tills.map(({ sums }) => toSalesTotal(sums));
  const shares = computeBarShares(sold);
  return (
    <QueryView
      title={shop}
      hint={
        query.value === undefined
          ? ''
          : text('chain.readOf', {
              day: formatDay(query.value.day, language, 'long'),
              at: moment(query.value.readAt),
            })
      }
      query={query}
      onBack={onBack}
    >
      <QueryRows
        query={query}
        count={tills.length}
        empty={{ title: text('chain.today.empty'), more: text('chain.today.emptyMore') }}
      >
        <h2 className={styles.heading}>{text('chain.byKind')}</h2>
        <BarList label={text('chain.byKind')} rows={kindRows()} />
        <h2 className={styles.heading}>{text('chain.byTill')}</h2>
        <BarList
          label={text('chain.byTill')}
          rows={tills.map((till, at) => ({
            name: text('chain.pos', { pos: till.name }),
            value: formatSums(sold[at]?.money ?? [], language),
            detail: [
              text('chain.payments', counted(sold[at]?.count ?? 0)),
              ...formatOtherCounts(text, counted, till),
            ].join(' · '),
            share: shares[at] ?? 0,
          }))}
        />
      </QueryRows>
    </QueryView>
  );

  function kindRows() {
    const all = tills.flatMap(({ sums }) => sums);
    const currencies = [...new Set(all.map(({ currency }) => currency))];
    const found = paymentKindSchema.options
      .flatMap((kind) =>
        currencies.map((currency) => {
          const own = all.filter((one) => one.kind === kind && one.currency === currency);
          return {
            kind,
            currency,
            count: own.reduce((sum, one) => sum + one.count, 0),
            total: toSalesTotal(own.map((one) => ({ ...one, kind: 'bill' }))).money[0],
          };
        }),
      )
      .filter(({ count }) => count > 0);
    // One bar is compared with those of its own currency.
    const most = new Map<string, number>();
    for (const { currency, total } of found) {
      most.set(currency, Math.max(most.get(currency) ?? 0, Number(total?.amount ?? 0)));
    }
    return found.map(({ kind, currency, count, total }) => ({
      name:
        currencies.length > 1
          ? `${text(`history.kind.${kind}`)} · ${currency}`
          : text(`history.kind.${kind}`),
      value: formatMoneyInSentence(total ?? createMoney('0', currency), language),
      detail: text('chain.operations', counted(count)),
      share: Number(total?.amount ?? 0) / (most.get(currency) || 1),
    }));
  }
}
