import { useState } from 'react';
import type { CallInput, ChainDifference } from '../../../shared/contract/index.ts';
import { useMoment } from '../../app/index.ts';
import {
  Card,
  CardList,
  dayWords,
  FilterSelect,
  fieldWords,
  moneyWords,
} from '../../components/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import styles from './chain.module.css';
import { PAGE, usePages } from './use-pages.ts';
import { View, ViewRows } from './view.tsx';
import { placeWords } from './words.ts';

const KINDS = ['all', 'daily-file', 'refused-row'] as const;

/** What the service knows otherwise, what came too late, and what the database could not take. */
export function Differences(props: { readonly onBack: () => void }) {
  const text = useText();
  const [kind, setKind] = useState<CallInput<'chain.differences'>['kind']>('all');
  const { first, pages, readMore } = usePages('chain.differences', (cursor) => ({
    kind,
    cursor,
    limit: PAGE,
  }));
  const differences = pages.flatMap((page) => page.differences);
  return (
    <View
      title={text('chain.view.differences')}
      query={first}
      onBack={props.onBack}
      filters={
        <FilterSelect
          label={text('chain.show')}
          value={kind}
          onChange={setKind}
          options={KINDS.map((id) => ({ id, name: text(`chain.differences.${id}`) }))}
        />
      }
    >
      <ViewRows
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
      </ViewRows>
    </View>
  );
}

function Difference({ one }: { readonly one: ChainDifference }) {
  const text = useText();
  const language = useLanguage();
  const moment = useMoment();
  const fields = fieldWords(text, one.fields);
  const which = [
    one.day === null ? moment(one.at) : dayWords(one.day, language, 'short'),
    ...(one.till === null ? [] : [placeWords(text, one.till)]),
    ...(one.amount === null ? [] : [moneyWords(one.amount, language)]),
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
