import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { SEPARATOR } from '../../../../shared/bill-codes/index.ts';
import { assertNever } from '../../../../shared/contract/index.ts';
import { getServiceVersionInfo } from '../../../../shared/rules/index.ts';
import {
  getOutcomeSound,
  useAnnounceOutcome,
  useBillScanHandler,
  useConfirmLeaveWithCash,
  useNavigation,
  useRemovePrivateQueries,
  useRunIfMounted,
  useSetCustomerScreenSubject,
  useTill,
  useTillCall,
  useTillClient,
} from '../../../app/index.ts';
import { useHasElapsed } from '../../../components/index.ts';
import { useLanguage } from '../../../i18n/index.ts';
import { AddToBasket } from '../basket/index.ts';
import { useOpenScannedBill } from '../scan/index.ts';
import type { PayFlow, PayFlowEvent, PayFlowSettings, PayStep, StepProps } from './flow/index.ts';
import {
  createPayFlowStore,
  getCustomerScreenSubject,
  getEnteredCash,
  getResultIgnoresKeysMs,
  isAmountDecided,
} from './flow/index.ts';
import {
  AccountScreen,
  AmountDifferenceScreen,
  AmountScreen,
  BalanceRequestScreen,
  CashScreen,
  ConfirmScreen,
  computeDraftFee,
  RepeatNumberScreen,
  TopUpCheckScreen,
  WarningsScreen,
} from './form/index.ts';
import { PayFlowTape, PaymentResultScreen, SendingPaymentScreen } from './result/index.ts';

const MAX_ACCOUNT_LENGTH = 64;

/** The screen of the flow: one question on the left, the tape on the right. */
export function PaymentFlow(props: {
  readonly createInitialFlow: () => PayFlow;
  /**
   * The id of the customer's started basket: the prepared order is added to it, and the basket asks
   * for the cash. Null without one.
   */
  readonly basketId: string | null;
  /** The account is known: the flow presses the first Enter itself. */
  readonly isAccountKnown: boolean;
  readonly onEnd: (accountNumber?: string) => void;
}) {
  const client = useTillClient();
  const locale = useLanguage();
  const { open, setLeaveBlocked, setPaymentSent, requestLeave } = useNavigation();
  const till = useTill();
  const { version, session } = till;
  const [settings] = useState<PayFlowSettings>(() => ({
    locale,
    hasTopUpCheck: getServiceVersionInfo(version).capabilities.hasTopUpCheck,
    hasFee: (draft) => computeDraftFee(draft, till) !== null,
    hasBasket: props.basketId !== null,
  }));
  const [{ store, dispatch, subscribe, leave }] = useState(() =>
    createPayFlowStore(props.createInitialFlow(), {
      client,
      settings,
      now: () => performance.now(),
      requestLeave,
    }),
  );
  const step = useStore(store, (flow) => flow.at);
  const { basketId } = props;
  const call = useTillCall();
  useOnTakeOver(session.cashier?.id, () => {
    // Runs before the order is prepared again. If the basket no longer exists, a new one is
    // started.
    if (basketId !== null) void call('basket.takeOver', { basketId });
    dispatch({ type: 'taken-over' });
  });
  useEffect(() => subscribe(), [subscribe]);
  useEffect(() => leave, [leave]);

  useAccountScan(step, dispatch);

  const shownPayment = step.step === 'sent-payment' ? step : null;
  const areKeysAccepted = useHasElapsed(
    shownPayment?.shownAtMs ?? 0,
    shownPayment === null ? 0 : getResultIgnoresKeysMs(shownPayment.payment),
  );
  const isLeaveBlocked = isSending(step) || !areKeysAccepted;
  // Before the screen is painted: a button that looks enabled must work at once.
  useLayoutEffect(() => setLeaveBlocked(isLeaveBlocked), [setLeaveBlocked, isLeaveBlocked]);
  const isPaymentSent = step.step === 'recording-intent' || step.step === 'sent-payment';
  useLayoutEffect(() => setPaymentSent(isPaymentSent), [setPaymentSent, isPaymentSent]);

  useConfirmLeaveWithCash(getEnteredCash(step, locale));

  useSetCustomerScreenSubject(getCustomerScreenSubject(step, locale));
  const sentPayment = step.step === 'sent-payment' ? step.payment : null;
  useAnnounceOutcome(
    sentPayment && getOutcomeSound(sentPayment.state),
    sentPayment?.kind === 'cash-out',
  );

  const hasEnded = step.step === 'ended';
  const removeCachedPapers = useRemovePrivateQueries();
  const onEnd = useEffectEvent(() => {
    removeCachedPapers();
    props.onEnd(step.step === 'ended' ? step.accountNumber : undefined);
  });
  useEffect(() => {
    if (hasEnded) onEnd();
  }, [hasEnded]);

  const pressFirstEnter = useEffectEvent(() => {
    // A saved bill whose amount is decided, too, has nothing to ask before the cash.
    const isDecided = step.step === 'amount' && isAmountDecided(step.draft, settings);
    if (props.isAccountKnown || isDecided)
      dispatch({ type: 'key', key: 'enter', isRepeat: false, at: performance.now() });
  });
  useEffect(() => pressFirstEnter(), []);

  const press = (key: 'enter' | 'back' | 'pay') =>
    dispatch({ type: 'key', key, isRepeat: false, at: performance.now() });
  return (
    <>
      <StepScreen
        step={step}
        dispatch={dispatch}
        press={press}
        areKeysAccepted={areKeysAccepted}
        onReturnToBasket={
          basketId === null
            ? null
            : () => open({ name: 'basket', basketId, isCustomerPresent: true })
        }
      />
      <PayFlowTape step={step} />
    </>
  );
}

/** The cash of this single payment, or the basket that asks for the cash of all its items. */
function CashOrBasket(props: StepProps<'cash'> & { readonly hasBasket: boolean }) {
  const { step, hasBasket, press, dispatch } = props;
  const [isAdding, setAdding] = useState(hasBasket);
  if (!isAdding) {
    return (
      <CashScreen step={step} press={press} dispatch={dispatch} onAddMore={() => setAdding(true)} />
    );
  }
  return (
    <AddToBasket
      orderId={step.order.id}
      acknowledgedWarnings={[...step.decidedWarnings]}
      nextScreen={hasBasket ? 'basket' : 'home'}
      onBack={() => press('back')}
    />
  );
}

/**
 * Scans at the account: a bill of this biller fills it in, with what else its code says; another bill
 * opens its own screen.
 */
function useAccountScan(step: PayStep, dispatch: (event: PayFlowEvent) => void): void {
  const call = useTillCall();
  const { open } = useNavigation();
  const runIfMounted = useRunIfMounted();
  const openScannedBill = useOpenScannedBill();
  useBillScanHandler((code) => {
    if (step.step !== 'account' && step.step !== 'repeat-number') return false;
    const plainCode = code.replaceAll(SEPARATOR, '');
    if (step.step === 'repeat-number' || step.draft.kind !== 'bill') {
      if (plainCode.length > MAX_ACCOUNT_LENGTH) return false;
      dispatch({ type: 'scanned', text: plainCode });
      return true;
    }
    const { biller, scannedBill } = step.draft;
    void call('billCodes.read', { code, billerId: biller.id }).then((answer) => {
      if (!answer.ok) return;
      const result = answer.value;
      runIfMounted(() => {
        if (result.kind === 'account') dispatch({ type: 'scanned', text: result.accountNumber });
        else if (result.kind !== 'bill') openScannedBill(result);
        // The same code again changes nothing.
        else if (result.bill.codeId === scannedBill?.codeId) return;
        else if (result.bill.earlierScan?.paymentId)
          open({ name: 'pay', billerId: biller.id, scannedBill: result.bill });
        else dispatch({ type: 'scanned', text: result.bill.accountNumber, bill: result.bill });
      });
    });
    return true;
  });
}

/** Calls `onChange` when another cashier signs in than the one who started. */
function useOnTakeOver(cashierId: string | undefined, onChange: () => void): void {
  const lastCashierId = useRef(cashierId);
  const onTakeOver = useEffectEvent(onChange);
  useEffect(() => {
    if (lastCashierId.current === cashierId) return;
    lastCashierId.current = cashierId;
    onTakeOver();
  }, [cashierId]);
}

/** Whether the payment is being sent. From F12 until the answer, the screen cannot be left. */
function isSending(step: PayStep): boolean {
  return (
    step.step === 'recording-intent' ||
    (step.step === 'sent-payment' && step.payment.state === 'sending')
  );
}

function StepScreen(props: {
  readonly step: PayStep;
  readonly dispatch: (event: PayFlowEvent) => void;
  readonly press: StepProps<'account'>['press'];
  /** False while a new result ignores the keys that leave it. */
  readonly areKeysAccepted: boolean;
  /** Null if no basket was started. */
  readonly onReturnToBasket: (() => void) | null;
}) {
  const { step, dispatch, press, onReturnToBasket } = props;
  const stepActions = { dispatch, press };
  switch (step.step) {
    case 'account':
      return <AccountScreen key="account" step={step} {...stepActions} />;
    case 'repeat-number':
      return <RepeatNumberScreen key="repeat" step={step} {...stepActions} />;
    case 'top-up-check':
      return (
        <TopUpCheckScreen
          key={`check-${step.pendingRequest ?? 'done'}`}
          step={step}
          onReturnToBasket={onReturnToBasket}
          {...stepActions}
        />
      );
    case 'balance':
      return (
        <BalanceRequestScreen
          key={`balance-${step.pendingRequest ?? 'done'}`}
          step={step}
          onReturnToBasket={onReturnToBasket}
          {...stepActions}
        />
      );
    case 'amount-difference':
      return <AmountDifferenceScreen key="amount-difference" step={step} {...stepActions} />;
    case 'amount':
      return <AmountScreen key="amount" step={step} {...stepActions} />;
    case 'warnings':
      return (
        <WarningsScreen
          key={`decide-${step.decidedWarnings.length}`}
          step={step}
          {...stepActions}
        />
      );
    case 'cash':
      return (
        <CashOrBasket
          key="cash"
          step={step}
          hasBasket={onReturnToBasket !== null}
          {...stepActions}
        />
      );
    case 'confirm':
      return <ConfirmScreen key="confirm" step={step} {...stepActions} />;
    case 'recording-intent':
      return (
        <SendingPaymentScreen
          key="sending"
          kind={step.confirmStep.order.kind}
          billerName={step.confirmStep.order.biller.name}
        />
      );
    case 'sent-payment':
      return step.payment.state === 'sending' ? (
        <SendingPaymentScreen
          key="sending"
          kind={step.payment.kind}
          billerName={step.payment.billerName}
        />
      ) : (
        <PaymentResultScreen
          key={`result-${step.payment.state}-${step.payment.handOver}-${step.payment.toConfirm}`}
          step={step}
          areKeysAccepted={props.areKeysAccepted}
          {...stepActions}
        />
      );
    case 'ended':
      return null;
    default:
      return assertNever(step);
  }
}
