import { useState } from 'react';
import {
  type Approval,
  type CallAnswer,
  type CashState,
  MIN_REASON_LENGTH,
  type Problem,
} from '../../../shared/contract/index.ts';
import { isZero, type ParsedAmount, parseAmount } from '../../../shared/money/index.ts';
import {
  ApprovalDialog,
  useIfMounted,
  usePermission,
  useProblemText,
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
import { PaperSide } from './paper-side.tsx';

export type MoveKind = 'payIn' | 'payOut' | 'drawer';

/**
 * Money in or out of the drawer besides payments, or the drawer opened without a sale: with a
 * reason and a slip.
 */
export function MoveCash(props: {
  readonly kind: MoveKind;
  readonly state: CashState;
  readonly onBack: () => void;
}) {
  const { kind, state, onBack } = props;
  const { currency } = state;
  const text = useText();
  const language = useLanguage();
  const describe = useProblemText();
  const whileHere = useIfMounted();
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [isApproving, setApproving] = useState(false);
  const [jobId, setJobId] = useState<string | null>(null);
  const move = useCashMove(kind);
  const mayDrawer = usePermission('open-drawer');
  const mayPayOut = usePermission('pay-out');
  const may = kind === 'payIn' ? 'yes' : kind === 'payOut' ? mayPayOut : mayDrawer;

  const parsed: ParsedAmount | null =
    kind === 'drawer' ? null : parseAmount(typed, currency, language);
  const isNothing = parsed?.ok === true && isZero(parsed.value);
  const isShort = reason.trim().length < MIN_REASON_LENGTH;
  const amount = parsed?.ok === true ? parsed.value : null;

  const run = async (approval: Approval | null): Promise<void> => {
    const answer = await move.run({ amount, reason: reason.trim(), approval });
    whileHere(() => {
      if (answer.ok) {
        setApproving(false);
        setJobId(answer.value.jobId);
      }
    });
  };
  const goOn = (): void => {
    if (move.isWaiting) return;
    setChecked(true);
    if ((parsed !== null && (!parsed.ok || isNothing)) || isShort) {
      focusNext();
      return;
    }
    move.reset();
    if (may === 'yes') void run(null);
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
          happened={text(
            kind === 'drawer' && !state.hasDrawer ? 'shift.drawerNoted' : `shift.${kind}Done`,
          )}
          {...(state.hasDrawer ? {} : { next: text('shift.noDrawer') })}
        />
        <PaperSide jobId={jobId} />
      </Screen>
    );
  }
  return (
    <Screen
      title={text(`shift.${kind}Title`)}
      actions={[
        { label: text('shift.back'), keyName: 'Escape', onAction: onBack },
        {
          label: text(`shift.${kind}Do`),
          keyName: 'Enter',
          variant: 'primary',
          isDisabled: move.isWaiting,
          onAction: goOn,
        },
      ]}
    >
      {move.problem === null || isApproving ? null : (
        <Notice tone="warning" {...describe(move.problem)} />
      )}
      {kind === 'drawer' ? null : (
        <AmountField
          label={text('shift.amount')}
          value={typed}
          currency={currency}
          onChange={setTyped}
          error={isChecked && isNothing ? text('shift.notZero') : null}
          isChecked={isChecked}
          isAutoFocused
        />
      )}
      <TextField
        label={text('shift.reason')}
        value={reason}
        onChange={setReason}
        description={text('shift.reasonHint')}
        error={isChecked && isShort && reason !== '' ? text('shift.reasonShort') : null}
        maxLength={200}
        name="reason"
        isAutoFocused={kind === 'drawer'}
      />
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
          isBusy={move.isWaiting}
          problem={move.problem}
          onCancel={() => setApproving(false)}
          onApprove={(approval) => void run(approval)}
        />
      ) : null}
    </Screen>
  );
}

/** Enter moves from the amount to the reason; errors are shown at the field. */
function focusNext(): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>('main input')];
  const active = document.activeElement;
  const here = active instanceof HTMLInputElement ? fields.indexOf(active) : -1;
  (fields[here + 1] ?? fields[0])?.focus();
}

interface CashMove {
  readonly run: (input: {
    readonly amount: { readonly amount: string; readonly currency: string } | null;
    readonly reason: string;
    readonly approval: Approval | null;
  }) => Promise<CallAnswer<'cash.payIn'>>;
  readonly isWaiting: boolean;
  readonly problem: Problem | null;
  readonly reset: () => void;
}

function useCashMove(kind: MoveKind): CashMove {
  const payIn = useTillMutation('cash.payIn');
  const payOut = useTillMutation('cash.payOut');
  const drawer = useTillMutation('cash.openDrawer');
  const { isWaiting, problem, reset } = { payIn, payOut, drawer }[kind];
  return {
    isWaiting,
    problem,
    reset,
    run: ({ amount, reason, approval }) => {
      if (kind === 'drawer' || amount === null) return drawer.run({ reason, approval });
      return kind === 'payIn'
        ? payIn.run({ amount: { ...amount }, reason })
        : payOut.run({ amount: { ...amount }, reason, approval });
    },
  };
}
