import { useEffect, useEffectEvent, useState } from 'react';
import { ProblemScreen, useNavigation, useStaticQuery, useTill } from '../../../app/index.ts';
import { LoadingIndicator, type ScreenAction } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { createPayFlow, type PayRoute, readPayStart } from './pay-start.ts';
import { PaymentFlow } from './payment-flow.tsx';
import { RepeatedBillScreen } from './repeated-bill-screen.tsx';
import { SameCustomerScreen } from './same-customer-screen.tsx';

/** The route of one payment of any kind. */
export function PayPage() {
  const { route } = useNavigation();
  if (route.name !== 'pay') return null;
  return <PaymentForRoute key={JSON.stringify(route)} route={route} />;
}

function PaymentForRoute(props: { readonly route: PayRoute }) {
  const { route } = props;
  const locale = useLanguage();
  const { deadlineSeconds, drpBillers } = useTill();
  const text = useText();
  const { open, isBasketContinued, confirmBasketCustomer } = useNavigation();
  const payStart = useStaticQuery(['pay', route], (call) =>
    readPayStart(call, route, isBasketContinued()),
  );
  const goHome = (accountNumber?: string): void => open({ name: 'home', accountNumber });
  const [isRepeatAccepted, setRepeatAccepted] = useState(false);
  const isNoneInHand = payStart.value?.kind === 'none-in-hand';
  const leave = useEffectEvent(() => goHome());
  useEffect(() => {
    if (isNoneInHand) leave();
  }, [isNoneInHand]);

  if (payStart.problem !== null && !payStart.isFetching) {
    const isShiftNeeded = payStart.problem.kind === 'shift';
    return (
      <ProblemScreen
        problem={payStart.problem}
        actions={[
          {
            label: text('pay.home'),
            keyName: 'Escape',
            onAction: () => goHome(),
            variant: isShiftNeeded ? 'quiet' : 'primary',
          },
          ...(isShiftNeeded
            ? [
                {
                  label: text('shift.openNow'),
                  keyName: 'Enter',
                  variant: 'primary',
                  onAction: () => open({ name: 'shift', nextRoute: route }),
                } satisfies ScreenAction,
              ]
            : []),
        ]}
      />
    );
  }
  if (
    payStart.value === undefined ||
    payStart.isFetching ||
    payStart.value.kind === 'none-in-hand'
  ) {
    return <LoadingIndicator label={text('pay.opening')} maxSeconds={deadlineSeconds} />;
  }
  const { value } = payStart;
  if (value.kind === 'ask-customer') {
    return (
      <SameCustomerScreen
        basket={value.basket}
        onSameCustomer={() => {
          confirmBasketCustomer();
          payStart.refetch();
        }}
        onOtherCustomer={payStart.refetch}
      />
    );
  }
  const paidBefore = route.scannedBill?.earlierScan?.paymentId ?? null;
  if (value.kind === 'new' && route.scannedBill && paidBefore !== null && !isRepeatAccepted) {
    return (
      <RepeatedBillScreen
        bill={route.scannedBill}
        paymentId={paidBefore}
        onContinue={() => setRepeatAccepted(true)}
      />
    );
  }
  // The till's settings when the flow starts; later changes do not restart it.
  const begin = () => createPayFlow(value, route, { locale, drpBillers, now: performance.now() });
  return (
    <PaymentFlow
      createInitialFlow={begin}
      basketId={value.kind === 'new' ? value.basketId : null}
      isAccountKnown={value.kind === 'new' && value.account.from === 'known-customer'}
      onEnd={goHome}
    />
  );
}
