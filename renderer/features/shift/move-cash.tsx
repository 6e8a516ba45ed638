import { useState } from 'react';
import {
  type Approval,
  type CashState,
  MIN_REASON_LENGTH,
  type Problem,
  type TillCallResult,
} from '../../../shared/contract/index.ts';
import { isZero, type ParsedAmount, parseAmount } from '../../../shared/money/index.ts';
import {
  ApprovalDialog,
  usePermission,
  useProblemText,
  useRunIfMounted,
  useTillMutation,
} from '../../app/index.ts';
import {
  AmountField,
  formatMoneyInSentence,
  Notice,
  Screen,
  TextField,
} from '../../components/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { PaperPreviewPanel } from './paper-preview-panel.tsx';

export type CashMovementKind = 'payIn' | 'payOut' | 'drop' | 'drawer';

/**
 * A pay-in, a pay-out, a drop, or opening the drawer without a sale; each with a slip, and except for
 * the drop with a reason.
 */
export function MoveCashScreen(props: {
  readonly kind: CashMovementKind;
  readonly cashState: CashState;
  readonly onBack: () => void;
}) {
  const { kind, cashState: state, onBack } = props;
  const { currency } = state;
  const text = useText();
  const language = useLanguage();
  const describeProblem = useProblemText();
  const runIfMounted = useRunIfMounted();
  const [amountText, setAmountText] = useState('');
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [isApproving, setApproving] = useState(false);
  const [jobId, setJobId] = useState<string | null>(null);
  const cashMove = useCashMove(kind);
  const openDrawerPermission = usePermission('open-drawer');
  const payOutPermission = usePermission('pay-out');
  const permission = {
    payIn: 'yes',
    drop: 'yes',
    payOut: payOutPermission,
    drawer: openDrawerPermission,
  }[kind];

  const parsed: ParsedAmount | null =
    kind === 'drawer' ? null : parseAmount(amountText, currency, language);
  const isAmountZero = parsed?.ok === true && isZero(parsed.value);
  const isReasonShort = kind !== 'drop' && reason.trim().length < MIN_REASON_LENGTH;
  const amount = parsed?.ok === true ? parsed.value : null;

  const submit = async (approval: Approval | null): Promise<void> => {
    const answer = await cashMove.run({ amount, reason: reason.trim(), approval });
    runIfMounted(() => {
      if (answer.ok) {
        setApproving(false);
        setJobId(answer.value.jobId);
      }
    });
  };
  const validateAndSubmit = (): void => {
    if (cashMove.isPending) return;
    setChecked(true);
    if ((parsed !== null && (!parsed.ok || isAmountZero)) || isReasonShort) {
      focusNext();
      return;
    }
    cashMove.reset();
    if (permission === 'yes') void submit(null);
    else setApproving(true);
  };

  if (jobId !== null) {
    return (
      <Screen
        title={text(`shift.${kind}`)}
        actions={[
          { label: text('shift.done'), keyName: 'Enter', variant: 'primary', onAction: onBack },
        ]}
      >
        <Notice
          tone="info"
          title={text(
            kind === 'drawer' && !state.hasDrawer ? 'shift.drawerRecorded' : `shift.${kind}Done`,
          )}
          {...(state.hasDrawer ? {} : { action: text('shift.noDrawer') })}
        />
        <PaperPreviewPanel jobId={jobId} />
      </Screen>
    );
  }
  return (
    <Screen
      title={text(`shift.${kind}Title`)}
      {...(kind === 'drop' ? { hint: text('shift.dropHint') } : {})}
      actions={[
        { label: text('shift.back'), keyName: 'Escape', onAction: onBack },
        {
          label: text(`shift.${kind}Confirm`),
          keyName: 'Enter',
          variant: 'primary',
          isDisabled: cashMove.isPending,
          onAction: validateAndSubmit,
        },
      ]}
    >
      {cashMove.problem === null || isApproving ? null : (
        <Notice tone="warning" {...describeProblem(cashMove.problem)} />
      )}
      {kind === 'drawer' ? null : (
        <AmountField
          label={text('shift.amount')}
          value={amountText}
          currency={currency}
          onChange={setAmountText}
          error={isChecked && isAmountZero ? text('shift.notZero') : null}
          isEmptyAnError={isChecked}
          isAutoFocused
        />
      )}
      {kind === 'drop' ? null : (
        <TextField
          label={text('shift.reason')}
          value={reason}
          onChange={setReason}
          description={text('shift.reasonHint')}
          error={isChecked && isReasonShort && reason !== '' ? text('shift.reasonShort') : null}
          maxLength={200}
          name="reason"
          isAutoFocused={kind === 'drawer'}
        />
      )}
      {isApproving ? (
        <ApprovalDialog
          title={text(`shift.${kind}`)}
          explanation={
            kind === 'drawer'
              ? text('shift.approveDrawer', { reason: reason.trim() })
              : text('shift.approvePayOut', {
                  amount: amount === null ? '' : formatMoneyInSentence(amount, language),
                  reason: reason.trim(),
                })
          }
          isReasonRequired={false}
          permission={kind === 'drawer' ? 'open-drawer' : 'pay-out'}
          isBusy={cashMove.isPending}
          problem={cashMove.problem}
          onCancel={() => setApproving(false)}
          onApprove={(approval) => void submit(approval)}
        />
      ) : null}
    </Screen>
  );
}

/** Moves the focus from the amount to the reason. Errors are shown at the field. */
function focusNext(): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>('main input')];
  const focusedElement = document.activeElement;
  const currentIndex =
    focusedElement instanceof HTMLInputElement ? fields.indexOf(focusedElement) : -1;
  (fields[currentIndex + 1] ?? fields[0])?.focus();
}

interface CashMove {
  readonly run: (input: {
    readonly amount: { readonly amount: string; readonly currency: string } | null;
    readonly reason: string;
    readonly approval: Approval | null;
  }) => Promise<TillCallResult<'cash.payIn'>>;
  readonly isPending: boolean;
  readonly problem: Problem | null;
  readonly reset: () => void;
}

function useCashMove(kind: CashMovementKind): CashMove {
  const payIn = useTillMutation('cash.payIn');
  const payOut = useTillMutation('cash.payOut');
  const drop = useTillMutation('cash.drop');
  const drawer = useTillMutation('cash.openDrawer');
  const { isPending, problem, reset } = { payIn, payOut, drop, drawer }[kind];
  return {
    isPending,
    problem,
    reset,
    run: ({ amount, reason, approval }) => {
      if (kind === 'drawer' || amount === null) return drawer.run({ reason, approval });
      if (kind === 'drop') return drop.run({ amount: { ...amount } });
      return kind === 'payIn'
        ? payIn.run({ amount: { ...amount }, reason })
        : payOut.run({ amount: { ...amount }, reason, approval });
    },
  };
}
