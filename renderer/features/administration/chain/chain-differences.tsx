import { useState } from 'react';
import type { CallInput, ChainDifference } from '../../../../shared/contract/index.ts';
import { useMomentFormatter } from '../../../app/index.ts';
import {
  Card,
  CardList,
  FilterSelect,
  formatDay,
  formatFieldNames,
  formatMoneyInSentence,
} from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import styles from './chain.module.css';
import { formatTillPlace } from './chain-formatters.ts';
import { QueryRows, QueryView } from './query-view.tsx';
import { PAGE_SIZE, usePagedQuery } from './use-paged-query.ts';

const DIFFERENCE_FILTERS = ['all', 'daily-file', 'refused-row'] as const;

/** What the service knows otherwise, what came too late, and what the database could not take. */
export function ChainDifferences(props: { readonly onBack: () => void }) {
  const text = useText();
  const [kind, setKind] = useState<CallInput<'chain.differences'>['kind']>('all');
  const { first, pages, readMore } = usePagedQuery('chain.differences', (cursor) => ({
    kind,
    cursor,
    limit: PAGE_SIZE,
  }));
  const differences = pages.flatMap((page) => page.differences);
  return (
    <QueryView
      title={text('chain.view.differences')}
      query={first}
      onBack={props.onBack}
      filters={
        <FilterSelect
          label={text('chain.show')}
          value={kind}
          onChange={setKind}
          options={DIFFERENCE_FILTERS.map((id) => ({ id, name: text(`chain.differences.${id}`) }))}
        />
      }
    >
      <QueryRows
        query={first}
        count={differences.length}
        empty={{
          title: text('chain.differences.empty'),
          more: text('chain.differences.emptyMore'),
        }}
        onMore={readMore}
      >
        <CardList label={text('chain.view.differences')}>
          {differences.map((one) => (
            <Difference key={one.id} one={one} />
          ))}
        </CardList>
      </QueryRows>
    </QueryView>
  );
}

function Difference({ one }: { readonly one: ChainDifference }) {
  const text = useText();
  const language = useLanguage();
  const moment = useMomentFormatter();
  const fields = formatFieldNames(text, one.fields);
  const which = [
    one.day === null ? moment(one.at) : formatDay(one.day, language, 'short'),
    ...(one.till === null ? [] : [formatTillPlace(text, one.till)]),
    ...(one.amount === null ? [] : [formatMoneyInSentence(one.amount, language)]),
    ...(one.account === null ? [] : [one.account]),
    ...(one.authorization === null
      ? []
      : [`${text('dailyFile.field.authorization')} ${one.authorization}`]),
    ...(one.externalId === null ? [] : [one.externalId]),
  ];
  return (
    <Card title={text(`chain.differs.${one.kind}`, { fields })} which={which}>
      {one.reason === null ? null : (
        <p className={styles.reason}>{text('chain.refusedBecause', { reason: one.reason })}</p>
      )}
      <p>{text(`chain.differs.${one.kind}.do`)}</p>
    </Card>
  );
}
