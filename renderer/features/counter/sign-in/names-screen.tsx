import { useRef } from 'react';
import type { LockState } from '../../../../shared/contract/index.ts';
import { ConnectionFaultNotice, useProblemText, type useTillQuery } from '../../../app/index.ts';
import { ChoiceList, LoadingIndicator, Notice, Screen } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import type { Cashiers } from './sample-pins.ts';
import styles from './sign-in.module.css';
import { formatRowNumber, updateTypedName } from './typed-name.ts';

const MAX_READ_SECONDS = 10;

/**
 * Asks for a name, chosen with the arrows, or by its first letters or its number, which need no
 * Enter.
 */
export function CashierNamesScreen(props: {
  readonly namesQuery: ReturnType<typeof useTillQuery<'staff.names'>>;
  /** The lock with the cashier whose work it covers; null if the till is not locked. */
  readonly lock: LockState;
  readonly onChoose: (id: string, isChosenByTyping: boolean) => void;
  readonly onEnd: () => void;
}) {
  const text = useText();
  const describeProblem = useProblemText();
  const { lock } = props;
  const { value, problem, refetch } = props.namesQuery;
  if (problem !== null) {
    return (
      <Screen
        title={text('signIn.question')}
        actions={[
          { label: text('app.retry'), keyName: 'Enter', variant: 'primary', onAction: refetch },
        ]}
      >
        <Notice tone="refused" {...describeProblem(problem)} />
      </Screen>
    );
  }
  return (
    <Screen
      title={text('signIn.question')}
      hint={
        lock === null
          ? text('signIn.question.hint')
          : text('signIn.locked.hint', { name: lock.cashier.name })
      }
      actions={
        lock?.because === 'asked'
          ? [
              {
                label: text('signIn.end', { name: lock.cashier.name }),
                keyName: 'F10',
                onAction: props.onEnd,
              },
            ]
          : []
      }
    >
      {value === undefined ? (
        <LoadingIndicator label={text('signIn.reading')} maxSeconds={MAX_READ_SECONDS} />
      ) : (
        <NameList cashiers={value} onChoose={props.onChoose} />
      )}
      <ConnectionFaultNotice />
    </Screen>
  );
}

function NameList(props: {
  readonly cashiers: Cashiers;
  readonly onChoose: (id: string, isByTyping: boolean) => void;
}) {
  const { cashiers, onChoose } = props;
  const text = useText();
  const language = useLanguage();
  const typedText = useRef('');
  return (
    // The list inside has the focus and the role; this element only handles typed characters first.
    <div
      role="presentation"
      onKeyDownCapture={(event) => {
        if (event.key.length !== 1 || event.ctrlKey || event.altKey || event.metaKey) return;
        const update = updateTypedName(cashiers, typedText.current, event.key);
        typedText.current = update.typedText;
        if (update.chosenId === null) return;
        event.preventDefault();
        event.stopPropagation();
        onChoose(update.chosenId, true);
      }}
    >
      <ChoiceList
        // A changed language resets the list, which returns the focus to the names.
        key={language}
        label={text('signIn.names')}
        choices={cashiers.map((cashier, index) => ({
          id: cashier.id,
          name: cashier.name,
          content: (
            <>
              <span className={styles.rowNumber} aria-hidden="true">
                {formatRowNumber(index, cashiers.length)}
              </span>
              {cashier.name}
            </>
          ),
          trailingContent: text(`role.${cashier.role}`),
        }))}
        onChoose={(id) => onChoose(id, false)}
        isAutoFocused
        empty={text('signIn.noNames')}
      />
    </div>
  );
}
