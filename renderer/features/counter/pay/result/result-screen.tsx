import { useState } from 'react';
import { isOutcomeToConfirm } from '../../../../../shared/rules/index.ts';
import { ProblemNotice } from '../../../../app/index.ts';
import { Money, Screen, type ScreenAction } from '../../../../components/index.ts';
import { useText } from '../../../../i18n/index.ts';
import { getHelpAfterPayment, isOutcomeUnknown, type StepProps } from '../flow/index.ts';
import { FailedActionNotice } from './failed-action-notice.tsx';
import { GiftCode, useGiftCodeText } from './gift-code.tsx';
import { MoneyToGive } from './money-to-give.tsx';
import { getPaperStatus } from './paper-status.ts';
import {
  createConfirmAction,
  createHandedOverAction,
  createLookUpAction,
  createReleaseAction,
  createSendAgainAction,
} from './payment-actions.ts';
import { PaymentRowNotice } from './payment-row-notice.tsx';
import { PostponeHandOver } from './postpone-hand-over.tsx';
import { ReleaseCash } from './release-cash.tsx';
import { ResultNotice } from './result-notice.tsx';
import { usePaidTape, useResultTitle } from './result-title.ts';
import { createRetryAction } from './retry-action.ts';
import { UnknownFacts } from './unknown-facts.tsx';
import { useRowReading } from './use-row-reading.ts';

/** The result of the payment. While the outcome is unknown, only safe actions are offered. */
export function ResultScreen(props: StepProps<'payment'>) {
  const { step, dispatch, press } = props;
  const { payment, pendingAction } = step;
  const text = useText();
  const isUnknown = isOutcomeUnknown(payment);
  const hasCode = useGiftCodeText(payment) !== null;
  const [isReleasing, setReleasing] = useState(false);
  const [isPostponing, setPostponing] = useState(false);
  const isPaid = payment.state === 'paid' || payment.state === 'by-hand-paid';

  // Enter leaves no paper behind silently: it stays in the list of papers.
  const isPaperMissing = getPaperStatus(usePaidTape(payment)) === 'lacking';

  const rowReading = useRowReading(payment, { isBusy: pendingAction !== null });

  const help = getHelpAfterPayment(step);
  const nextActions: readonly ScreenAction[] =
    help.action === 'next-customer'
      ? [
          {
            label: text(isPaperMissing ? 'pay.nextCustomerPaper' : 'pay.nextCustomer'),
            keyName: 'Enter',
            onAction: () => press('enter'),
            variant: 'primary',
          },
        ]
      : [
          { label: text('pay.nextCustomer'), keyName: 'Escape', onAction: () => press('back') },
          createRetryAction(text, help, () => press('enter')),
        ];
  const openActions: readonly ScreenAction[] = [
    { label: text('pay.unknown.leave'), keyName: 'Escape', onAction: () => press('back') },
    ...(payment.maySendAgain
      ? [
          createSendAgainAction(text, pendingAction?.what === 'send-again', () =>
            dispatch({ type: 'send-again' }),
          ),
        ]
      : []),
    createLookUpAction(text, pendingAction?.what === 'look-up', () =>
      dispatch({ type: 'look-up-now' }),
    ),
  ];

  return (
    <Screen title={useResultTitle(payment, help)} actions={createActions()}>
      <GiftCode payment={payment} />
      <ResultNotice payment={payment} />
      {!isOutcomeToConfirm(payment) ? null : <MoneyToGive payment={payment} />}
      {isPaid && payment.change && !isOutcomeToConfirm(payment) ? (
        <Money
          value={payment.change}
          label={text('pay.cash.change')}
          size={hasCode ? 'large' : 'huge'}
        />
      ) : null}
      {payment.handOver === 'now' && !isOutcomeToConfirm(payment) ? (
        <Money value={payment.due} size="huge" />
      ) : null}
      {rowReading.reading === null ? null : <PaymentRowNotice reading={rowReading.reading} />}
      {rowReading.problem === null ? null : <ProblemNotice problem={rowReading.problem} />}
      {isReleasing ? <ReleaseCash payment={payment} onClose={() => setReleasing(false)} /> : null}
      {isPostponing ? (
        <PostponeHandOver
          payment={payment}
          onPostpone={() => dispatch({ type: 'hand-over-later', at: Date.now() })}
          onClose={() => setPostponing(false)}
        />
      ) : null}
      {isUnknown ? <UnknownFacts payment={payment} /> : null}
      {step.failedAction === null ? null : <FailedActionNotice failedAction={step.failedAction} />}
    </Screen>
  );

  function createActions(): readonly ScreenAction[] {
    if (isUnknown) return openActions;
    if (isOutcomeToConfirm(payment)) {
      return [
        { label: text('pay.unknown.leave'), keyName: 'Escape', onAction: () => press('back') },
        createConfirmAction(text, payment, () => dispatch({ type: 'handed-over', at: Date.now() })),
      ];
    }
    switch (payment.handOver) {
      case 'now':
        return [
          {
            label: text('pay.cashOut.notEnough'),
            keyName: 'Escape',
            onAction: () => setPostponing(true),
          },
          createHandedOverAction(text, payment, () =>
            dispatch({ type: 'handed-over', at: Date.now() }),
          ),
        ];
      case 'paper-first':
        return [
          { label: text('pay.unknown.leave'), keyName: 'Escape', onAction: () => press('back') },
          createReleaseAction(text, payment, () => setReleasing(true)),
        ];
      default:
        return [...rowReading.actions, ...nextActions];
    }
  }
}
