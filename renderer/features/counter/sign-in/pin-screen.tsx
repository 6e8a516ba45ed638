import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
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

const TICK_MS = 250;
/** Between two attempts while the key ring is locked. */
const KEY_RING_RETRY_MS = 3_000;

interface Countdown {
  readonly secondsLeft: number;
  readonly start: (seconds: number) => void;
}

/**
 * A countdown in whole seconds, computed from the clock, so that it stays correct on a busy page.
 */
function useSecondsLeft(): Countdown {
  const [endMs, setEndMs] = useState(0);
  const [secondsLeft, setSecondsLeft] = useState(0);
  useEffect(() => {
    if (endMs === 0) return;
    const timer = setInterval(() => {
      const remaining = Math.max(0, Math.ceil((endMs - Date.now()) / 1000));
      setSecondsLeft(remaining);
      if (remaining === 0) setEndMs(0);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [endMs]);
  const start = useCallback((seconds: number) => {
    setSecondsLeft(seconds);
    setEndMs(seconds === 0 ? 0 : Date.now() + seconds * 1000);
  }, []);
  return { secondsLeft, start };
}

const MAX_CHECK_SECONDS = 15;

const UnlockCashier = lazyRoute(
  async () => (await import('./unlock-cashier-dialog.tsx')).UnlockCashierDialog,
);

/**
 * Asks for the PIN: digits only, shown as dots. After a wrong PIN the wait grows, with a countdown.
 * After too many wrong PINs, a supervisor unlocks the cashier, here or on the staff page.
 */
export function PinScreen(props: {
  readonly cashier: Cashiers[number];
  readonly isChosenByTyping: boolean;
  readonly onChooseOtherCashier: () => void;
  /**
   * Opens the recovery with the recovery key: for an owner who forgot the PIN, or a key store that
   * does not open.
   */
  readonly onRecover: () => void;
}) {
  const text = useText();
  const till = useTill();
  const setTillState = useSetTillState();
  const signIn = useTillMutation('staff.signIn');
  const describeProblem = useProblemText();
  const { secondsLeft, start: startCountdown } = useSecondsLeft();
  const [pin, setPin] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [isReleasing, setReleasing] = useState(false);
  // State updates one render later; the ref blocks a second Enter at the same moment.
  const isChecking = useRef(false);
  const isEnterForListRef = useRef(props.isChosenByTyping);
  const isLockedOut = problem?.kind === 'locked-out';

  const submit = async (): Promise<void> => {
    if (isChecking.current || secondsLeft > 0) return;
    const isEnterForList = isEnterForListRef.current;
    isEnterForListRef.current = false;
    if (pin === '') {
      setMissing(!isEnterForList);
      return;
    }
    isChecking.current = true;
    const answer = await signIn.run({ cashierId: props.cashier.id, pin });
    isChecking.current = false;
    if (answer.ok) {
      setPin('');
      setTillState({ ...till, session: answer.value, lock: null });
      return;
    }
    setProblem(answer.problem);
    if (isWaitingForKeyRing(answer.problem)) return;
    setPin('');
    if (answer.problem.kind === 'wrong-pin' || answer.problem.kind === 'wait') {
      startCountdown(answer.problem.waitSeconds);
    }
  };

  useEffect(() => {
    if (!isWaitingForKeyRing(problem) || signIn.isPending || pin === '') return;
    const timer = setTimeout(() => void submit(), KEY_RING_RETRY_MS);
    return () => clearTimeout(timer);
  });

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
          onAction: () => void submit(),
          isDisabled: secondsLeft > 0 || signIn.isPending,
        },
        {
          label: text('signIn.otherPerson'),
          keyName: 'Escape',
          onAction: props.onChooseOtherCashier,
        },
        ...((props.cashier.role === 'owner' || problem?.kind === 'data-key') &&
        !isWaitingForKeyRing(problem)
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
          // A PIN that is being changed is not sent by itself.
          if (isWaitingForKeyRing(problem)) setProblem(null);
        }}
        description={text('signIn.pin.hint')}
        error={
          isMissing
            ? text('signIn.pin.missing')
            : formatProblemLine(problem, secondsLeft, describeProblem)
        }
        isSecret
        isNumeric
        isLarge
        isAutoFocused
      />
      {signIn.isPending && !isWaitingForKeyRing(problem) ? (
        <LoadingIndicator label={text('signIn.checking')} maxSeconds={MAX_CHECK_SECONDS} />
      ) : null}
      {isLockedOut || problem?.kind === 'data-key' ? (
        <Notice tone="warning" {...describeProblem(problem)} />
      ) : null}
      {isReleasing ? (
        <Suspense fallback={null}>
          <UnlockCashier
            cashier={props.cashier}
            onClose={() => setReleasing(false)}
            onUnlocked={() => {
              setReleasing(false);
              setProblem(null);
            }}
          />
        </Suspense>
      ) : null}
    </Screen>
  );
}

/** The key ring may still be unlocked: the PIN stays, and is sent again until the answer differs. */
function isWaitingForKeyRing(problem: Problem | null): boolean {
  if (problem?.kind !== 'data-key') return false;
  return problem.reason === 'no-answer' || problem.reason === 'locked';
}

/**
 * Returns the problem as one line below the field. A PIN moves no money, so what happened and what
 * to do are sufficient.
 */
function formatProblemLine(
  problem: Problem | null,
  secondsLeft: number,
  describeProblem: ReturnType<typeof useProblemText>,
): string | null {
  if (problem === null || problem.kind === 'locked-out' || problem.kind === 'data-key') return null;
  const isAboutPin = problem.kind === 'wrong-pin' || problem.kind === 'wait';
  if (problem.kind === 'wait' && secondsLeft === 0) return null;
  const texts = describeProblem(isAboutPin ? { ...problem, waitSeconds: secondsLeft } : problem);
  return `${texts.title} ${texts.action}`;
}
