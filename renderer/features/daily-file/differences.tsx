import type { DayDetail, DayDifference } from '../../../shared/contract/index.ts';
import { ProblemNotice, useClock } from '../../app/index.ts';
import { moneyWords, Notice } from '../../components/index.ts';
import { type TextKey, useLanguage, useText } from '../../i18n/index.ts';
import styles from './daily-file.module.css';

const MOST_SHOWN = 60;

/** What the service and this till hold otherwise of the day, each with what to do. */
export function Differences({ detail }: { readonly detail: DayDetail }) {
  const text = useText();
  const { comparison, ownDifferences } = detail;
  const all = [...ownDifferences, ...(comparison?.differences ?? [])];
  return (
    <>
      <Compared comparison={comparison} count={all.length} />
      {all.length === 0 ? null : (
        <section aria-label={text('dailyFile.differencesTitle')}>
          <h2 className={styles.heading}>{text('dailyFile.differencesTitle')}</h2>
          <ul className={styles.differences}>
            {all.slice(0, MOST_SHOWN).map((one) => (
              <Difference key={`${one.kind}-${one.externalId}-${one.authorization}`} one={one} />
            ))}
          </ul>
          {all.length <= MOST_SHOWN ? null : (
            <p>{text('dailyFile.moreDifferences', { count: MOST_SHOWN })}</p>
          )}
        </section>
      )}
    </>
  );
}

function Compared(props: { readonly comparison: DayDetail['comparison']; readonly count: number }) {
  const text = useText();
  const clock = useClock();
  const { comparison } = props;
  if (comparison === null) return <p>{text('dailyFile.notCompared')}</p>;
  if (comparison.problem !== null) return <ProblemNotice problem={comparison.problem} />;
  const { ours, theirs, unknownHere, isWhole } = comparison;
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
    </Notice>
  );
}

const FIELDS: Readonly<Record<string, TextKey>> = {
  biller: 'dailyFile.field.biller',
  account: 'dailyFile.field.account',
  amount: 'dailyFile.field.amount',
  currency: 'dailyFile.field.currency',
  authorization: 'dailyFile.field.authorization',
  status: 'dailyFile.field.status',
  time: 'dailyFile.field.time',
  'pos-number': 'dailyFile.field.pos-number',
  'external-id': 'dailyFile.field.external-id',
};

function Difference({ one }: { readonly one: DayDifference }) {
  const text = useText();
  const language = useLanguage();
  const fields = one.fields.map((field) => {
    const key = FIELDS[field];
    return key === undefined ? field : text(key);
  });
  const which = [
    ...(one.amount === null ? [] : [moneyWords(one.amount, language)]),
    ...(one.accountNumber === null ? [] : [one.accountNumber]),
    ...(one.authorization === null
      ? []
      : [`${text('dailyFile.field.authorization')} ${one.authorization}`]),
    ...(one.externalId === null ? [] : [one.externalId]),
  ];
  return (
    <li className={styles.difference}>
      <p className={styles.kind}>
        {text(`dailyFile.kind.${one.kind}`, { fields: fields.join(', ') })}
      </p>
      <p className={styles.which}>{which.join(' · ')}</p>
      <p>{text(`dailyFile.do.${one.kind}`)}</p>
    </li>
  );
}
