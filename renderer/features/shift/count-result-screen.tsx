import type { ShiftBlockingPayment } from '../../../shared/contract/index.ts';
import { createMoney } from '../../../shared/money/index.ts';
import { ApprovalDialog, useProblemText, useTill } from '../../app/index.ts';
import { Facts, formatMoneyInSentence, Notice, Screen, TextField } from '../../components/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { createDifferenceFact } from './report-view.tsx';
import { ShiftBlockingPaymentList } from './shift-blocking-payment-list.tsx';
import {
  isExplanationMissing,
  type ResultStep,
  type ShiftCloseEvent,
  type ShiftCloseSettings,
} from './shift-close-state.ts';

/** The result of the count: the difference, its explanation, and the end of the shift. */
export function CountResultScreen(props: {
  readonly step: ResultStep;
  readonly dispatch: (event: ShiftCloseEvent) => void;
  readonly mode: ShiftCloseSettings['mode'];
  readonly blockingPayments: readonly ShiftBlockingPayment[];
}) {
  const { step, dispatch, mode, blockingPayments: items } = props;
  const { result, isBusy, isReceiverPinAsked, problem } = step;
  const text = useText();
  const language = useLanguage();
  const describeProblem = useProblemText();
  const { session } = useTill();

  return (
    <Screen
      title={text('shift.resultTitle')}
      actions={[
        {
          label: text('shift.back'),
          keyName: 'Escape',
          onAction: () => dispatch({ type: 'back' }),
        },
        {
          label: text('shift.countAgain'),
          keyName: 'Insert',
          onAction: () => dispatch({ type: 'count-again' }),
        },
        {
          label: text(mode === 'close' ? 'shift.closeNow' : 'shift.handOverNow'),
          keyName: 'Enter',
          variant: 'primary',
          isDisabled: isBusy,
          onAction: () => dispatch({ type: 'confirmed' }),
        },
      ]}
    >
      {problem === null || isReceiverPinAsked ? null : (
        <Notice tone="warning" {...describeProblem(problem)} />
      )}
      {result.needsExplanation ? (
        <Notice tone="warning" title={text('shift.differs')} action={text('shift.differsAction')} />
      ) : (
        <Notice tone="info" toneText={text('shift.exactWord')} title={text('shift.exact')} />
      )}
      {result.money.map((sum) => (
        <Facts
          key={sum.currency}
          areValuesNumeric
          facts={[
            {
              name: text('shift.counts'),
              value: formatMoneyInSentence(createMoney(sum.counted, sum.currency), language),
            },
            {
              name: text('shift.expected'),
              value: formatMoneyInSentence(createMoney(sum.expected, sum.currency), language),
            },
            createDifferenceFact(sum.difference, sum.currency, language),
          ]}
        />
      ))}
      {items.length === 0 ? null : (
        <>
          <p>{text('shift.handedOverToo')}</p>
          <ShiftBlockingPaymentList blockingPayments={items} />
        </>
      )}
      {result.needsExplanation ? (
        <TextField
          label={text('shift.explanation')}
          value={step.explanation}
          onChange={(typed) => dispatch({ type: 'explained', text: typed })}
          error={
            step.isExplanationChecked && isExplanationMissing(step)
              ? text('shift.reasonShort')
              : null
          }
          maxLength={200}
          isAutoFocused
        />
      ) : null}
      {isReceiverPinAsked ? (
        <ApprovalDialog
          title={text('shift.receiverTitle')}
          explanation={text('shift.receiverExplanation')}
          isReasonRequired={false}
          minRole="cashier"
          {...(session.cashier === null ? {} : { excludedCashierId: session.cashier.id })}
          isBusy={isBusy}
          problem={problem}
          onCancel={() => dispatch({ type: 'pin-cancelled' })}
          onApprove={(approval) => dispatch({ type: 'pin-entered', approval })}
        />
      ) : null}
    </Screen>
  );
}
