import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CallInput, Problem } from '../../../../shared/contract/index.ts';
import { ProblemScreen, useNavigation, useRunIfMounted, useTillCall } from '../../../app/index.ts';
import { LoadingIndicator } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';

const MAX_WAIT_SECONDS = 10;

/** Puts a prepared order into the cashier's basket, and opens the next screen. */
export function AddToBasket(props: {
  readonly orderId: string;
  readonly acknowledgedWarnings: CallInput<'basket.add'>['acknowledged'];
  /** `home`: the search, for the next item; `basket`: the basket, which asks for the cash. */
  readonly nextScreen: 'home' | 'basket';
  /** Called if the order could not be added: returns to the order. */
  readonly onBack: () => void;
}) {
  const { orderId, acknowledgedWarnings: acknowledged } = props;
  const call = useTillCall();
  const text = useText();
  const { open, continueBasket, setEnteredCash } = useNavigation();
  const runIfMounted = useRunIfMounted();
  const [problem, setProblem] = useState<Problem | null>(null);
  const isRequested = useRef(false);

  const addOnce = useEffectEvent(() => {
    // Each order is added once: React may run the effect twice.
    if (isRequested.current) return;
    isRequested.current = true;
    void call('basket.add', { orderId, acknowledged }).then((answer) => {
      runIfMounted(() => {
        if (!answer.ok) return setProblem(answer.problem);
        // The customer stays, and the basket asks for the cash.
        setEnteredCash(null);
        if (props.nextScreen === 'home') continueBasket();
        else open({ name: 'basket', basketId: answer.value.id, isCustomerPresent: true });
      });
    });
  });
  useEffect(() => addOnce(), []);

  if (problem === null) {
    return <LoadingIndicator label={text('basket.adding')} maxSeconds={MAX_WAIT_SECONDS} />;
  }
  return (
    <ProblemScreen
      problem={problem}
      extraText={text('basket.notAdded')}
      actions={[
        {
          label: text('pay.back'),
          keyName: 'Escape',
          onAction: props.onBack,
          variant: 'primary',
        },
      ]}
    />
  );
}
