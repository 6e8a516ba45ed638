import type { DayDetail, DayDifference } from '../../../../shared/contract/index.ts';
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

/** The differences between the service and this till for the day, and what to do about each. */
export function DayDifferences({ detail }: { readonly detail: DayDetail }) {
  const text = useText();
  const { comparison, ownDifferences } = detail;
  const all = [...ownDifferences, ...(comparison?.differences ?? [])];
  return (
    <>
      <ComparisonNotice comparison={comparison} count={all.length} />
      {all.length === 0 ? null : (
        <section aria-label={text('dailyFile.differencesTitle')}>
          <h2 className={styles.heading}>{text('dailyFile.differencesTitle')}</h2>
          <CardList>
            {all.slice(0, MAX_SHOWN_DIFFERENCES).map((one) => (
              <Difference key={`${one.kind}-${one.externalId}-${one.authorization}`} one={one} />
            ))}
          </CardList>
          {all.length <= MAX_SHOWN_DIFFERENCES ? null : (
            <p>{text('dailyFile.moreDifferences', { count: MAX_SHOWN_DIFFERENCES })}</p>
          )}
        </section>
      )}
    </>
  );
}

function ComparisonNotice(props: {
  readonly comparison: DayDetail['comparison'];
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
      word={text('dailyFile.comparedAt', { at: clock.dateTime(comparison.at) })}
      happened={
        isSame
          ? text('dailyFile.same', { ours, theirs })
          : text('dailyFile.differences', { count: props.count })
      }
      {...(isSame ? {} : { money: text('dailyFile.counts', { ours, theirs }) })}
      {...(unknownHere === 0
        ? {}
        : {
            next: [
              text('dailyFile.unknownHere', { count: unknownHere }),
              text('dailyFile.unknownHereNext'),
            ].join(' '),
          })}
    >
      {isWhole ? undefined : <p>{text('dailyFile.notWhole')}</p>}
      {withoutStatus === 0 ? undefined : (
        <p>{text('dailyFile.withoutStatus', { count: withoutStatus })}</p>
      )}
    </Notice>
  );
}

/** What a person decided: it stands in the file, and this till's ledger does not have it. */
export function AdoptedTransactionList({ detail }: { readonly detail: DayDetail }) {
  const text = useText();
  const language = useLanguage();
  const clock = useTimeFormatter();
  if (detail.takenIn.length === 0) return null;
  return (
    <section>
      <h2 className={styles.heading} id="taken-in">
        {text('dailyFile.takenInTitle')}
      </h2>
      <CardList labelledBy="taken-in">
        {detail.takenIn.map((one) => (
          <Card
            key={one.authorization}
            title={text('dailyFile.takenInBy', { name: one.by, at: clock.dateTime(one.at) })}
            which={[
              formatMoneyInSentence(one.amount, language),
              one.accountNumber,
              `${text('dailyFile.field.authorization')} ${one.authorization}`,
              one.externalId,
            ]}
          >
            <p>{one.reason}</p>
          </Card>
        ))}
      </CardList>
    </section>
  );
}

function Difference({ one }: { readonly one: DayDifference }) {
  const text = useText();
  const language = useLanguage();
  const fields = formatFieldNames(text, one.fields);
  const which = [
    ...(one.amount === null ? [] : [formatMoneyInSentence(one.amount, language)]),
    ...(one.accountNumber === null ? [] : [one.accountNumber]),
    ...(one.authorization === null
      ? []
      : [`${text('dailyFile.field.authorization')} ${one.authorization}`]),
    ...(one.externalId === null ? [] : [one.externalId]),
  ];
  return (
    <Card title={text(`dailyFile.kind.${one.kind}`, { fields })} which={which}>
      <p>{text(`dailyFile.do.${one.kind}`)}</p>
    </Card>
  );
}
