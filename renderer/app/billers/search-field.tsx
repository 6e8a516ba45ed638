import { useEffect, useId } from 'react';
import type { CustomerAccount } from '../../../shared/contract/index.ts';
import { patterns, useKeypadInput } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import { BillerList, getBillerRowId } from './biller-list.tsx';
import styles from './billers.module.css';
import { CustomerRows, getCustomerRowId } from './customer-rows.tsx';
import type { BillerSearch } from './use-biller-search.ts';

export interface BillerSearchFieldProps {
  readonly search: BillerSearch;
  readonly onChooseBiller: (billerId: number) => void;
  readonly onChooseCustomer?: (customer: CustomerAccount) => void;
  /** Replaces the label of the home screen. */
  readonly label?: string;
  readonly placeholder?: string;
}

/** The search field of the home screen with its results: one combobox. */
export function BillerSearchField(props: BillerSearchFieldProps) {
  const { search } = props;
  const text = useText();
  const id = useId();
  const listId = `${id}-list`;
  const { billers, activeBillerIndex, customers } = search;
  const customersId = `${id}-customers`;
  const activeBiller = billers[activeBillerIndex];
  const activeCustomer = customers[search.activeCustomerIndex];
  const activeId =
    activeCustomer === undefined
      ? activeBiller && getBillerRowId(listId, activeBiller.biller.id)
      : getCustomerRowId(customersId, activeCustomer.id);
  const keypadProps = useKeypadInput('letters', true);
  // The home screen opens ready for typing.
  useEffect(() => document.getElementById(id)?.focus(), [id]);
  const hasText = search.text.trim() !== '';
  // The home screen lists only these; a flow's list continues with the other billers that it sells.
  const hasUsedBillers =
    props.label === undefined || billers.some(({ isFavourite, uses }) => isFavourite || uses > 0);
  const tilesLabel = text(
    search.areBillersForScannedCode
      ? 'home.codeMatches'
      : hasUsedBillers
        ? 'home.mostUsed'
        : 'keypad.tiles',
  );
  const resultsLabel = customers.length === 0 ? '' : text('home.results');
  const billersLabel = billers.length === 0 ? '' : hasText ? resultsLabel : tilesLabel;
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
        aria-expanded={billers.length + customers.length > 0}
        aria-controls={customers.length === 0 ? listId : `${customersId} ${listId}`}
        aria-autocomplete="list"
        {...(activeId === undefined ? {} : { 'aria-activedescendant': activeId })}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={80}
        {...keypadProps}
        placeholder={
          props.placeholder ??
          text(search.hasStoredCustomers ? 'customers.homeField' : 'home.placeholder')
        }
        value={search.text}
        onChange={(event) => search.setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault();
            search.moveActiveRow(event.key === 'ArrowDown' ? 1 : -1);
          } else if (event.key === 'PageDown' || event.key === 'PageUp') {
            event.preventDefault();
            search.moveActiveRowByPage(event.key === 'PageDown' ? 1 : -1);
          } else if (event.key === 'Enter') {
            event.preventDefault();
            if (!event.repeat) search.chooseActiveRow();
          } else if (event.key === 'Escape' && search.text !== '') {
            event.preventDefault();
            search.setText('');
          }
        }}
      />
      {customers.length === 0 ? null : (
        <>
          <p className={styles.listHeader}>
            {text(hasText ? 'customers.found' : 'customers.recent')}
          </p>
          <CustomerRows
            id={customersId}
            label={text(hasText ? 'customers.found' : 'customers.recent')}
            customers={customers}
            activeIndex={search.activeCustomerIndex}
            onChoose={(customer) => props.onChooseCustomer?.(customer)}
          />
        </>
      )}
      <div className={styles.billerListHeader}>
        <p>{billersLabel}</p>
        {search.hasMoreBillers ? (
          <button
            type="button"
            className={styles.showMore}
            tabIndex={-1}
            // Keep the focus in the field, so that typing can continue.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => search.moveActiveRowByPage(1)}
          >
            {text(hasText ? 'home.more' : 'home.moreUsed')}
          </button>
        ) : null}
      </div>
      <BillerList
        isTiled={!hasText}
        id={listId}
        label={hasText ? text('home.results') : tilesLabel}
        billers={billers}
        activeIndex={activeBillerIndex}
        onChoose={props.onChooseBiller}
      />
      <p className={patterns.visuallyHidden} role="status">
        {hasText && !search.isPending
          ? text(search.hasMoreBillers ? 'home.countMore' : 'home.count', {
              count: billers.length + customers.length,
            })
          : ''}
      </p>
    </div>
  );
}
