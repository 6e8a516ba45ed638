import { useRef } from 'react';
import type { LockState } from '../../../../shared/contract/index.ts';
import { useProblemText, type useTillQuery } from '../../../app/index.ts';
import { ChoiceList, LoadingIndicator, Notice, Screen } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import type { Cashiers } from './sample-pins.ts';
import styles from './sign-in.module.css';
import { formatRowNumber, updateTypedName } from './typed-name.ts';

const MAX_READ_SECONDS = 10;

/** Choose a name by the arrows, or by its first letters or number, which need no Enter. */
export function NamesScreen(props: {
  readonly names: ReturnType<typeof useTillQuery<'staff.names'>>;
  /** The cashier whose work waits beneath the lock. */
  readonly lock: LockState;
  readonly onChoose: (id: string, isByTyping: boolean) => void;
  readonly onEnd: () => void;
}) {
  const text = useText();
  const describe = useProblemText();
  const { lock } = props;
  const { value, problem, again } = props.names;
  if (problem !== null) {
    return (
      <Screen
        title={text('signIn.who')}
        actions={[
          { label: text('app.again'), keyName: 'Enter', variant: 'primary', onAction: again },
        ]}
      >
        <Notice tone="refused" {...describe(problem)} />
      </Screen>
    );
  }
  return (
    <Screen
      title={text('signIn.who')}
      hint={
        lock === null
          ? text('signIn.who.hint')
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
  const typed = useRef('');
  return (
    // The list inside has focus and role; this only reads letters first.
    <div
      role="presentation"
      onKeyDownCapture={(event) => {
        if (event.key.length !== 1 || event.ctrlKey || event.altKey || event.metaKey) return;
        const next = updateTypedName(cashiers, typed.current, event.key);
        typed.current = next.typed;
        if (next.chosenId === null) return;
        event.preventDefault();
        event.stopPropagation();
        onChoose(next.chosenId, true);
      }}
    >
      <ChoiceList
        // After a change of language, the focus returns to the names.
        key={language}
        label={text('signIn.names')}
        choices={cashiers.map((one, index) => ({
          id: one.id,
          name: one.name,
          content: (
            <>
              <span className={styles.rowNumber} aria-hidden="true">
                {formatRowNumber(index, cashiers.length)}
              </span>
              {one.name}
            </>
          ),
          aside: text(`role.${one.role}`),
        }))}
        onChoose={(id) => onChoose(id, false)}
        isAutoFocused
        empty={text('signIn.nobody')}
      />
    </div>
  );
}
