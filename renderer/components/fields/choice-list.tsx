import { type CSSProperties, type ReactNode, useRef } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import { useText } from '../../i18n/index.ts';
import { classNames } from '../class-names.ts';
import styles from './choice-list.module.css';
import { useTypeAhead } from './use-type-ahead.ts';

export interface Choice<Id extends string = string> {
  readonly id: Id;
  /** Used by type-ahead and screen readers. */
  readonly name: string;
  /** Rendered instead of the name, if the name needs highlights. */
  readonly content?: ReactNode;
  /** A second, less prominent line. */
  readonly detail?: ReactNode;
  /** At the end of the row. */
  readonly trailingContent?: ReactNode;
  readonly isDisabled?: boolean;
}

export interface ChoiceListProps<Id extends string> {
  readonly label: string;
  readonly choices: readonly Choice<Id>[];
  /** Called by Enter, a click or a touch on a row. */
  readonly onChoose: (id: Id) => void;
  /** Called for the focused or hovered row, to preview its effect. */
  readonly onHighlight?: (id: Id) => void;
  /** The row that is marked as selected, or null. */
  readonly selectedId?: Id | null;
  readonly isAutoFocused?: boolean;
  /** For many short rows: two columns on a wide screen. */
  readonly hasTwoColumns?: boolean;
  /** A sentence. A screen that explains more shows an `EmptyState` instead of the list. */
  readonly empty?: string;
}

/**
 * A list to choose from by keyboard: arrows, Home and End, typing any word of the name, Enter.
 * Inside react-aria's `Autocomplete` it follows the field above it.
 */
export function ChoiceList<Id extends string>(props: ChoiceListProps<Id>) {
  const text = useText();
  const selectedId = props.selectedId ?? null;
  const list = useRef<HTMLDivElement>(null);
  useTypeAhead(list, props.choices);
  const isSelectedBelowFirst = props.choices.findIndex(({ id }) => id === selectedId) > 0;
  const shouldFocusSelected = useRef(props.isAutoFocused === true && isSelectedBelowFirst);
  return (
    <ListBox
      ref={list}
      className={classNames(styles.list)}
      data-scrolls="yes"
      aria-label={props.label}
      items={props.choices}
      selectionMode="none"
      autoFocus={props.isAutoFocused === true && !isSelectedBelowFirst ? 'first' : false}
      escapeKeyBehavior="none"
      shouldFocusWrap
      {...(props.hasTwoColumns === true ? getColumnStyle(props.choices.length) : {})}
      onAction={(key) => {
        const choice = props.choices.find((choice) => choice.id === key);
        if (choice !== undefined) props.onChoose(choice.id);
      }}
      renderEmptyState={() => <p className={styles.empty}>{props.empty ?? text('choice.empty')}</p>}
      dependencies={[selectedId]}
    >
      {(choice) => (
        <ListBoxItem
          id={choice.id}
          // The focus starts on the selected row, so that Enter keeps it.
          ref={(row) => {
            if (row === null || choice.id !== selectedId || !shouldFocusSelected.current) return;
            shouldFocusSelected.current = false;
            row.focus();
          }}
          textValue={choice.name}
          isDisabled={choice.isDisabled ?? false}
          className={classNames(styles.row)}
          {...(props.onHighlight === undefined
            ? {}
            : {
                onFocus: () => props.onHighlight?.(choice.id),
                onHoverStart: () => props.onHighlight?.(choice.id),
              })}
          {...(choice.id === selectedId ? { 'data-chosen': 'yes' } : {})}
        >
          <span className={styles.rowTexts}>
            <span className={styles.name}>{choice.content ?? choice.name}</span>{' '}
            {choice.detail === undefined ? null : (
              <span className={styles.detail}>{choice.detail}</span>
            )}
          </span>{' '}
          {choice.trailingContent === undefined ? null : (
            <span className={styles.trailing}>{choice.trailingContent}</span>
          )}
        </ListBoxItem>
      )}
    </ListBox>
  );
}

/**
 * Fills one column after the other, in the order of the rows; left and right move across. There are
 * three columns on a screen that takes the place of the paper.
 */
function getColumnStyle(rows: number) {
  return {
    layout: 'grid',
    orientation: 'horizontal',
    'data-columns': 'yes',
    style: { '--rows': Math.ceil(rows / 2), '--wide-rows': Math.ceil(rows / 3) } as CSSProperties,
  } as const;
}
