import { useEffect, useState } from 'react';
import type { Biller, Language, Problem } from '../../../../shared/contract/index.ts';
import { ProblemNotice, type Route, useCall, useNavigation, useTill } from '../../../app/index.ts';
import { LoadingIndicator, Screen, type ScreenAction } from '../../../components/index.ts';
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

/**
 * The route for one payment of any kind. It first asks main what this cashier has in hand: a
 * payment being sent, or with an unseen result, comes before any new one.
 */
export function Pay() {
  const { route, open } = useNavigation();
  if (route.name !== 'pay') return null;
  return (
    <PaymentForRoute
      key={getFlowKey(route)}
      route={route}
      onEnd={(accountNumber) => open({ name: 'home', accountNumber })}
    />
  );
}

type PayRoute = Extract<Route, { readonly name: 'pay' }>;

function getFlowKey(route: PayRoute): string {
  const { billerId, billId, customerId, accountNumber, isCashOut, again } = route;
  const item = again === undefined ? '' : `${again.basketId}#${again.number}`;
  return [billerId, billId, customerId, accountNumber, isCashOut, item].join('/');
}

type FlowOpening =
  | { readonly kind: 'opening' }
  | {
      readonly kind: 'flow';
      readonly begin: (beginning: FlowStartSettings) => Flow;
      /** The customer's basket that has begun; null without one. */
      readonly basketId: string | null;
      /** The account is there: it is checked at once, and the flow goes on by itself. */
      readonly isKnown?: boolean;
    }
  | { readonly kind: 'trouble'; readonly problem: Problem };

/** What a flow reads from the till at its start; later changes do not restart it. */
interface FlowStartSettings {
  readonly locale: Language;
  readonly drpBillers: readonly number[];
}

function PaymentForRoute(props: {
  readonly route: PayRoute;
  readonly onEnd: (accountNumber?: string) => void;
}) {
  const { route, onEnd } = props;
  const { billerId, billId, customerId, accountNumber, isCashOut, again } = route;
  const call = useCall();
  const locale = useLanguage();
  const { deadlineSeconds, drpBillers } = useTill();
  const text = useText();
  const { open: openRoute } = useNavigation();
  const [opened, setOpened] = useState<FlowOpening>({ kind: 'opening' });

  useEffect(() => {
    let isHere = true;
    const open = async (): Promise<FlowOpening> => {
      const inHand = await call('payments.inHand', {});
      if (!inHand.ok) return { kind: 'trouble', problem: inHand.problem };
      const payment = inHand.value;
      if (payment) {
        const begin = (): Flow => resumeFlow(payment, Date.now());
        return { kind: 'flow', begin, basketId: null };
      }
      const basket = await call('basket.current', {});
      if (!basket.ok) return { kind: 'trouble', problem: basket.problem };
      const isBegun = basket.value?.state === 'collecting' && isCashOut !== true;
      const basketId = isBegun ? (basket.value?.id ?? null) : null;
      // Asked before anything is typed, so that opening the shift loses nothing.
      const cash = await call('cash.state', {});
      if (cash.ok && cash.value.shifts === 'required' && cash.value.shift === null) {
        return { kind: 'trouble', problem: { kind: 'shift', reason: 'needed' } };
      }
      const found = await call('catalog.biller', { id: billerId });
      if (!found.ok) return { kind: 'trouble', problem: found.problem };
      const { biller, isListed } = found.value;
      if (billId !== undefined) {
        const balance = await call('bills.balance', { billId });
        if (!balance.ok) return { kind: 'trouble', problem: balance.problem };
        const { value } = balance;
        const begin = ({ locale }: FlowStartSettings): Flow =>
          startSavedBillFlow(createDraft(biller), value, locale);
        return { kind: 'flow', begin, basketId };
      }
      if (again !== undefined) {
        const basket = await call('basket.get', { basketId: again.basketId });
        if (!basket.ok) return { kind: 'trouble', problem: basket.problem };
        const item = basket.value.items.find(({ number }) => number === again.number);
        if (item === undefined) {
          return { kind: 'trouble', problem: { kind: 'not-found', what: 'basket' } };
        }
        const begin = ({ locale, drpBillers }: FlowStartSettings): Flow =>
          startRetryFlow(biller, item, { isListed, isDrp: drpBillers.includes(biller.id), locale });
        return { kind: 'flow', begin, basketId };
      }
      const customer =
        customerId === undefined ? null : await call('customers.open', { customerId });
      if (customer !== null && !customer.ok) return { kind: 'trouble', problem: customer.problem };
      const known = customer?.value;
      const kind = getSaleKind(biller, isCashOut ?? false);
      return {
        kind: 'flow',
        basketId,
        isKnown: known !== undefined,
        begin: ({ drpBillers }) => {
          const isDrp = drpBillers.includes(biller.id);
          return startFlow(biller, {
            isListed,
            kind,
            isDrp,
            accountNumber,
            ...(known === undefined ? {} : { known }),
          });
        },
      };
    };
    void open().then((now) => {
      if (isHere) setOpened(now);
    });
    return () => {
      isHere = false;
    };
  }, [call, billerId, billId, customerId, accountNumber, isCashOut, again]);

  switch (opened.kind) {
    case 'opening':
      return <LoadingIndicator label={text('pay.opening')} maxSeconds={deadlineSeconds} />;
    case 'trouble':
      return (
        <Screen
          title={text(opened.problem.kind === 'shift' ? 'shift.title' : 'pay.missing')}
          actions={[
            {
              label: text('pay.home'),
              keyName: 'Escape',
              onAction: () => onEnd(),
              variant: opened.problem.kind === 'shift' ? 'quiet' : 'primary',
            },
            ...(opened.problem.kind === 'shift'
              ? [
                  {
                    label: text('shift.openNow'),
                    keyName: 'Enter',
                    variant: 'primary',
                    onAction: () => openRoute({ name: 'shift', toOpen: route }),
                  } satisfies ScreenAction,
                ]
              : []),
          ]}
        >
          <ProblemNotice problem={opened.problem} />
        </Screen>
      );
    case 'flow':
      return (
        <PaymentFlow
          begin={() => opened.begin({ locale, drpBillers })}
          basketId={opened.basketId}
          isKnown={opened.isKnown ?? false}
          onEnd={onEnd}
        />
      );
  }
}

function getSaleKind(biller: Biller, isCashOut: boolean): SaleKind {
  if (isCashOut) return 'cash-out';
  return biller.kind === 'top-up' || biller.kind === 'gift-card' ? biller.kind : 'bill';
}
