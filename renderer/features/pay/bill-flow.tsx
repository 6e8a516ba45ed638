import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { assertNever } from '../../../shared/contract/index.ts';
import { versionFacts } from '../../../shared/rules/index.ts';
import {
  useForgetPapers,
  useNavigation,
  useScan,
  useTill,
  useTillClient,
} from '../../app/index.ts';
import { useLanguage } from '../../i18n/index.ts';
import type { Flow, FlowEvent, Step, StepProps } from './flow/index.ts';
import { createFlowStore } from './flow/index.ts';
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
export function BillFlow(props: { readonly begin: () => Flow; readonly onEnd: () => void }) {
  const client = useTillClient();
  const locale = useLanguage();
  const { hold } = useNavigation();
  const { version, session } = useTill();
  const [{ store, dispatch, follow, leave }] = useState(() =>
    createFlowStore(props.begin(), {
      client,
      settings: { locale, checksTopUps: versionFacts(version).capabilities.topUpCheck },
      now: Date.now,
    }),
  );
  const step = useStore(store, (flow) => flow.at);
  useTakenOver(session.cashier?.id, () => dispatch({ type: 'taken-over' }));
  useEffect(() => follow(), [follow]);
  useEffect(() => leave, [leave]);

  useScan((code) => {
    if (step.step !== 'account' && step.step !== 'repeat') return false;
    dispatch({ type: 'scanned', text: code });
    return true;
  });

  const isHeld = isMoneyOnItsWay(step);
  useEffect(() => hold(isHeld), [hold, isHeld]);

  const hasEnded = step.step === 'ended';
  const forgetPapers = useForgetPapers();
  const onEnd = useEffectEvent(() => {
    forgetPapers();
    props.onEnd();
  });
  useEffect(() => {
    if (hasEnded) onEnd();
  }, [hasEnded]);

  const press = (key: 'enter' | 'back' | 'pay') =>
    dispatch({ type: 'key', key, isRepeat: false, at: Date.now() });
  return (
    <>
      <StepScreen step={step} tell={dispatch} press={press} />
      <TapeSide step={step} />
    </>
  );
}

/** Told when another cashier stands here than the one who began. */
function useTakenOver(cashierId: string | undefined, tell: () => void): void {
  const before = useRef(cashierId);
  const onTakenOver = useEffectEvent(tell);
  useEffect(() => {
    if (before.current === cashierId) return;
    before.current = cashierId;
    onTakenOver();
  }, [cashierId]);
}

/** From F12 to the answer nothing leads away. */
function isMoneyOnItsWay(step: Step): boolean {
  return step.step === 'paying' || (step.step === 'payment' && step.payment.state === 'sending');
}

function StepScreen(props: {
  readonly step: Step;
  readonly tell: (event: FlowEvent) => void;
  readonly press: StepProps<'account'>['press'];
}) {
  const { step, tell, press } = props;
  const way = { tell, press };
  switch (step.step) {
    case 'account':
      return <AccountScreen key="account" step={step} {...way} />;
    case 'repeat':
      return <RepeatScreen key="repeat" step={step} {...way} />;
    case 'check':
      return <CheckScreen key={`check-${step.asking ?? 'done'}`} step={step} {...way} />;
    case 'balance':
      return <BalanceScreen key={`balance-${step.asking ?? 'done'}`} step={step} {...way} />;
    case 'amount':
      return <AmountScreen key="amount" step={step} {...way} />;
    case 'decide':
      return <DecideScreen key={`decide-${step.decided.length}`} step={step} {...way} />;
    case 'cash':
      return <CashScreen key="cash" step={step} {...way} />;
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
