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

/** The result of the count: the difference, its reason, and the end of the shift. */
export function CountResultScreen(props: {
  readonly result: CountResult;
  readonly way: 'close' | 'hand-over';
  readonly items: readonly OpenItem[];
  /** Nothing is left to decide: the shift closes without a further key. */
  readonly closesAtOnce: boolean;
  readonly onAgain: () => void;
  readonly onBack: () => void;
  readonly onDone: (closed: CallOutput<'cash.close'>) => void;
}) {
  const { result, way, items } = props;
  const text = useText();
  const language = useLanguage();
  const describe = useProblemText();
  const whileHere = useIfMounted();
  const { session } = useTill();
  const close = useTillMutation('cash.close');
  const handOver = useTillMutation('cash.handOver');
  const [explanation, setExplanation] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const isBusy = close.isWaiting || handOver.isWaiting;
  const isLacking = result.needsExplanation && explanation.trim().length < MIN_EXPLANATION_LENGTH;
  const given = {
    shiftId: result.shiftId,
    countId: result.countId,
    explanation: result.needsExplanation ? explanation.trim() : null,
  };

  const finish = async (receiver: Approval | null): Promise<void> => {
    const answer =
      receiver === null ? await close.run(given) : await handOver.run({ ...given, receiver });
    if (answer.ok) whileHere(() => props.onDone(answer.value));
  };
  const goOn = (): void => {
    if (isBusy) return;
    setChecked(true);
    if (isLacking) return;
    if (way === 'close') void finish(null);
    else setChoosing(true);
  };
  const begin = useEffectEvent(() => {
    if (props.closesAtOnce) goOn();
  });
  useEffect(() => begin(), []);
  const problem = close.problem ?? (isChoosing ? null : handOver.problem);

  return (
    <Screen
      title={text('shift.resultTitle')}
      actions={[
        { label: text('shift.back'), keyName: 'Escape', onAction: props.onBack },
        { label: text('shift.countAgain'), keyName: 'Insert', onAction: props.onAgain },
        {
          label: text(way === 'close' ? 'shift.closeNow' : 'shift.handOverNow'),
          keyName: 'Enter',
          variant: 'primary',
          isDisabled: isBusy,
          onAction: goOn,
        },
      ]}
    >
      {problem === null ? null : <Notice tone="warning" {...describe(problem)} />}
      {result.needsExplanation ? (
        <Notice tone="warning" happened={text('shift.differs')} next={text('shift.differsNext')} />
      ) : (
        <Notice tone="info" word={text('shift.exactWord')} happened={text('shift.exact')} />
      )}
      {result.money.map((one) => (
        <Facts
          key={one.currency}
          facts={[
            {
              name: text('shift.counts'),
              value: formatMoneyInSentence(createMoney(one.counted, one.currency), language),
            },
            {
              name: text('shift.expected'),
              value: formatMoneyInSentence(createMoney(one.expected, one.currency), language),
            },
            createDifferenceFact(one.difference, one.currency, language),
          ]}
        />
      ))}
      {items.length === 0 ? null : (
        <>
          <p>{text('shift.takesWith')}</p>
          <OpenItemList items={items} />
        </>
      )}
      {result.needsExplanation ? (
        <TextField
          label={text('shift.explanation')}
          value={explanation}
          onChange={setExplanation}
          error={isChecked && isLacking ? text('shift.reasonShort') : null}
          maxLength={200}
          isAutoFocused
        />
      ) : null}
      {isChoosing ? (
        <ApprovalDialog
          title={text('shift.receiverTitle')}
          explanation={text('shift.receiverWhy')}
          isReasonRequired={false}
          minRole="cashier"
          {...(session.cashier === null ? {} : { exceptId: session.cashier.id })}
          isBusy={isBusy}
          problem={handOver.problem}
          onCancel={() => setChoosing(false)}
          onApprove={(receiver) => void finish(receiver)}
        />
      ) : null}
    </Screen>
  );
}
