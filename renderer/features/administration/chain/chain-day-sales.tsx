import { useState } from 'react';
import type { ChainSales } from '../../../../shared/contract/index.ts';
import { subtractDays } from '../../../../shared/dates/index.ts';
import { useTillQuery, useTimeWithDayFormatter } from '../../../app/index.ts';
import {
  type Choice,
  formatDay,
  formatMoneyList,
  SelectFilter,
  TextFilter,
} from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { ShareBar } from './bar-list.tsx';
import styles from './chain.module.css';
import {
  computeRelativeBarLengths,
  formatCountsExcludedFromSales,
  toSalesTotal,
  useCountFormatter,
} from './chain-formatters.ts';
import { ChainShopSales } from './chain-shop-sales.tsx';
import { QueryListView } from './query-view.tsx';

/** The sales of each shop on one day, largest first. */
export function ChainDaySales(props: { readonly onBack: () => void }) {
  const [day, setDay] = useState<string | null>(null);
  const [shop, setShop] = useState<string | null>(null);
  const [searchText, setSearchText] = useState('');
  return shop === null ? (
    <ShopList
      day={day}
      onDay={setDay}
      searchText={searchText}
      onSearch={setSearchText}
      onOpen={setShop}
      onBack={props.onBack}
    />
  ) : (
    <ChainShopSales key={shop} shop={shop} day={day} onBack={() => setShop(null)} />
  );
}

const DAY_CHOICE_COUNT = 14;

function ShopList(props: {
  readonly day: string | null;
  readonly onDay: (day: string | null) => void;
  readonly searchText: string;
  readonly onSearch: (text: string) => void;
  readonly onOpen: (shop: string) => void;
  readonly onBack: () => void;
}) {
  const { day, searchText } = props;
  const text = useText();
  const language = useLanguage();
  const formatMoment = useTimeWithDayFormatter();
  const formatCount = useCountFormatter();
  const query = useTillQuery(
    'chain.today',
    { day, shop: null },
    { refetchOnMount: 'always', keepPreviousData: true },
  );
  // The first response, for which no day is selected, determines today; the earlier days in the
  // select are counted back from it.
  const [today, setToday] = useState<string | null>(null);
  const currentDay = day === null ? query.value?.day : undefined;
  if (currentDay !== undefined && currentDay !== today && !query.isPlaceholderData)
    setToday(currentDay);
  const sales = query.value?.sales ?? [];
  const searchKey = searchText.trim().toLocaleLowerCase(language);
  const shownSales = sales.filter(({ name }) =>
    name.toLocaleLowerCase(language).includes(searchKey),
  );
  const total = toSalesTotal(sales.flatMap(({ sums }) => sums));
  const rows = useShopRows(shownSales, sales);
  return (
    <QueryListView
      title={text('chain.view.today')}
      label={text('chain.shops')}
      hint={
        query.value === undefined
          ? ''
          : text('chain.today.hint', {
              ...formatCount(total.count),
              money:
                total.count === 0
                  ? ''
                  : ` · ${text('chain.withoutFees', { money: formatMoneyList(total.money, language) })}`,
              at: formatMoment(query.value.readAt),
            })
      }
      query={query}
      onBack={props.onBack}
      filters={
        <>
          <TextFilter
            label={text('chain.shop')}
            value={searchText}
            onChange={props.onSearch}
            maxLength={80}
            isAutoFocused
          />
          <SelectFilter
            label={text('chain.day')}
            value={day ?? ''}
            onChange={(id) => props.onDay(id === '' ? null : id)}
            options={[
              { id: '', name: text('chain.today.today') },
              ...(today === null
                ? []
                : Array.from({ length: DAY_CHOICE_COUNT }, (_, daysAgo) => daysAgo + 1)
              ).map((daysAgo) => {
                const id = subtractDays(today ?? '', daysAgo);
                return { id, name: formatDay(id, language, 'short') };
              }),
            ]}
          />
        </>
      }
      rows={rows}
      empty={{
        title: text(sales.length === 0 ? 'chain.today.empty' : 'chain.noShop'),
        more: text(sales.length === 0 ? 'chain.today.emptyMore' : 'chain.noShopMore'),
      }}
      onOpen={props.onOpen}
    />
  );
}

function useShopRows(
  shownSales: readonly ChainSales[],
  allSales: readonly ChainSales[],
): readonly Choice[] {
  const text = useText();
  const language = useLanguage();
  const formatCount = useCountFormatter();
  const totalByShop = new Map(allSales.map((sales) => [sales.name, toSalesTotal(sales.sums)]));
  const shares = computeRelativeBarLengths([...totalByShop.values()]);
  const shareByShop = new Map(
    [...totalByShop.keys()].map((name, index) => [name, shares[index] ?? 0]),
  );
  return shownSales.map((sales) => {
    const { count, money } = totalByShop.get(sales.name) ?? { count: 0, money: [] };
    return {
      id: sales.name,
      name: sales.name,
      detail: (
        <>
          {[
            text('chain.payments', formatCount(count)),
            ...formatCountsExcludedFromSales(text, formatCount, sales),
          ].join(' · ')}
          <span className={styles.barInRow}>
            <ShareBar share={shareByShop.get(sales.name) ?? 0} />
          </span>
        </>
      ),
      trailingContent: count === 0 ? '' : formatMoneyList(money, language),
    };
  });
}
