import { type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import type { TillState } from '../../../shared/contract/index.ts';
import { CoveredContext, focusScreen } from '../../components/index.ts';
import { SignIn } from '../../features/counter/sign-in/index.ts';
import { useNavigation } from '../navigation.ts';
import { ScannerProvider } from '../scanner/index.ts';
import { TillStateContext, useCall, useResetQueries } from '../till/index.ts';
import { useLock } from '../use-lock.ts';
import styles from './lock.module.css';
import { getLockCover, NO_CASHIER, shouldGoHome, updatePageCashier } from './page-cashier.ts';
import { TakeOver } from './take-over.tsx';
import { useAutoLock } from './use-auto-lock.ts';

/**
 * The page of the signed-in cashier. A lock does not unmount it: it waits beneath the sign-in,
 * unseen and without reacting to keys, until the same cashier returns to it, or another one takes
 * the customer over or starts anew.
 */
export function LockedPage(props: { readonly state: TillState; readonly children: ReactNode }) {
  const { state } = props;
  const { route, goHome, isSent } = useNavigation();
  const [kept, setPageCashier] = useState(NO_CASHIER);
  const pageCashier = updatePageCashier(kept, state, route);
  if (pageCashier !== kept) setPageCashier(pageCashier);

  const goesHome = shouldGoHome(pageCashier, state, route);
  useEffect(() => {
    if (goesHome) goHome();
  }, [goesHome, goHome]);

  const cover = getLockCover(pageCashier, state);
  const { cashier } = state.session;
  return (
    <>
      {pageCashier.cashier === null ? null : (
        <CoveredContext value={cover !== 'none'}>
          <TillStateContext value={{ ...state, session: { cashier: pageCashier.cashier } }}>
            <LockedContent key={pageCashier.generation}>{props.children}</LockedContent>
          </TillStateContext>
        </CoveredContext>
      )}
      {cover === 'none' ? null : (
        <div className={styles.signInOverlay} data-covers="yes">
          {/* What is scanned here is of no use, and least of all a PIN. */}
          <ScannerProvider>
            {cover === 'take-over' && cashier !== null && !goesHome ? (
              <TakeOver
                before={pageCashier.cashier}
                now={cashier}
                isSent={isSent}
                onTakeOver={() => setPageCashier({ ...pageCashier, cashier })}
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

/** Returns the focus after the lock to where it was before. */
function LockedContent(props: { readonly children: ReactNode }) {
  const isCovered = useContext(CoveredContext);
  const wasCovered = useRef(false);
  const { papers, all } = useResetQueries();
  const lock = useLock();
  const call = useCall();
  const till = useContext(TillStateContext);
  // This includes the question of whose customer it is: somebody has signed in by then.
  const isSomebodyIn = till !== null && till.session.cashier !== null;
  useAutoLock(till?.lockAfterMinutes ?? 0, isSomebodyIn, {
    lock: () => lock('idle'),
    touched: () => void call('staff.touched', {}),
  });

  useEffect(() => {
    if (isCovered) {
      wasCovered.current = true;
      papers();
      return;
    }
    if (!wasCovered.current) return;
    wasCovered.current = false;
    all();
    focusScreen();
  }, [isCovered, papers, all]);

  return (
    <div
      className={styles.lockedContent}
      inert={isCovered}
      {...(isCovered ? { 'aria-hidden': true, 'data-covered': 'yes' } : {})}
    >
      {props.children}
    </div>
  );
}
