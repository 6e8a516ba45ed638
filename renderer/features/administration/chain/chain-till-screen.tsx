import { useState } from 'react';
import type { ChainTill } from '../../../../shared/contract/index.ts';
import { useMomentFormatter, useTillQuery, useTimeFormatter } from '../../../app/index.ts';
import {
  Card,
  CardList,
  ChoiceList,
  classNames,
  type Fact,
  Facts,
  patterns,
} from '../../../components/index.ts';
import { type TextKey, useLanguage, useText } from '../../../i18n/index.ts';
import styles from './chain.module.css';
import { formatTillPlace, useCountFormatter, usePaymentRows } from './chain-formatters.ts';
import { ChainPaymentDialog } from './chain-payment-dialog.tsx';
import { QueryView } from './query-view.tsx';

/** One till: what is amiss and what to do, and what its ledger lacks. */
export function ChainTillScreen(props: { readonly tillId: string; readonly onBack: () => void }) {
  const { tillId, onBack } = props;
  const text = useText();
  const counted = useCountFormatter();
  const clock = useTimeFormatter();
  const query = useTillQuery('chain.till', { tillId }, { refetchOnMount: 'always' });
  const [opened, setOpened] = useState<string | null>(null);
  const lacking = query.value?.lacking ?? [];
  const rows = usePaymentRows(lacking);
  const till = query.value?.till;
  const payment = lacking.find(({ id }) => id === opened);
  return (
    <QueryView
      title={till === undefined ? text('chain.view.tills') : formatTillPlace(text, till)}
      query={query}
      onBack={onBack}
    >
      {till === undefined || till.troubles.length === 0 ? null : (
        <CardList label={text('chain.tills.troubles')}>
          {till.troubles.map((trouble) => (
            <Card
              key={trouble}
              title={text(`chain.trouble.${trouble}.what`, { count: till.samePos })}
            >
              <p>{text(`chain.trouble.${trouble}.do`)}</p>
            </Card>
          ))}
        </CardList>
      )}
      {till === undefined ? null : <TillFacts till={till} />}
      {query.value === undefined || query.value.restarts.length === 0 ? null : (
        <section>
          <h2 className={styles.heading}>{text('chain.restarts')}</h2>
          <ul className={classNames(styles.lines, patterns.stack)}>
            {query.value.restarts.map((one) => (
              <li key={`${one.at}-${one.kind}`}>
                {clock.dateTime(one.at)} · {text(`chain.restart.${one.kind}`)}
              </li>
            ))}
          </ul>
        </section>
      )}
      {till === undefined || till.lacking === 0 ? null : (
        <section>
          <h2 className={styles.heading}>{text('chain.lacking', counted(till.lacking))}</h2>
          {till.lacking > lacking.length ? (
            <p>{text('chain.lackingMore', { count: lacking.length })}</p>
          ) : null}
          <ChoiceList
            label={text('chain.lacking', counted(till.lacking))}
            choices={rows}
            onChoose={setOpened}
          />
        </section>
      )}
      {payment === undefined ? null : (
        <ChainPaymentDialog payment={payment} onClose={() => setOpened(null)} />
      )}
    </QueryView>
  );
}

const LIGHT_TEXT_KEYS: Readonly<Record<string, TextKey>> = {
  green: 'chain.light.green',
  yellow: 'chain.light.yellow',
  red: 'chain.light.red',
};

function TillFacts({ till }: { readonly till: ChainTill }) {
  const text = useText();
  const language = useLanguage();
  const moment = useMomentFormatter();
  const number = new Intl.NumberFormat(language);
  const unknown = text('chain.unknown');
  const lightWords = (light: string | null): string => {
    const key = light === null ? undefined : LIGHT_TEXT_KEYS[light];
    return key === undefined ? unknown : text(key);
  };
  const facts: Fact[] = [
    { name: text('chain.till.version'), value: till.version ?? unknown },
    {
      name: text('chain.till.seen'),
      value:
        till.seenAt === null
          ? text('chain.trouble.never')
          : `${moment(till.seenAt)}${till.isClosed ? ` · ${text('chain.till.closed')}` : ''}`,
    },
    {
      name: text('chain.till.completeUntil'),
      value: till.completeUntil === null ? unknown : moment(till.completeUntil),
    },
    { name: text('chain.till.unresolved'), value: number.format(till.unresolved) },
    { name: text('chain.till.papers'), value: number.format(till.papers) },
    {
      name: text('chain.till.backup'),
      value: till.backupAt === null ? unknown : moment(till.backupAt),
    },
    {
      name: text('chain.till.clock'),
      value:
        till.clockOffSeconds === null
          ? unknown
          : text('chain.till.seconds', { seconds: number.format(till.clockOffSeconds) }),
    },
    { name: text('chain.till.printer'), value: lightWords(till.printer) },
    { name: text('chain.till.service'), value: lightWords(till.service) },
    { name: text('chain.till.refused'), value: number.format(till.refusedRows) },
  ];
  return <Facts facts={facts} />;
}
