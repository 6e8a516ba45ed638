import { type ReactNode, useRef, useState } from 'react';
import {
  type Approval,
  hasRole,
  MIN_REASON_LENGTH,
  PERMISSIONS,
  type Permission,
  type Problem,
  type Role,
} from '../../../shared/contract/index.ts';
import { MAX_PIN_DIGITS } from '../../../shared/rules/index.ts';
import { ChoiceList, Dialog, Notice, TextField, useOnCovered } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import { useTill, useTillQuery } from '../till/index.ts';
import { useProblemText } from '../use-problem-text.ts';

export interface ApprovalDialogProps {
  readonly title: string;
  /** What the approval does, and what to check before giving it. */
  readonly explanation: string;
  readonly isReasonRequired: boolean;
  /** The act to approve, which decides whose names are offered; a supervisor's act if left out. */
  readonly permission?: Permission;
  /** The least role, if this needs a higher one than the act. */
  readonly minRole?: Role;
  /** The person whom it concerns, who cannot approve it. */
  readonly exceptId?: string;
  readonly children?: ReactNode;
  readonly isBusy: boolean;
  /** Why the last attempt failed. */
  readonly problem: Problem | null;
  readonly onCancel: () => void;
  readonly onApprove: (approval: Approval, reason: string) => void;
}

/**
 * Asks for a supervisor's PIN for a single act. Signs nobody in; the act is recorded with her name.
 */
export function ApprovalDialog(props: ApprovalDialogProps) {
  const text = useText();
  const till = useTill();
  const describe = useProblemText();
  const names = useTillQuery('staff.names', {});
  const least = props.minRole ?? PERMISSIONS[props.permission ?? 'cancel'].least;
  const supervisors = (names.value ?? []).filter(
    (one) => hasRole(one.role, least) && one.id !== props.exceptId,
  );
  const own = supervisors.find((one) => one.id === till.session.cashier?.id);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const only = supervisors.length === 1 ? supervisors[0] : undefined;
  const chosen = supervisors.find((one) => one.id === chosenId) ?? own ?? only;
  const [reason, setReason] = useState('');
  const [pin, setPin] = useState('');
  const pinField = useRef<HTMLDivElement>(null);
  useOnCovered(() => setPin(''));
  const [isLacking, setLacking] = useState(false);

  const isReasonShort = props.isReasonRequired && reason.trim().length < MIN_REASON_LENGTH;
  const approve = (): void => {
    if (props.isBusy || chosen === undefined) return;
    if (isReasonShort || pin === '') {
      // Enter in the reason moves to the PIN; an empty PIN is a mistake only when the focus is
      // there.
      const isInPin = pinField.current?.contains(document.activeElement) === true;
      setLacking(isReasonShort || isInPin);
      if (!isReasonShort) pinField.current?.querySelector('input')?.focus();
      return;
    }
    setLacking(false);
    setPin('');
    props.onApprove({ cashierId: chosen.id, pin }, reason.trim());
  };

  // An approved act is on its way and cannot be taken back: its answer closes the dialog.
  const close = (): void => {
    if (!props.isBusy) props.onCancel();
  };

  return (
    <Dialog
      title={props.title}
      onClose={close}
      closeLabel={text('approval.cancel')}
      actions={
        chosen === undefined
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
      {chosen === undefined ? (
        <>
          {supervisors.length === 0 ? null : (
            <p>
              <strong>{text('approval.who')}</strong>
            </p>
          )}
          <ChoiceList
            label={text('approval.who')}
            choices={supervisors.map((one) => ({
              id: one.id,
              name: one.name,
              aside: text(`role.${one.role}`),
            }))}
            onChoose={setChosenId}
            isAutoFocused
            empty={text('approval.nobody')}
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
              error={isLacking && isReasonShort ? text('approval.reasonShort') : null}
              maxLength={300}
              isAutoFocused
            />
          ) : null}
          <div ref={pinField}>
            <TextField
              label={text('approval.pin', { name: chosen.name })}
              value={pin}
              onChange={(typed) => setPin(typed.replace(/\D/g, '').slice(0, MAX_PIN_DIGITS))}
              error={isLacking && pin === '' ? text('approval.pinMissing') : null}
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
