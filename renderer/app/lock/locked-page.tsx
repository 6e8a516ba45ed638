import { type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import type { TillState } from '../../../shared/contract/index.ts';
import { IsPageLockedContext, restoreScreenFocus } from '../../components/index.ts';
import { SignInPage } from '../../features/counter/sign-in/index.ts';
import { useNavigation } from '../navigation.ts';
import { ScannerProvider } from '../scanner/index.ts';
import { TillStateContext, useResetQueries, useTillCall } from '../till/index.ts';
import { useLockTill } from '../use-lock.ts';
import styles from './lock.module.css';
import {
  getLockCover,
  INITIAL_PAGE_CASHIER,
  shouldGoHome,
  updatePageCashier,
} from './page-cashier.ts';
import { TakeOverQuestion } from './take-over-question.tsx';
import { useAutoLock } from './use-auto-lock.ts';

/**
 * The page of the signed-in cashier. A lock does not unmount it: it stays mounted beneath the
 * sign-in, hidden and without key bindings, until the same cashier returns, or another one takes
 * over the customer or starts a new session.
 */
export function LockedPage(props: { readonly state: TillState; readonly children: ReactNode }) {
  const { state } = props;
  const { route, resetToHome, isPaymentSent } = useNavigation();
  const [storedPageCashier, setPageCashier] = useState(INITIAL_PAGE_CASHIER);
  const pageCashier = updatePageCashier(storedPageCashier, state, route);
  if (pageCashier !== storedPageCashier) setPageCashier(pageCashier);

  const mustGoHome = shouldGoHome(pageCashier, state, route);
  useEffect(() => {
    if (mustGoHome) resetToHome();
  }, [mustGoHome, resetToHome]);

  const cover = getLockCover(pageCashier, state);
  const { cashier } = state.session;
  return (
    <>
      {pageCashier.cashier === null ? null : (
        <IsPageLockedContext value={cover !== 'none'}>
          <TillStateContext value={{ ...state, session: { cashier: pageCashier.cashier } }}>
            <LockedContent key={pageCashier.pageGeneration}>{props.children}</LockedContent>
          </TillStateContext>
        </IsPageLockedContext>
      )}
      {cover === 'none' ? null : (
        <div className={styles.signInOverlay} data-covers="yes">
          {/* A code scanned here is dropped, and must not be typed into a PIN. */}
          <ScannerProvider>
            {cover === 'take-over' && cashier !== null && !mustGoHome ? (
              <TakeOverQuestion
                previousCashier={pageCashier.cashier}
                currentCashier={cashier}
                isPaymentSent={isPaymentSent}
                onTakeOver={() => setPageCashier({ ...pageCashier, cashier })}
                onStartNew={resetToHome}
              />
            ) : (
              <SignInPage key={state.lock?.at ?? 'nobody'} />
            )}
          </ScannerProvider>
        </div>
      )}
    </>
  );
}

/** Restores the focus after the lock. */
function LockedContent(props: { readonly children: ReactNode }) {
  const isLocked = useContext(IsPageLockedContext);
  const wasLocked = useRef(false);
  const { resetPrivateQueries, invalidateAllQueries } = useResetQueries();
  const lock = useLockTill();
  const call = useTillCall();
  const till = useContext(TillStateContext);
  // Also true during the take-over question: somebody is signed in by then.
  const isSignedIn = till !== null && till.session.cashier !== null;
  useAutoLock(till?.lockAfterMinutes ?? 0, isSignedIn, {
    onIdle: () => lock('idle'),
    onActivity: () => void call('staff.reportActivity', {}),
  });

  useEffect(() => {
    if (isLocked) {
      wasLocked.current = true;
      resetPrivateQueries();
      return;
    }
    if (!wasLocked.current) return;
    wasLocked.current = false;
    invalidateAllQueries();
    restoreScreenFocus();
  }, [isLocked, resetPrivateQueries, invalidateAllQueries]);

  return (
    <div
      className={styles.lockedContent}
      inert={isLocked}
      {...(isLocked ? { 'aria-hidden': true, 'data-locked': 'yes' } : {})}
    >
      {props.children}
    </div>
  );
}
