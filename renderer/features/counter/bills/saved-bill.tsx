import { useState } from 'react';
import type { LinkedBill, Problem } from '../../../../shared/contract/index.ts';
import {
  ProblemNotice,
  useIfMounted,
  useNavigation,
  useTill,
  useTillMutation,
  useTimeFormatter,
} from '../../../app/index.ts';
import {
  Dialog,
  type Fact,
  Facts,
  LoadingIndicator,
  Money,
  Screen,
  type ScreenAction,
} from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { getExtraLabel } from './extra-labels.ts';

export interface SavedBillProps {
  readonly bill: LinkedBill;
  /** The service returned a newer state of it. */
  readonly onUpdated: (bill: LinkedBill) => void;
  /** It is no longer kept. */
  readonly onRemoved: () => void;
  readonly onBack: () => void;
}

/** One account: what it owes, what else the biller knows, and what can be done with it. */
export function SavedBill(props: SavedBillProps) {
  const { onUpdated, onRemoved, onBack } = props;
  const [bill, setBill] = useState(props.bill);
  const text = useText();
  const { open } = useNavigation();
  const { deadlineSeconds } = useTill();
  const refresh = useTillMutation('bills.refresh');
  const extra = useTillMutation('bills.extraData');
  const unlink = useTillMutation('bills.unlink');
  const [isUnlinking, setUnlinking] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const whileHere = useIfMounted();
  const isBusy = refresh.isWaiting || extra.isWaiting || unlink.isWaiting;
  const billId = bill.id;
  const isFailed = bill.status === 'failed';

  const news = (now: LinkedBill): void => {
    setBill(now);
    onUpdated(now);
  };
  const doRefresh = async (): Promise<void> => {
    if (isBusy) return;
    setProblem(null);
    const answer = await refresh.run({ billId });
    if (answer.ok) news(answer.value);
    else setProblem(answer.problem);
  };
  const doExtra = async (): Promise<void> => {
    if (isBusy) return;
    setProblem(null);
    const answer = await extra.run({ billId });
    if (answer.ok) news(answer.value.bill);
    else setProblem(answer.problem);
  };
  const doUnlink = async (): Promise<void> => {
    if (isBusy) return;
    const answer = await unlink.run({ billId });
    setUnlinking(false);
    if (!answer.ok) {
      setProblem(answer.problem);
      return;
    }
    onRemoved();
    whileHere(onBack);
  };

  const actions: readonly ScreenAction[] = [
    { label: text('bills.backToList'), keyName: 'Escape', onAction: onBack },
    { label: text('bills.unlink'), keyName: 'Delete', onAction: () => setUnlinking(true) },
    ...(bill.hasExtraData && !isFailed
      ? [
          {
            label: text('bills.extra'),
            keyName: 'Control+M',
            onAction: () => void doExtra(),
          } satisfies ScreenAction,
        ]
      : []),
    { label: text('bills.refresh'), keyName: 'F1', onAction: () => void doRefresh() },
    ...(isFailed
      ? []
      : [
          {
            label: text('bills.pay'),
            keyName: 'Enter',
            onAction: () => open({ name: 'pay', billerId: bill.billerId, billId }),
            variant: 'primary',
          } satisfies ScreenAction,
        ]),
  ];

  return (
    <Screen title={bill.billerName} actions={actions}>
      {isFailed ? (
        <ProblemNotice
          problem={{
            kind: 'service-refused',
            httpStatus: 422,
            code: bill.errorCode,
            message: bill.errorMessage,
          }}
          biller={bill.billerName}
          money={text('bills.nothingMoved')}
        />
      ) : null}
      {bill.balance === null || isFailed ? null : (
        <Money value={bill.balance} label={text('bills.balance')} />
      )}
      {refresh.isWaiting || extra.isWaiting ? (
        <LoadingIndicator
          label={text(refresh.isWaiting ? 'bills.refreshing' : 'bills.extraReading')}
          maxSeconds={deadlineSeconds}
        />
      ) : null}
      {problem === null ? null : (
        <ProblemNotice
          problem={problem}
          biller={bill.billerName}
          money={text('bills.nothingMoved')}
        />
      )}
      <BillFacts bill={bill} />
      {extra.value === undefined ? null : (
        <Facts
          label={text('bills.extra')}
          facts={
            extra.value.rows.length === 0
              ? [{ name: text('bills.extra'), value: text('bills.extraNone') }]
              : extra.value.rows.map((row) => ({
                  name: getExtraLabel(text, row.label),
                  value: row.value,
                }))
          }
        />
      )}
      {isUnlinking ? (
        <Dialog
          title={text('bills.unlinkTitle')}
          closeLabel={text('bills.unlinkNot')}
          onClose={() => setUnlinking(false)}
          actions={[
            {
              label: text('bills.unlink'),
              keyName: 'Enter',
              onAction: () => void doUnlink(),
              variant: 'danger',
              isDisabled: unlink.isWaiting,
            },
          ]}
        >
          <p>{text('bills.unlinkWhy', { biller: bill.billerName, account: bill.accountShown })}</p>
        </Dialog>
      ) : null}
    </Screen>
  );
}

function BillFacts({ bill }: { readonly bill: LinkedBill }) {
  const text = useText();
  const clock = useTimeFormatter();
  const facts: Fact[] = [
    { name: text('bills.account'), value: bill.accountShown },
    ...(bill.nameOnAccount === null
      ? []
      : [{ name: text('bills.holder'), value: bill.nameOnAccount }]),
    ...(bill.dueDate === null ? [] : [{ name: text('bills.due'), value: bill.dueDate }]),
    ...(bill.balance === null && bill.status !== 'failed'
      ? [{ name: text('bills.balance'), value: text('bills.noBalance') }]
      : []),
    ...(bill.balanceUpdatedAt === null
      ? []
      : [{ name: text('bills.updated'), value: clock.dateTime(bill.balanceUpdatedAt) }]),
  ];
  return <Facts facts={facts} />;
}
