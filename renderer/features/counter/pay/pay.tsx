import { useEffect, useEffectEvent, useState } from 'react';
import type { Basket, Biller, Language, Problem } from '../../../../shared/contract/index.ts';
import { ProblemScreen, type Route, useCall, useNavigation, useTill } from '../../../app/index.ts';
import { LoadingIndicator, type ScreenAction } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import {
  createDraft,
  type Flow,
  resumeFlow,
  type SaleKind,
  startFlow,
  startRetryFlow,
  startSavedBillFlow,
} from './flow/index.ts';
import { PaymentFlow } from './payment-flow.tsx';
import { SameCustomerScreen } from './same-customer-screen.tsx';

/**
 * The route of one payment of any kind. It first asks main which payment this cashier has in hand:
 * a payment that is being sent, or whose result was not seen, is shown before any new one.
 */
export function Pay() {
  const { route, open: openFlow } = useNavigation();
  const [attempt, setAttempt] = useState(0);
  if (route.name !== 'pay') return null;
  return (
    <PaymentForRoute
      key={`${getFlowKey(route)}/${attempt}`}
      route={route}
      onReopen={() => setAttempt((count) => count + 1)}
      onEnd={(accountNumber) => openFlow({ name: 'home', accountNumber })}
    />
  );
}

type PayRoute = Extract<Route, { readonly name: 'pay' }>;

function getFlowKey(route: PayRoute): string {
  const { billerId, billId, customerId, accountNumber, isCashOut, correctedItem } = route;
  const itemKey =
    correctedItem === undefined ? '' : `${correctedItem.basketId}#${correctedItem.number}`;
  return [billerId, billId, customerId, accountNumber, isCashOut, itemKey].join('/');
}

type FlowOpening =
  | { readonly kind: 'opening' }
  | {
      readonly kind: 'flow';
      readonly createFlow: (settings: FlowStartSettings) => Flow;
      /** The id of the customer's started basket; null without one. */
      readonly basketId: string | null;
      /**
       * The account is known: it is checked immediately, and the flow continues without a key
       * press.
       */
      readonly isKnown?: boolean;
    }
  /** The basket's customer may have left. */
  | { readonly kind: 'ask-customer'; readonly basket: Basket }
  | { readonly kind: 'problem'; readonly problem: Problem };

/** The till's settings when the flow starts; later changes do not restart it. */
interface FlowStartSettings {
  readonly locale: Language;
  readonly drpBillers: readonly number[];
}

function PaymentForRoute(props: {
  readonly route: PayRoute;
  /** Opens the same route once more. */
  readonly onReopen: () => void;
  readonly onEnd: (accountNumber?: string) => void;
}) {
  const { route, onReopen, onEnd } = props;
  const { billerId, billId, customerId, accountNumber, isCashOut, correctedItem, isPaymentInHand } =
    route;
  const call = useCall();
  const locale = useLanguage();
  const { deadlineSeconds, drpBillers } = useTill();
  const text = useText();
  const { open: openRoute, isBasketContinued, confirmBasketCustomer } = useNavigation();
  const [opening, setOpening] = useState<FlowOpening>({ kind: 'opening' });

  const goHome = useEffectEvent(() => onEnd());
  useEffect(() => {
    let isActive = true;
    const openFlow = async (): Promise<FlowOpening> => {
      const paymentInHand = await call('payments.current', {});
      if (!paymentInHand.ok) return { kind: 'problem', problem: paymentInHand.problem };
      const payment = paymentInHand.value;
      if (payment) {
        const createInitialFlow = (): Flow => resumeFlow(payment, performance.now());
        return { kind: 'flow', createFlow: createInitialFlow, basketId: null };
      }
      if (isPaymentInHand) {
        goHome();
        return { kind: 'opening' };
      }
      const basket = await call('basket.current', {});
      if (!basket.ok) return { kind: 'problem', problem: basket.problem };
      const isBasketStarted = basket.value?.state === 'collecting' && isCashOut !== true;
      const basketId = isBasketStarted ? (basket.value?.id ?? null) : null;
      if (basket.value !== null && isBasketStarted && !isBasketContinued()) {
        return { kind: 'ask-customer', basket: basket.value };
      }
      // Checked before anything is typed, so that opening the shift loses no data.
      const cashState = await call('cash.state', {});
      if (cashState.ok && cashState.value.shifts === 'required' && cashState.value.shift === null) {
        return { kind: 'problem', problem: { kind: 'shift', reason: 'needed' } };
      }
      const billerAnswer = await call('catalog.biller', { id: billerId });
      if (!billerAnswer.ok) return { kind: 'problem', problem: billerAnswer.problem };
      const { biller, isListed } = billerAnswer.value;
      if (billId !== undefined) {
        const balanceAnswer = await call('bills.balance', { billId });
        if (!balanceAnswer.ok) return { kind: 'problem', problem: balanceAnswer.problem };
        const { value } = balanceAnswer;
        const createInitialFlow = ({ locale }: FlowStartSettings): Flow =>
          startSavedBillFlow(createDraft(biller), value, locale);
        return { kind: 'flow', createFlow: createInitialFlow, basketId };
      }
      if (correctedItem !== undefined) {
        const basket = await call('basket.get', { basketId: correctedItem.basketId });
        if (!basket.ok) return { kind: 'problem', problem: basket.problem };
        const item = basket.value.items.find(({ number }) => number === correctedItem.number);
        if (item === undefined) {
          return { kind: 'problem', problem: { kind: 'not-found', what: 'basket' } };
        }
        const createInitialFlow = ({ locale, drpBillers }: FlowStartSettings): Flow =>
          startRetryFlow(biller, item, { isListed, isDrp: drpBillers.includes(biller.id), locale });
        return { kind: 'flow', createFlow: createInitialFlow, basketId };
      }
      const customerAnswer =
        customerId === undefined ? null : await call('customers.open', { customerId });
      if (customerAnswer !== null && !customerAnswer.ok)
        return { kind: 'problem', problem: customerAnswer.problem };
      const knownCustomer = customerAnswer?.value;
      const kind = getSaleKind(biller, isCashOut ?? false);
      return {
        kind: 'flow',
        basketId,
        isKnown: knownCustomer !== undefined,
        createFlow: ({ drpBillers }) => {
          const isDrp = drpBillers.includes(biller.id);
          return startFlow(biller, {
            isListed,
            kind,
            isDrp,
            accountNumber,
            ...(knownCustomer === undefined ? {} : { knownAccount: knownCustomer }),
          });
        },
      };
    };
    void openFlow().then((result) => {
      if (isActive) setOpening(result);
    });
    return () => {
      isActive = false;
    };
  }, [
    call,
    billerId,
    billId,
    customerId,
    accountNumber,
    isCashOut,
    correctedItem,
    isPaymentInHand,
    isBasketContinued,
  ]);

  switch (opening.kind) {
    case 'opening':
      return <LoadingIndicator label={text('pay.opening')} maxSeconds={deadlineSeconds} />;
    case 'ask-customer':
      return (
        <SameCustomerScreen
          basket={opening.basket}
          onSame={() => {
            confirmBasketCustomer();
            onReopen();
          }}
          onOther={onReopen}
        />
      );
    case 'problem':
      return (
        <ProblemScreen
          problem={opening.problem}
          actions={[
            {
              label: text('pay.home'),
              keyName: 'Escape',
              onAction: () => onEnd(),
              variant: opening.problem.kind === 'shift' ? 'quiet' : 'primary',
            },
            ...(opening.problem.kind === 'shift'
              ? [
                  {
                    label: text('shift.openNow'),
                    keyName: 'Enter',
                    variant: 'primary',
                    onAction: () => openRoute({ name: 'shift', nextRoute: route }),
                  } satisfies ScreenAction,
                ]
              : []),
          ]}
        />
      );
    case 'flow':
      return (
        <PaymentFlow
          begin={() => opening.createFlow({ locale, drpBillers })}
          basketId={opening.basketId}
          isKnown={opening.isKnown ?? false}
          onEnd={onEnd}
        />
      );
  }
}

function getSaleKind(biller: Biller, isCashOut: boolean): SaleKind {
  if (isCashOut) return 'cash-out';
  return biller.kind === 'top-up' || biller.kind === 'gift-card' ? biller.kind : 'bill';
}
