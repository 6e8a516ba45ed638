import { useRef, useState } from 'react';
import type { Approval, Problem } from '../../../shared/contract/index.ts';
import {
  ApprovalDialog,
  useKeepTillState,
  useProblemText,
  useTill,
  useTillMutation,
} from '../../app/index.ts';
import { Notice, Screen, TextField, Waiting } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import type { Cashiers } from './sample-pins.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

const MOST_DIGITS = 8;
const LONGEST_CHECK_SECONDS = 15;

/**
 * Digits only, shown as dots. After a wrong PIN the wait grows, and it is counted down in words;
 * after too many a supervisor releases the name, here as well as in the staff's room.
 */
export function PinScreen(props: {
  readonly cashier: Cashiers[number];
  readonly isByTyping: boolean;
  readonly onOther: () => void;
}) {
  const text = useText();
  const till = useTill();
  const keep = useKeepTillState();
  const signIn = useTillMutation('staff.signIn');
  const describe = useProblemText();
  const { left, start } = useSecondsLeft();
  const [pin, setPin] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [isReleasing, setReleasing] = useState(false);
  // State is a render late: a second Enter in the same moment must find this taken.
  const isChecking = useRef(false);
  const isEnterOfList = useRef(props.isByTyping);
  const isLockedOut = problem?.kind === 'locked-out';

  const enter = async (): Promise<void> => {
    if (isChecking.current || left > 0) return;
    const isOfList = isEnterOfList.current;
    isEnterOfList.current = false;
    if (pin === '') {
      setMissing(!isOfList);
      return;
    }
    isChecking.current = true;
    const answer = await signIn.run({ cashierId: props.cashier.id, pin });
    isChecking.current = false;
    setPin('');
    if (answer.ok) {
      keep({ ...till, session: answer.value, lock: null });
      return;
    }
    setProblem(answer.problem);
    if (answer.problem.kind === 'wrong-pin' || answer.problem.kind === 'wait') {
      start(answer.problem.waitSeconds);
    }
  };

  return (
    <Screen
      title={text('signIn.pin', { name: props.cashier.name })}
      hint={text(
        till.lock?.cashier.id === props.cashier.id
          ? 'signIn.pin.locked'
          : `role.${props.cashier.role}`,
      )}
      actions={[
        {
          label: text('signIn.enter'),
          keyName: 'Enter',
          variant: 'primary',
          onAction: () => void enter(),
          isDisabled: left > 0 || signIn.isWaiting,
        },
        { label: text('signIn.other'), keyName: 'Escape', onAction: props.onOther },
        ...(isLockedOut
          ? [
              {
                label: text('signIn.release'),
                keyName: 'Control+S' as const,
                onAction: () => setReleasing(true),
              },
            ]
          : []),
      ]}
    >
      <TextField
        label={text('signIn.pin.label')}
        value={pin}
        onChange={(typed) => {
          setPin(typed.replace(/\D/g, '').slice(0, MOST_DIGITS));
          setMissing(false);
        }}
        description={text('signIn.pin.hint')}
        error={isMissing ? text('signIn.pin.missing') : problemLine(problem, left, describe)}
        isSecret
        isNumeric
        isLarge
        isAutoFocused
      />
      {signIn.isWaiting ? (
        <Waiting what={text('signIn.checking')} longestSeconds={LONGEST_CHECK_SECONDS} />
      ) : null}
      {isLockedOut ? <Notice tone="warning" {...describe(problem)} /> : null}
      {isReleasing ? (
        <Release
          cashier={props.cashier}
          onClose={() => setReleasing(false)}
          onReleased={() => {
            setReleasing(false);
            setProblem(null);
          }}
        />
      ) : null}
    </Screen>
  );
}

/** Nobody has to be signed in for it: the PIN of whoever may is enough. */
function Release(props: {
  readonly cashier: Cashiers[number];
  readonly onClose: () => void;
  readonly onReleased: () => void;
}) {
  const text = useText();
  const release = useTillMutation('staff.releaseLockOut');
  const { id, name, role } = props.cashier;
  const approve = async (approval: Approval): Promise<void> => {
    const answer = await release.run({ id, approval });
    if (answer.ok) props.onReleased();
  };
  return (
    <ApprovalDialog
      title={text('signIn.release.title', { name })}
      explanation={text(role === 'owner' ? 'signIn.release.owner' : 'signIn.release.what')}
      asksReason={false}
      act="release-lock-out"
      {...(role === 'owner' ? { least: role } : {})}
      exceptId={id}
      isBusy={release.isWaiting}
      problem={release.problem}
      onCancel={props.onClose}
      onApprove={(approval) => void approve(approval)}
    />
  );
}

/**
 * One line beside the field: no money is near a PIN, so that what happened and what to do are
 * enough.
 */
function problemLine(
  problem: Problem | null,
  left: number,
  describe: ReturnType<typeof useProblemText>,
): string | null {
  if (problem === null || problem.kind === 'locked-out') return null;
  const isAboutPin = problem.kind === 'wrong-pin' || problem.kind === 'wait';
  if (problem.kind === 'wait' && left === 0) return null;
  const said = describe(isAboutPin ? { ...problem, waitSeconds: left } : problem);
  return `${said.happened} ${said.next}`;
}
