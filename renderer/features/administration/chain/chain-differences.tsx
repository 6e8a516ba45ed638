import { useState } from 'react';
import type { CallInput, ChainDifference } from '../../../../shared/contract/index.ts';
import { useTimeWithDayFormatter } from '../../../app/index.ts';
import {
  Card,
  CardList,
  formatDay,
  formatFieldNames,
  formatMoneyInSentence,
  SelectFilter,
} from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import styles from './chain.module.css';
import { formatShopAndPos } from './chain-formatters.ts';
import { QueryRows, QueryView } from './query-view.tsx';
import { CHAIN_PAGE_SIZE, usePagedQuery } from './use-paged-query.ts';

const DIFFERENCE_FILTERS = ['all', 'daily-file', 'refused-row'] as const;

/**
 * Differences between the chain and the service, rows that arrived too late, and rows that the
 * database refused.
 */
export function ChainDifferences(props: { readonly onBack: () => void }) {
  const text = useText();
  const [kind, setKind] = useState<CallInput<'chain.differences'>['kind']>('all');
  const { first, pages, readMore } = usePagedQuery('chain.differences', (cursor) => ({
    kind,
    cursor,
    limit: CHAIN_PAGE_SIZE,
  }));
  const differences = pages.flatMap((page) => page.differences);
  return (
    <QueryView
      title={text('chain.view.differences')}
      query={first}
      onBack={props.onBack}
      filters={
        <SelectFilter
          label={text('chain.show')}
          value={kind}
          onChange={setKind}
          options={DIFFERENCE_FILTERS.map((id) => ({ id, name: text(`chain.differences.${id}`) }))}
        />
      }
    >
      <QueryRows
        query={first}
        rowCount={differences.length}
        empty={{
          title: text('chain.differences.empty'),
          more: text('chain.differences.emptyMore'),
        }}
        onLoadMore={readMore}
      >
        <CardList label={text('chain.view.differences')}>
          {differences.map((difference) => (
            <Difference key={difference.id} difference={difference} />
          ))}
        </CardList>
      </QueryRows>
    </QueryView>
  );
}

function Difference({ difference }: { readonly difference: ChainDifference }) {
  const text = useText();
  const language = useLanguage();
  const formatMoment = useTimeWithDayFormatter();
  const fields = formatFieldNames(text, difference.fields);
  const identifiers = [
    difference.day === null
      ? formatMoment(difference.at)
      : formatDay(difference.day, language, 'short'),
    ...(difference.till === null ? [] : [formatShopAndPos(text, difference.till)]),
    ...(difference.amount === null ? [] : [formatMoneyInSentence(difference.amount, language)]),
    ...(difference.account === null ? [] : [difference.account]),
    ...(difference.authorization === null
      ? []
      : [`${text('dailyFile.field.authorization')} ${difference.authorization}`]),
    ...(difference.externalId === null ? [] : [difference.externalId]),
  ];
  return (
    <Card title={text(`chain.difference.${difference.kind}`, { fields })} details={identifiers}>
      {difference.reason === null ? null : (
        <p className={styles.reason}>
          {text('chain.refusedBecause', { reason: difference.reason })}
        </p>
      )}
      <p>{text(`chain.difference.${difference.kind}.action`)}</p>
    </Card>
  );
}
