import { useState } from 'react';
import { Money, Screen, type ScreenAction } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import type { StepProps } from '../flow/index.ts';
import { ReleaseCash } from './release-cash.tsx';
import { ResultNotice } from './result-notice.tsx';
import { useResultTitle } from './result-title.ts';
import { TroubleNotice } from './trouble-notice.tsx';
import { UnknownFacts } from './unknown-facts.tsx';

/** What became of the payment. While it is not known, only what is safe can be pressed. */
export function ResultScreen(props: StepProps<'payment'>) {
  const { step, tell, press } = props;
  const { payment, busy } = step;
  const text = useText();
  const isOpen = payment.state === 'unknown' || payment.state === 'unclear';
  const [isReleasing, setReleasing] = useState(false);
  const isPaid = payment.state === 'paid' || payment.state === 'by-hand-paid';

  const next: ScreenAction = {
    label: text('pay.nextCustomer'),
    keyName: 'Enter',
    onAction: () => press('enter'),
    variant: 'primary',
  };
  const open: readonly ScreenAction[] = [
    { label: text('pay.unknown.leave'), keyName: 'Escape', onAction: () => press('back') },
    ...(payment.maySendAgain
      ? [
          {
            label: text(
              busy?.what === 'send-again' ? 'pay.unknown.sendingAgain' : 'pay.unknown.sendAgain',
            ),
            keyName: 'Control+E',
            onAction: () => tell({ type: 'send-again' }),
          } satisfies ScreenAction,
        ]
      : []),
    {
      label: text(busy?.what === 'look-up' ? 'pay.unknown.lookingUp' : 'pay.unknown.lookUpNow'),
      keyName: 'F1',
      onAction: () => tell({ type: 'look-up-now' }),
      variant: 'primary',
    },
  ];

  return (
    <Screen title={useResultTitle(payment)} actions={actions()}>
      <ResultNotice payment={payment} />
      {isPaid && payment.change ? (
        <Money value={payment.change} label={text('pay.cash.change')} size="huge" />
      ) : null}
      {payment.handOver === 'now' ? <Money value={payment.due} size="huge" /> : null}
      {isReleasing ? <ReleaseCash payment={payment} onClose={() => setReleasing(false)} /> : null}
      {isOpen ? <UnknownFacts payment={payment} /> : null}
      {step.trouble === null ? null : <TroubleNotice trouble={step.trouble} />}
    </Screen>
  );

  function actions(): readonly ScreenAction[] {
    if (isOpen) return open;
    switch (payment.handOver) {
      case 'now':
        return [
          {
            label: text(payment.kind === 'cancel' ? 'pay.cancel.handed' : 'pay.out.handed'),
            keyName: 'F11',
            onAction: () => tell({ type: 'handed-over', at: Date.now() }),
            variant: 'primary',
          },
        ];
      case 'paper-first':
        return [
          { label: text('pay.unknown.leave'), keyName: 'Escape', onAction: () => press('back') },
          {
            label: text('pay.out.release'),
            keyName: 'Control+S',
            onAction: () => setReleasing(true),
          },
        ];
      default:
        return [next];
    }
  }
}
