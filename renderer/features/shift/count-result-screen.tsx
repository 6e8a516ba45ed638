import { useEffect, useEffectEvent, useState } from 'react';
import type {
  Approval,
  CallOutput,
  CountResult,
  OpenItem,
} from '../../../shared/contract/index.ts';
import { createMoney } from '../../../shared/money/index.ts';
import {
  ApprovalDialog,
  useIfMounted,
  useProblemText,
  useTill,
  useTillMutation,
} from '../../app/index.ts';
import { Facts, formatMoneyInSentence, Notice, Screen, TextField } from '../../components/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { OpenItemList } from './open-item-list.tsx';
import { createDifferenceFact } from './report-view.tsx';

const MIN_EXPLANATION_LENGTH = 3;

/** The result of the count: the difference, its explanation, and the end of the shift. */
export function CountResultScreen(props: {
  readonly result: CountResult;
  readonly mode: 'close' | 'hand-over';
  readonly items: readonly OpenItem[];
  /** Nothing is left to decide: the shift closes without another key press. */
  readonly closesAtOnce: boolean;
  readonly onCountAgain: () => void;
  readonly onBack: () => void;
  readonly onDone: (closed: CallOutput<'cash.close'>) => void;
}) {
  const { result, mode, items } = props;
  const text = useText();
  const language = useLanguage();
  const describeProblem = useProblemText();
  const runIfMounted = useIfMounted();
  const { session } = useTill();
  const closeShift = useTillMutation('cash.close');
  const handOver = useTillMutation('cash.handOver');
  const [explanation, setExplanation] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [isChoosingReceiver, setChoosingReceiver] = useState(false);
  const isBusy = closeShift.isPending || handOver.isPending;
  const isExplanationMissing =
    result.needsExplanation && explanation.trim().length < MIN_EXPLANATION_LENGTH;
  const closeInput = {
    shiftId: result.shiftId,
    countId: result.countId,
    explanation: result.needsExplanation ? explanation.trim() : null,
  };

  const finish = async (receiver: Approval | null): Promise<void> => {
    const answer =
      receiver === null
        ? await closeShift.run(closeInput)
        : await handOver.run({ ...closeInput, receiver });
    if (answer.ok) runIfMounted(() => props.onDone(answer.value));
  };
  const submit = (): void => {
    if (isBusy) return;
    setChecked(true);
    if (isExplanationMissing) return;
    if (mode === 'close') void finish(null);
    else setChoosingReceiver(true);
  };
  const closeIfComplete = useEffectEvent(() => {
    if (props.closesAtOnce) submit();
  });
  useEffect(() => closeIfComplete(), []);
  const problem = closeShift.problem ?? (isChoosingReceiver ? null : handOver.problem);

  return (
    <Screen
      title={text('shift.resultTitle')}
      actions={[
        { label: text('shift.back'), keyName: 'Escape', onAction: props.onBack },
        { label: text('shift.countAgain'), keyName: 'Insert', onAction: props.onCountAgain },
        {
          label: text(mode === 'close' ? 'shift.closeNow' : 'shift.handOverNow'),
          keyName: 'Enter',
          variant: 'primary',
          isDisabled: isBusy,
          onAction: submit,
        },
      ]}
    >
      {problem === null ? null : <Notice tone="warning" {...describeProblem(problem)} />}
      {result.needsExplanation ? (
        <Notice tone="warning" title={text('shift.differs')} action={text('shift.differsAction')} />
      ) : (
        <Notice tone="info" word={text('shift.exactWord')} title={text('shift.exact')} />
      )}
      {result.money.map((sum) => (
        <Facts
          key={sum.currency}
          areFigures
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
          <OpenItemList items={items} />
        </>
      )}
      {result.needsExplanation ? (
        <TextField
          label={text('shift.explanation')}
          value={explanation}
          onChange={setExplanation}
          error={isChecked && isExplanationMissing ? text('shift.reasonShort') : null}
          maxLength={200}
          isAutoFocused
        />
      ) : null}
      {isChoosingReceiver ? (
        <ApprovalDialog
          title={text('shift.receiverTitle')}
          explanation={text('shift.receiverExplanation')}
          isReasonRequired={false}
          minRole="cashier"
          {...(session.cashier === null ? {} : { exceptId: session.cashier.id })}
          isBusy={isBusy}
          problem={handOver.problem}
          onCancel={() => setChoosingReceiver(false)}
          onApprove={(receiver) => void finish(receiver)}
        />
      ) : null}
    </Screen>
  );
}
