import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CallInput, Problem } from '../../../../shared/contract/index.ts';
import { ProblemNotice, useCall, useIfMounted, useNavigation } from '../../../app/index.ts';
import { LoadingIndicator, Screen } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';

const MAX_WAIT_SECONDS = 10;

/** Puts a prepared order into the cashier's basket, and opens what comes next. */
export function AddToBasket(props: {
  readonly orderId: string;
  readonly acknowledged: CallInput<'basket.add'>['acknowledged'];
  /** To the search, for the next item; or to the basket, which asks for the cash. */
  readonly then: 'home' | 'basket';
  /** It could not be added: back to the order. */
  readonly onBack: () => void;
}) {
  const { orderId, acknowledged } = props;
  const call = useCall();
  const text = useText();
  const { open, goHome } = useNavigation();
  const whileHere = useIfMounted();
  const [problem, setProblem] = useState<Problem | null>(null);
  const isAsked = useRef(false);

  const add = useEffectEvent(() => {
    // Once for each order: the effect may run twice.
    if (isAsked.current) return;
    isAsked.current = true;
    void call('basket.add', { orderId, acknowledged }).then((answer) => {
      whileHere(() => {
        if (!answer.ok) setProblem(answer.problem);
        else if (props.then === 'home') goHome();
        else open({ name: 'basket', basketId: answer.value.id, isServed: true });
      });
    });
  });
  useEffect(() => add(), []);

  if (problem === null) {
    return <LoadingIndicator label={text('basket.adding')} maxSeconds={MAX_WAIT_SECONDS} />;
  }
  return (
    <Screen
      title={text('basket.notAdded')}
      actions={[
        {
          label: text('pay.back'),
          keyName: 'Escape',
          onAction: props.onBack,
          variant: 'primary',
        },
      ]}
    >
      <ProblemNotice problem={problem} />
    </Screen>
  );
}
