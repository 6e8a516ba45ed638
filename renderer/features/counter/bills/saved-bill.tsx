import { useState } from 'react';
import type { LinkedBill, Problem } from '../../../../shared/contract/index.ts';
import {
  ProblemNotice,
  useNavigation,
  useRunIfMounted,
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
import { getBillExtraLabel } from './extra-labels.ts';

export interface SavedBillProps {
  readonly bill: LinkedBill;
  /** Called when the service returned a newer state of the bill. */
  readonly onUpdated: (bill: LinkedBill) => void;
  /** Called when the bill is no longer saved. */
  readonly onRemoved: () => void;
  readonly onBack: () => void;
}

/** One saved account: its balance, the extra data of the biller, and the available actions. */
export function SavedBillScreen(props: SavedBillProps) {
  const { onUpdated, onRemoved, onBack } = props;
  const [bill, setBill] = useState(props.bill);
  const text = useText();
  const { open } = useNavigation();
  const { deadlineSeconds } = useTill();
  const refreshCall = useTillMutation('bills.refresh');
  const extraDataCall = useTillMutation('bills.extraData');
  const unlinkCall = useTillMutation('bills.unlink');
  const [isUnlinking, setUnlinking] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const runIfMounted = useRunIfMounted();
  const isBusy = refreshCall.isPending || extraDataCall.isPending || unlinkCall.isPending;
  const billId = bill.id;
  const isFailed = bill.status === 'failed';

  const applyUpdate = (updatedBill: LinkedBill): void => {
    setBill(updatedBill);
    onUpdated(updatedBill);
  };
  const refreshBill = async (): Promise<void> => {
    if (isBusy) return;
    setProblem(null);
    const answer = await refreshCall.run({ billId });
    if (answer.ok) applyUpdate(answer.value);
    else setProblem(answer.problem);
  };
  const loadExtraData = async (): Promise<void> => {
    if (isBusy) return;
    setProblem(null);
    const answer = await extraDataCall.run({ billId });
    if (answer.ok) applyUpdate(answer.value.bill);
    else setProblem(answer.problem);
  };
  const unlinkBill = async (): Promise<void> => {
    if (isBusy) return;
    const answer = await unlinkCall.run({ billId });
    setUnlinking(false);
    if (!answer.ok) {
      setProblem(answer.problem);
      return;
    }
    onRemoved();
    runIfMounted(onBack);
  };

  const actions: readonly ScreenAction[] = [
    { label: text('bills.backToList'), keyName: 'Escape', onAction: onBack },
    { label: text('bills.unlink'), keyName: 'Delete', onAction: () => setUnlinking(true) },
    ...(bill.hasExtraData && !isFailed
      ? [
          {
            label: text('bills.extra'),
            keyName: 'Control+M',
            onAction: () => void loadExtraData(),
          } satisfies ScreenAction,
        ]
      : []),
    { label: text('bills.refresh'), keyName: 'F1', onAction: () => void refreshBill() },
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
          billerName={bill.billerName}
          impact={text('bills.noMoneyMoved')}
        />
      ) : null}
      {bill.balance === null || isFailed ? null : (
        <Money value={bill.balance} label={text('bills.balance')} />
      )}
      {refreshCall.isPending || extraDataCall.isPending ? (
        <LoadingIndicator
          label={text(refreshCall.isPending ? 'bills.refreshing' : 'bills.extraReading')}
          maxSeconds={deadlineSeconds}
        />
      ) : null}
      {problem === null ? null : (
        <ProblemNotice
          problem={problem}
          billerName={bill.billerName}
          impact={text('bills.noMoneyMoved')}
        />
      )}
      <BillFacts bill={bill} />
      {extraDataCall.value === undefined ? null : (
        <Facts
          label={text('bills.extra')}
          facts={
            extraDataCall.value.rows.length === 0
              ? [{ name: text('bills.extra'), value: text('bills.extraNone') }]
              : extraDataCall.value.rows.map((row) => ({
                  name: getBillExtraLabel(text, row.label),
                  value: row.value,
                }))
          }
        />
      )}
      {isUnlinking ? (
        <Dialog
          title={text('bills.unlinkTitle')}
          closeLabel={text('bills.unlinkCancel')}
          onClose={() => setUnlinking(false)}
          actions={[
            {
              label: text('bills.unlink'),
              keyName: 'Enter',
              onAction: () => void unlinkBill(),
              variant: 'danger',
              isDisabled: unlinkCall.isPending,
            },
          ]}
        >
          <p>
            {text('bills.unlinkExplanation', {
              biller: bill.billerName,
              account: bill.accountShown,
            })}
          </p>
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
