import { type ReactNode, useRef, useState } from 'react';
import {
  type Approval,
  hasAtLeastRole,
  MIN_REASON_LENGTH,
  PERMISSIONS,
  type Permission,
  type Problem,
  type Role,
} from '../../../shared/contract/index.ts';
import { MAX_PIN_DIGITS } from '../../../shared/rules/index.ts';
import { ChoiceList, Dialog, Notice, TextField, useOnLock } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import { useTill, useTillQuery } from '../till/index.ts';
import { useProblemText } from '../use-problem-text.ts';

export interface ApprovalDialogProps {
  readonly title: string;
  /** What the approval does, and what to check before giving it. */
  readonly explanation: string;
  readonly isReasonRequired: boolean;
  /**
   * The permission to approve, which decides whose names are offered; a supervisor's permission by
   * default.
   */
  readonly permission?: Permission;
  /** The minimum role, if higher than the permission's. */
  readonly minRole?: Role;
  /** The id of the affected person, who cannot approve it. */
  readonly excludedCashierId?: string;
  readonly children?: ReactNode;
  readonly isBusy: boolean;
  /** The reason why the last attempt failed. */
  readonly problem: Problem | null;
  readonly onCancel: () => void;
  readonly onApprove: (approval: Approval, reason: string) => void;
}

/**
 * Asks for a supervisor's PIN for a single action. Signs nobody in; the action is recorded with the
 * approver's name.
 */
export function ApprovalDialog(props: ApprovalDialogProps) {
  const text = useText();
  const till = useTill();
  const describe = useProblemText();
  const names = useTillQuery('staff.names', {});
  const minRole = props.minRole ?? PERMISSIONS[props.permission ?? 'cancel'].minRole;
  const supervisors = (names.value ?? []).filter(
    (cashier) => hasAtLeastRole(cashier.role, minRole) && cashier.id !== props.excludedCashierId,
  );
  const ownEntry = supervisors.find((cashier) => cashier.id === till.session.cashier?.id);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const onlySupervisor = supervisors.length === 1 ? supervisors[0] : undefined;
  const approver =
    supervisors.find((supervisor) => supervisor.id === chosenId) ?? ownEntry ?? onlySupervisor;
  const [reason, setReason] = useState('');
  const [pin, setPin] = useState('');
  const pinField = useRef<HTMLDivElement>(null);
  useOnLock(() => setPin(''));
  const [isIncomplete, setIncomplete] = useState(false);

  const isReasonShort = props.isReasonRequired && reason.trim().length < MIN_REASON_LENGTH;
  const approve = (): void => {
    if (props.isBusy || approver === undefined) return;
    if (isReasonShort || pin === '') {
      // Enter in the reason field moves to the PIN; an empty PIN is an error only when the focus is
      // there.
      const isInPin = pinField.current?.contains(document.activeElement) === true;
      setIncomplete(isReasonShort || isInPin);
      if (!isReasonShort) pinField.current?.querySelector('input')?.focus();
      return;
    }
    setIncomplete(false);
    setPin('');
    props.onApprove({ cashierId: approver.id, pin }, reason.trim());
  };

  // An approved action is being sent and cannot be cancelled: its response closes the dialog.
  const close = (): void => {
    if (!props.isBusy) props.onCancel();
  };

  return (
    <Dialog
      title={props.title}
      onClose={close}
      closeLabel={text('approval.cancel')}
      actions={
        approver === undefined
          ? []
          : [
              {
                label: text(props.isBusy ? 'approval.checking' : 'approval.approve'),
                keyName: 'Enter',
                variant: 'primary',
                isDisabled: props.isBusy,
                onAction: approve,
              },
            ]
      }
    >
      <p>{props.explanation}</p>
      {props.children}
      {approver === undefined ? (
        <>
          {supervisors.length === 0 ? null : (
            <p>
              <strong>{text('approval.question')}</strong>
            </p>
          )}
          <ChoiceList
            label={text('approval.question')}
            choices={supervisors.map((supervisor) => ({
              id: supervisor.id,
              name: supervisor.name,
              trailingContent: text(`role.${supervisor.role}`),
            }))}
            onChoose={setChosenId}
            isAutoFocused
            empty={text('approval.noApprovers')}
          />
        </>
      ) : (
        <>
          {props.isReasonRequired ? (
            <TextField
              label={text('approval.reason')}
              value={reason}
              onChange={setReason}
              description={text('approval.reasonHint')}
              error={isIncomplete && isReasonShort ? text('approval.reasonShort') : null}
              maxLength={300}
              isAutoFocused
            />
          ) : null}
          <div ref={pinField}>
            <TextField
              label={text('approval.pin', { name: approver.name })}
              value={pin}
              onChange={(typedPin) => setPin(typedPin.replace(/\D/g, '').slice(0, MAX_PIN_DIGITS))}
              error={isIncomplete && pin === '' ? text('approval.pinMissing') : null}
              isSecret
              isNumeric
              isAutoFocused={!props.isReasonRequired}
            />
          </div>
        </>
      )}
      {props.problem === null ? null : <Notice tone="warning" {...describe(props.problem)} />}
    </Dialog>
  );
}
