import { useState } from 'react';
import type { ChainTill } from '../../../../shared/contract/index.ts';
import { useTillQuery, useTimeFormatter, useTimeWithDayFormatter } from '../../../app/index.ts';
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
import { formatShopAndPos, useCountFormatter } from './chain-formatters.ts';
import { useChainPaymentChoices } from './chain-payment-choices.tsx';
import { ChainPaymentDialog } from './chain-payment-dialog.tsx';
import { QueryView } from './query-view.tsx';

/**
 * One till: its problems with instructions, its status, the breaks in its record, and the payments
 * that its ledger lacks.
 */
export function ChainTillScreen(props: { readonly tillId: string; readonly onBack: () => void }) {
  const { tillId, onBack } = props;
  const text = useText();
  const formatCount = useCountFormatter();
  const clock = useTimeFormatter();
  const query = useTillQuery('chain.till', { tillId }, { refetchOnMount: 'always' });
  const [openedId, setOpenedId] = useState<string | null>(null);
  const lackingPayments = query.value?.lacking ?? [];
  const rows = useChainPaymentChoices(lackingPayments);
  const till = query.value?.till;
  const payment = lackingPayments.find(({ id }) => id === openedId);
  return (
    <QueryView
      title={till === undefined ? text('chain.view.tills') : formatShopAndPos(text, till)}
      query={query}
      onBack={onBack}
    >
      {till === undefined || till.problems.length === 0 ? null : (
        <CardList label={text('chain.tills.problems')}>
          {till.problems.map((problem) => (
            <Card
              key={problem}
              title={text(`chain.problem.${problem}.title`, { count: till.samePos })}
            >
              <p>{text(`chain.problem.${problem}.action`)}</p>
            </Card>
          ))}
        </CardList>
      )}
      {till === undefined ? null : <TillFacts till={till} />}
      {query.value === undefined || query.value.recordBreaks.length === 0 ? null : (
        <section>
          <h2 className={styles.heading}>{text('chain.restarts')}</h2>
          <ul className={classNames(styles.lines, patterns.stack)}>
            {query.value.recordBreaks.map((recordBreak) => (
              <li key={`${recordBreak.at}-${recordBreak.kind}`}>
                {clock.dateTime(recordBreak.at)} · {text(`chain.restart.${recordBreak.kind}`)}
              </li>
            ))}
          </ul>
        </section>
      )}
      {till === undefined || till.lacking === 0 ? null : (
        <section>
          <h2 className={styles.heading}>
            {text('chain.missingPayments', formatCount(till.lacking))}
          </h2>
          {till.lacking > lackingPayments.length ? (
            <p>{text('chain.missingPaymentsMore', { count: lackingPayments.length })}</p>
          ) : null}
          <ChoiceList
            label={text('chain.missingPayments', formatCount(till.lacking))}
            choices={rows}
            onChoose={setOpenedId}
          />
        </section>
      )}
      {payment === undefined ? null : (
        <ChainPaymentDialog payment={payment} onClose={() => setOpenedId(null)} />
      )}
    </QueryView>
  );
}

const LIGHT_TEXT_KEYS: Readonly<Record<string, TextKey>> = {
  green: 'chain.statusLevel.green',
  yellow: 'chain.statusLevel.yellow',
  red: 'chain.statusLevel.red',
};

function TillFacts({ till }: { readonly till: ChainTill }) {
  const text = useText();
  const language = useLanguage();
  const formatMoment = useTimeWithDayFormatter();
  const number = new Intl.NumberFormat(language);
  const unknownText = text('chain.unknown');
  const formatLight = (light: string | null): string => {
    const key = light === null ? undefined : LIGHT_TEXT_KEYS[light];
    return key === undefined ? unknownText : text(key);
  };
  const facts: Fact[] = [
    { name: text('chain.till.version'), value: till.version ?? unknownText },
    {
      name: text('chain.till.lastReport'),
      value:
        till.seenAt === null
          ? text('chain.problem.never')
          : `${formatMoment(till.seenAt)}${till.isClosed ? ` · ${text('chain.till.closedProperly')}` : ''}`,
    },
    {
      name: text('chain.till.completeUntil'),
      value: till.completeUntil === null ? unknownText : formatMoment(till.completeUntil),
    },
    { name: text('chain.till.unresolved'), value: number.format(till.unresolved) },
    { name: text('chain.till.papers'), value: number.format(till.papers) },
    {
      name: text('chain.till.backup'),
      value: till.backupAt === null ? unknownText : formatMoment(till.backupAt),
    },
    {
      name: text('chain.till.clock'),
      value:
        till.clockOffSeconds === null
          ? unknownText
          : text('chain.till.seconds', { seconds: number.format(till.clockOffSeconds) }),
    },
    { name: text('chain.till.printer'), value: formatLight(till.printer) },
    { name: text('chain.till.service'), value: formatLight(till.service) },
    { name: text('chain.till.refused'), value: number.format(till.refusedRows) },
  ];
  return <Facts facts={facts} />;
}
