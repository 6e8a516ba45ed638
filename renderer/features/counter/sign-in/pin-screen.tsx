import { Suspense, useRef, useState } from 'react';
import type { Problem } from '../../../../shared/contract/index.ts';
import { MAX_PIN_DIGITS } from '../../../../shared/rules/index.ts';
import {
  lazyRoute,
  useProblemText,
  useSetTillState,
  useTill,
  useTillMutation,
} from '../../../app/index.ts';
import { LoadingIndicator, Notice, Screen, TextField } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import type { Cashiers } from './sample-pins.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

const MAX_CHECK_SECONDS = 15;

const Release = lazyRoute(async () => (await import('./release-dialog.tsx')).ReleaseDialog);

/**
 * Digits only, shown as dots. After a wrong PIN the wait grows and is counted down in words. After
 * too many, a supervisor releases the name, here or in the staff room.
 */
export function PinScreen(props: {
  readonly cashier: Cashiers[number];
  readonly isByTyping: boolean;
  readonly onOther: () => void;
  /** The recovery key: an owner who forgot the PIN, or a key store that does not open. */
  readonly onRecover: () => void;
}) {
  const text = useText();
  const till = useTill();
  const keep = useSetTillState();
  const signIn = useTillMutation('staff.signIn');
  const describe = useProblemText();
  const { left, start } = useSecondsLeft();
  const [pin, setPin] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [isReleasing, setReleasing] = useState(false);
  // State changes one render later: a second Enter at the same moment must find this set.
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
        ...(props.cashier.role === 'owner' || problem?.kind === 'data-key'
          ? [
              {
                label: text('signIn.recover'),
                keyName: 'Control+O' as const,
                onAction: props.onRecover,
              },
            ]
          : []),
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
          setPin(typed.replace(/\D/g, '').slice(0, MAX_PIN_DIGITS));
          setMissing(false);
        }}
        description={text('signIn.pin.hint')}
        error={isMissing ? text('signIn.pin.missing') : formatProblemLine(problem, left, describe)}
        isSecret
        isNumeric
        isLarge
        isAutoFocused
      />
      {signIn.isWaiting ? (
        <LoadingIndicator label={text('signIn.checking')} maxSeconds={MAX_CHECK_SECONDS} />
      ) : null}
      {isLockedOut || problem?.kind === 'data-key' ? (
        <Notice tone="warning" {...describe(problem)} />
      ) : null}
      {isReleasing ? (
        <Suspense fallback={null}>
          <Release
            cashier={props.cashier}
            onClose={() => setReleasing(false)}
            onReleased={() => {
              setReleasing(false);
              setProblem(null);
            }}
          />
        </Suspense>
      ) : null}
    </Screen>
  );
}

/** One line beside the field. A PIN moves no money, so what happened and what to do are enough. */
function formatProblemLine(
  problem: Problem | null,
  left: number,
  describe: ReturnType<typeof useProblemText>,
): string | null {
  if (problem === null || problem.kind === 'locked-out' || problem.kind === 'data-key') return null;
  const isAboutPin = problem.kind === 'wrong-pin' || problem.kind === 'wait';
  if (problem.kind === 'wait' && left === 0) return null;
  const said = describe(isAboutPin ? { ...problem, waitSeconds: left } : problem);
  return `${said.happened} ${said.next}`;
}
