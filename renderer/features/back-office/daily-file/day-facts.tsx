import type { DailyFileDay } from '../../../../shared/contract/index.ts';
import { useTimeFormatter } from '../../../app/index.ts';
import { type Fact, Facts, formatMoneyList } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import styles from './daily-file.module.css';

/** The figures of the day's file, and its upload history so far. */
export function DailyFileDayFacts({ day }: { readonly day: DailyFileDay }) {
  const text = useText();
  const clock = useTimeFormatter();
  const language = useLanguage();
  const { file, lastAttempt, handedIn } = day;
  const facts: Fact[] = [
    { name: text('dailyFile.state'), value: text(`dailyFile.state.${day.state}`) },
    { name: text('dailyFile.name'), value: day.name },
    ...(file === null
      ? []
      : [
          {
            name: text('dailyFile.lines'),
            value: new Intl.NumberFormat(language).format(file.lines),
          },
          ...(file.totals.length === 0
            ? []
            : [{ name: text('dailyFile.total'), value: formatMoneyList(file.totals, language) }]),
        ]),
    ...(day.uploadedAt === null
      ? [
          { name: text('dailyFile.due'), value: clock.dateTime(day.dueAt) },
          { name: text('dailyFile.late'), value: clock.dateTime(day.lateFrom) },
        ]
      : [{ name: text('dailyFile.sentAt'), value: clock.dateTime(day.uploadedAt) }]),
    ...(lastAttempt === null
      ? []
      : [
          {
            name: text('dailyFile.attempt'),
            value: `${text('dailyFile.attemptDetails', {
              number: lastAttempt.number,
              at: clock.dateTime(lastAttempt.startedAt),
              by: lastAttempt.by ?? text('dailyFile.byTill'),
            })}: ${text(
              day.state === 'in-doubt'
                ? 'dailyFile.result.in-doubt'
                : `dailyFile.result.${lastAttempt.result}`,
            )}`,
          },
        ]),
    ...(day.nextAttemptAt === null
      ? []
      : [{ name: text('dailyFile.nextAttempt'), value: clock.dateTime(day.nextAttemptAt) }]),
    ...(handedIn === null
      ? []
      : [
          {
            name: text('dailyFile.handedIn'),
            value: text('dailyFile.handedInDetails', {
              by: handedIn.by,
              at: clock.dateTime(handedIn.at),
              reason: handedIn.reason,
            }),
          },
        ]),
    ...(file === null
      ? []
      : [
          {
            name: text('dailyFile.size'),
            value: text('dailyFile.bytes', {
              bytes: new Intl.NumberFormat(language).format(file.bytes),
            }),
          },
          {
            name: text('dailyFile.digest'),
            value: <span className={styles.digest}>{file.sha256}</span>,
          },
        ]),
  ];
  return <Facts facts={facts} />;
}
