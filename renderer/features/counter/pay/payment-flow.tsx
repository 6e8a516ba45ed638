import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { assertNever } from '../../../../shared/contract/index.ts';
import { getVersionFacts } from '../../../../shared/rules/index.ts';
import {
  getOutcomeSound,
  useCall,
  useCustomerScreenSubject,
  useNavigation,
  useOutcomeSound,
  useRemoveUncachedQueries,
  useScan,
  useTill,
  useTillClient,
} from '../../../app/index.ts';
import { useLanguage } from '../../../i18n/index.ts';
import { AddToBasket } from '../basket/index.ts';
import type { Flow, FlowEvent, Step, StepProps } from './flow/index.ts';
import { createFlowStore, getCustomerScreenSubject } from './flow/index.ts';
import {
  AccountScreen,
  AmountScreen,
  BalanceScreen,
  CashScreen,
  CheckScreen,
  ConfirmScreen,
  DecideScreen,
  RepeatScreen,
} from './form/index.ts';
import { ResultScreen, SendingScreen, TapeSide } from './result/index.ts';

/** The flow on the screen: one question on the left, the paper on the right. */
export function PaymentFlow(props: {
  readonly begin: () => Flow;
  /** The customer's basket that has begun: what is prepared goes into it, and the cash is asked there. */
  readonly basketId: string | null;
  /** The account is there already: the first Enter is pressed for the cashier. */
  readonly isKnown: boolean;
  readonly onEnd: (accountNumber?: string) => void;
}) {
  const client = useTillClient();
  const locale = useLanguage();
  const { open, setHeld, setSent } = useNavigation();
  const { version, session } = useTill();
  const [{ store, dispatch, follow, leave }] = useState(() =>
    createFlowStore(props.begin(), {
      client,
      settings: {
        locale,
        checksTopUps: getVersionFacts(version).capabilities.topUpCheck,
        hasBasket: props.basketId !== null,
      },
      now: Date.now,
    }),
  );
  const step = useStore(store, (flow) => flow.at);
  const { basketId } = props;
  const call = useCall();
  useOnTakeOver(session.cashier?.id, () => {
    // Before the order is prepared anew. Where the basket is gone by now, another one begins.
    if (basketId !== null) void call('basket.takeOver', { basketId });
    dispatch({ type: 'taken-over' });
  });
  useEffect(() => follow(), [follow]);
  useEffect(() => leave, [leave]);

  useScan((code) => {
    if (step.step !== 'account' && step.step !== 'repeat') return false;
    dispatch({ type: 'scanned', text: code });
    return true;
  });

  const isHeld = isSending(step);
  useEffect(() => setHeld(isHeld), [setHeld, isHeld]);
  const isSent = step.step === 'paying' || step.step === 'payment';
  useEffect(() => setSent(isSent), [setSent, isSent]);

  useCustomerScreenSubject(getCustomerScreenSubject(step, locale));
  useOutcomeSound(step.step === 'payment' ? getOutcomeSound(step.payment.state) : null);

  const hasEnded = step.step === 'ended';
  const forgetPapers = useRemoveUncachedQueries();
  const onEnd = useEffectEvent(() => {
    forgetPapers();
    props.onEnd(step.step === 'ended' ? step.accountNumber : undefined);
  });
  useEffect(() => {
    if (hasEnded) onEnd();
  }, [hasEnded]);

  const goOn = useEffectEvent(() => {
    if (props.isKnown) dispatch({ type: 'key', key: 'enter', isRepeat: false, at: Date.now() });
  });
  useEffect(() => goOn(), []);

  const press = (key: 'enter' | 'back' | 'pay') =>
    dispatch({ type: 'key', key, isRepeat: false, at: Date.now() });
  return (
    <>
      <StepScreen
        step={step}
        tell={dispatch}
        press={press}
        onToBasket={
          basketId === null ? null : () => open({ name: 'basket', basketId, isServed: true })
        }
      />
      <TapeSide step={step} />
    </>
  );
}

/** The cash of this payment alone, or the basket that asks for the cash of all. */
function CashOrBasket(props: StepProps<'cash'> & { readonly hasBasket: boolean }) {
  const { step, hasBasket, press, tell } = props;
  const [isAdding, setAdding] = useState(hasBasket);
  if (!isAdding) {
    return <CashScreen step={step} press={press} tell={tell} onAddMore={() => setAdding(true)} />;
  }
  return (
    <AddToBasket
      orderId={step.order.id}
      acknowledged={[...step.decided]}
      then={hasBasket ? 'basket' : 'home'}
      onBack={() => press('back')}
    />
  );
}

/** Calls `tell` when another cashier is here than the one who began. */
function useOnTakeOver(cashierId: string | undefined, tell: () => void): void {
  const before = useRef(cashierId);
  const onTakenOver = useEffectEvent(tell);
  useEffect(() => {
    if (before.current === cashierId) return;
    before.current = cashierId;
    onTakenOver();
  }, [cashierId]);
}

/** From F12 until the answer, nothing leads away. */
function isSending(step: Step): boolean {
  return step.step === 'paying' || (step.step === 'payment' && step.payment.state === 'sending');
}

function StepScreen(props: {
  readonly step: Step;
  readonly tell: (event: FlowEvent) => void;
  readonly press: StepProps<'account'>['press'];
  /** Null where no basket has begun. */
  readonly onToBasket: (() => void) | null;
}) {
  const { step, tell, press, onToBasket } = props;
  const way = { tell, press };
  switch (step.step) {
    case 'account':
      return <AccountScreen key="account" step={step} {...way} />;
    case 'repeat':
      return <RepeatScreen key="repeat" step={step} {...way} />;
    case 'check':
      return (
        <CheckScreen
          key={`check-${step.asking ?? 'done'}`}
          step={step}
          onToBasket={onToBasket}
          {...way}
        />
      );
    case 'balance':
      return (
        <BalanceScreen
          key={`balance-${step.asking ?? 'done'}`}
          step={step}
          onToBasket={onToBasket}
          {...way}
        />
      );
    case 'amount':
      return <AmountScreen key="amount" step={step} {...way} />;
    case 'decide':
      return <DecideScreen key={`decide-${step.decided.length}`} step={step} {...way} />;
    case 'cash':
      return <CashOrBasket key="cash" step={step} hasBasket={onToBasket !== null} {...way} />;
    case 'confirm':
      return <ConfirmScreen key="confirm" step={step} {...way} />;
    case 'paying':
      return (
        <SendingScreen
          key="sending"
          kind={step.from.order.kind}
          biller={step.from.order.biller.name}
        />
      );
    case 'payment':
      return step.payment.state === 'sending' ? (
        <SendingScreen key="sending" kind={step.payment.kind} biller={step.payment.billerName} />
      ) : (
        <ResultScreen
          key={`result-${step.payment.state}-${step.payment.handOver}`}
          step={step}
          {...way}
        />
      );
    case 'ended':
      return null;
    default:
      return assertNever(step);
  }
}
