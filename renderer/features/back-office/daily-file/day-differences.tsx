import type { DailyFileDayDetail, DailyFileDifference } from '../../../../shared/contract/index.ts';
import { ProblemNotice, useTimeFormatter } from '../../../app/index.ts';
import {
  Card,
  CardList,
  formatFieldNames,
  formatMoneyInSentence,
  Notice,
} from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import styles from './daily-file.module.css';

const MAX_SHOWN_DIFFERENCES = 60;

/** The differences between the service and this till for the day, with instructions for each. */
export function DailyFileDifferences({ detail }: { readonly detail: DailyFileDayDetail }) {
  const text = useText();
  const { comparison, ownDifferences } = detail;
  const differences = [...ownDifferences, ...(comparison?.differences ?? [])];
  return (
    <>
      <ComparisonNotice comparison={comparison} count={differences.length} />
      {differences.length === 0 ? null : (
        <section aria-label={text('dailyFile.differencesTitle')}>
          <h2 className={styles.heading}>{text('dailyFile.differencesTitle')}</h2>
          <CardList>
            {differences.slice(0, MAX_SHOWN_DIFFERENCES).map((difference) => (
              <Difference
                key={`${difference.kind}-${difference.externalId}-${difference.authorization}`}
                difference={difference}
              />
            ))}
          </CardList>
          {differences.length <= MAX_SHOWN_DIFFERENCES ? null : (
            <p>{text('dailyFile.moreDifferences', { count: MAX_SHOWN_DIFFERENCES })}</p>
          )}
        </section>
      )}
    </>
  );
}

function ComparisonNotice(props: {
  readonly comparison: DailyFileDayDetail['comparison'];
  readonly count: number;
}) {
  const text = useText();
  const clock = useTimeFormatter();
  const { comparison } = props;
  if (comparison === null) return <p>{text('dailyFile.notCompared')}</p>;
  if (comparison.problem !== null) return <ProblemNotice problem={comparison.problem} />;
  const { ours, theirs, unknownHere, withoutStatus, isWhole } = comparison;
  const isSame = props.count === 0 && isWhole;
  return (
    <Notice
      tone={isSame ? 'info' : 'warning'}
      toneText={text('dailyFile.comparedAt', { at: clock.dateTime(comparison.at) })}
      title={
        isSame
          ? text('dailyFile.allEqual', { ours, theirs })
          : text('dailyFile.differences', { count: props.count })
      }
      {...(isSame ? {} : { impact: text('dailyFile.counts', { ours, theirs }) })}
      {...(unknownHere === 0
        ? {}
        : {
            action: [
              text('dailyFile.unknownHere', { count: unknownHere }),
              text('dailyFile.unknownHereAction'),
            ].join(' '),
          })}
    >
      {isWhole ? undefined : <p>{text('dailyFile.incompleteList')}</p>}
      {withoutStatus === 0 ? undefined : (
        <p>{text('dailyFile.withoutStatus', { count: withoutStatus })}</p>
      )}
    </Notice>
  );
}

/** Transactions that a person added: the file contains them, and this till's ledger does not. */
export function AddedTransactionList({ detail }: { readonly detail: DailyFileDayDetail }) {
  const text = useText();
  const language = useLanguage();
  const clock = useTimeFormatter();
  if (detail.manuallyAddedTransactions.length === 0) return null;
  return (
    <section>
      <h2 className={styles.heading} id="taken-in">
        {text('dailyFile.addedTransactionsTitle')}
      </h2>
      <CardList labelledBy="taken-in">
        {detail.manuallyAddedTransactions.map((transaction) => (
          <Card
            key={transaction.authorization}
            title={text('dailyFile.addedTransactionBy', {
              name: transaction.by,
              at: clock.dateTime(transaction.at),
            })}
            details={[
              formatMoneyInSentence(transaction.amount, language),
              transaction.accountNumber,
              `${text('dailyFile.field.authorization')} ${transaction.authorization}`,
              transaction.externalId,
            ]}
          >
            <p>{transaction.reason}</p>
          </Card>
        ))}
      </CardList>
    </section>
  );
}

function Difference({ difference }: { readonly difference: DailyFileDifference }) {
  const text = useText();
  const language = useLanguage();
  const fields = formatFieldNames(text, difference.fields);
  const identifiers = [
    ...(difference.amount === null ? [] : [formatMoneyInSentence(difference.amount, language)]),
    ...(difference.accountNumber === null ? [] : [difference.accountNumber]),
    ...(difference.authorization === null
      ? []
      : [`${text('dailyFile.field.authorization')} ${difference.authorization}`]),
    ...(difference.externalId === null ? [] : [difference.externalId]),
  ];
  return (
    <Card title={text(`dailyFile.kind.${difference.kind}`, { fields })} details={identifiers}>
      <p>{text(`dailyFile.action.${difference.kind}`)}</p>
    </Card>
  );
}
