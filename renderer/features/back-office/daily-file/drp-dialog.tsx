import {
  ProblemNotice,
  useTillMutation,
  useTillQuery,
  useTimeFormatter,
} from '../../../app/index.ts';
import {
  Card,
  CardList,
  Dialog,
  formatMoneyInSentence,
  formatMoneyList,
  LoadingIndicator,
  Notice,
  type ScreenAction,
} from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';

/** The DRP billers' transactions of the day, and the export of their file. */
export function DrpDialog(props: { readonly day: string; readonly onClose: () => void }) {
  const { day } = props;
  const text = useText();
  const clock = useTimeFormatter();
  const language = useLanguage();
  const { value, problem, isPending } = useTillQuery(
    'reconciliation.drp',
    { day },
    { refetchOnMount: 'always' },
  );
  const save = useTillMutation('reconciliation.saveDrp');
  const actions: ScreenAction[] = [
    {
      label: text('dailyFile.drpSave'),
      keyName: 'Control+G',
      onAction: () => void save.run({ day, folder: null }),
      isDisabled: save.isPending || (value?.count ?? 0) === 0,
    },
  ];
  return (
    <Dialog title={text('dailyFile.drpTitle')} onClose={props.onClose} actions={actions}>
      <p>{text('dailyFile.drpHint')}</p>
      {isPending ? <LoadingIndicator label={text('dailyFile.reload')} maxSeconds={60} /> : null}
      {problem === null ? null : <ProblemNotice problem={problem} />}
      {value === undefined ? null : (
        <>
          <p>
            {value.count === 0
              ? text('dailyFile.drpNone')
              : [
                  text('dailyFile.lines', { count: value.count }),
                  formatMoneyList(value.totals, language),
                ].join(' · ')}
          </p>
          <CardList>
            {value.transactions.map((transaction) => (
              <Card
                key={transaction.paymentId}
                title={formatMoneyInSentence(transaction.amount, language)}
                details={[
                  clock.time(transaction.performedAt),
                  String(transaction.billerId),
                  transaction.accountShown,
                  `${text('dailyFile.field.authorization')} ${transaction.authorization ?? '—'}`,
                  transaction.externalId,
                ]}
              />
            ))}
          </CardList>
        </>
      )}
      {save.problem === null ? null : <ProblemNotice problem={save.problem} />}
      {save.value === undefined ? null : (
        <Notice tone="info" title={text('dailyFile.saved')} action={save.value.file} />
      )}
    </Dialog>
  );
}
