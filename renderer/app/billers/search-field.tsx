import { useEffect, useId, useRef } from 'react';
import { useText } from '../../i18n/index.ts';
import { BillerList, rowId } from './biller-list.tsx';
import styles from './billers.module.css';
import type { BillerSearch } from './use-biller-search.ts';

export interface SearchFieldProps {
  readonly search: BillerSearch;
  readonly onChoose: (billerId: number) => void;
  /** In place of the words of the home screen. */
  readonly label?: string;
  readonly placeholder?: string;
}

/** The field that the till begins with, and what it finds: one combobox. */
export function SearchField(props: SearchFieldProps) {
  const { search } = props;
  const text = useText();
  const id = useId();
  const listId = `${id}-list`;
  const { found, active } = search;
  const activeRow = found[active];
  const input = useRef<HTMLInputElement>(null);
  // The home screen is this field: whoever arrives wants to type.
  useEffect(() => input.current?.focus(), []);
  const hasText = search.text.trim() !== '';
  return (
    <div className={styles.search}>
      <label className={styles.label} htmlFor={id}>
        {props.label ?? text('home.field')}
      </label>
      <input
        id={id}
        className={styles.input}
        type="text"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        {...(activeRow ? { 'aria-activedescendant': rowId(listId, activeRow.biller.id) } : {})}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={80}
        ref={input}
        placeholder={props.placeholder ?? text('home.placeholder')}
        value={search.text}
        onChange={(event) => search.type(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault();
            search.move(event.key === 'ArrowDown' ? 1 : -1);
          } else if (event.key === 'Enter') {
            event.preventDefault();
            if (!event.repeat) search.enter();
          } else if (event.key === 'Escape' && search.text !== '') {
            event.preventDefault();
            search.type('');
          }
        }}
      />
      <p className={styles.over} id={`${id}-over`}>
        {hasText ? '' : found.length > 0 ? text('home.mostUsed') : ''}
      </p>
      <BillerList
        id={listId}
        label={hasText ? text('home.results') : text('home.mostUsed')}
        found={found}
        active={active}
        onChoose={props.onChoose}
      />
      <p className={styles.hidden} role="status">
        {hasText && !search.isWaiting ? text('home.count', { count: found.length }) : ''}
      </p>
    </div>
  );
}
