import { type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import type { TillState } from '../../../shared/contract/index.ts';
import { Covered } from '../../components/index.ts';
import { SignIn } from '../../features/sign-in/index.ts';
import { useNavigation } from '../navigation.ts';
import { ScannerProvider } from '../scanner/index.ts';
import { TillStateContext, useReadAnew } from '../till/index.ts';
import { useLock } from '../use-lock.ts';
import styles from './lock.module.css';
import { coverOf, mustGoHome, NOBODY, nextStanding } from './standing.ts';
import { TakeOver } from './take-over.tsx';
import { useAutoLock } from './use-auto-lock.ts';

/**
 * The page of whoever is signed in. A lock does not take it down: it waits beneath the sign-in, not
 * seen and deaf, until the same cashier is back where she stood, or another takes the customer over
 * or begins anew.
 */
export function LockedPage(props: { readonly state: TillState; readonly children: ReactNode }) {
  const { state } = props;
  const { place, goHome } = useNavigation();
  const [kept, setStanding] = useState(NOBODY);
  const standing = nextStanding(kept, state, place);
  if (standing !== kept) setStanding(standing);

  const goesHome = mustGoHome(standing, state, place);
  useEffect(() => {
    if (goesHome) goHome();
  }, [goesHome, goHome]);

  const cover = coverOf(standing, state);
  const { cashier } = state.session;
  return (
    <>
      {standing.cashier === null ? null : (
        <Covered value={cover !== 'none'}>
          <TillStateContext value={{ ...state, session: { cashier: standing.cashier } }}>
            <Beneath key={standing.turn}>{props.children}</Beneath>
          </TillStateContext>
        </Covered>
      )}
      {cover === 'none' ? null : (
        <div className={styles.cover}>
          {/* What is scanned here is of no use, and least of all a PIN. */}
          <ScannerProvider>
            {cover === 'take-over' && cashier !== null && !goesHome ? (
              <TakeOver
                before={standing.cashier}
                now={cashier}
                onTakeOver={() => setStanding({ ...standing, cashier })}
                onAnew={goHome}
              />
            ) : (
              <SignIn key={state.lock?.at ?? 'nobody'} />
            )}
          </ScannerProvider>
        </div>
      )}
    </>
  );
}

/** Where the keys went before the lock, they go again after it. */
function Beneath(props: { readonly children: ReactNode }) {
  const isCovered = useContext(Covered);
  const page = useRef<HTMLDivElement>(null);
  const focused = useRef<HTMLElement | null>(null);
  const wasCovered = useRef(false);
  const { papers, all } = useReadAnew();
  const lock = useLock();
  const till = useContext(TillStateContext);
  // Also over the question whose customer it is: somebody has signed in there.
  const isSomebodyIn = till !== null && till.session.cashier !== null;
  useAutoLock(till?.lockAfterMinutes ?? 0, isSomebodyIn, () => lock('idle'));

  useEffect(() => {
    if (isCovered) return;
    const onFocus = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLElement) focused.current = target;
    };
    const element = page.current;
    const now = document.activeElement;
    if (now instanceof HTMLElement && element?.contains(now)) focused.current = now;
    element?.addEventListener('focusin', onFocus);
    return () => element?.removeEventListener('focusin', onFocus);
  }, [isCovered]);

  useEffect(() => {
    if (isCovered) {
      wasCovered.current = true;
      papers();
      return;
    }
    if (!wasCovered.current) return;
    wasCovered.current = false;
    all();
    const before = focused.current;
    const isTaken = page.current?.contains(document.activeElement) === true;
    if (isTaken) return;
    if (before?.isConnected === true) before.focus({ preventScroll: true });
    else page.current?.querySelector('h1')?.focus({ preventScroll: true });
  }, [isCovered, papers, all]);

  return (
    <div
      ref={page}
      className={styles.beneath}
      inert={isCovered}
      {...(isCovered ? { 'aria-hidden': true, 'data-covered': 'yes' } : {})}
    >
      {props.children}
    </div>
  );
}
