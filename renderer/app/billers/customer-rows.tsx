import { useEffect, useRef } from 'react';
import type { CustomerAccount } from '../../../shared/contract/index.ts';
import { useText } from '../../i18n/index.ts';
import { useTimeFormatter } from '../till/index.ts';
import styles from './billers.module.css';
import { OptionRow } from './option-row.tsx';

/** The id of a row, for the field's `aria-activedescendant`. */
export function getCustomerRowId(listId: string, customerId: string): string {
  return `${listId}-customer-${customerId}`;
}

/** Returning customers, above the billers: choosing one opens its payment directly. */
export function CustomerRows(props: {
  readonly id: string;
  readonly label: string;
  readonly customers: readonly CustomerAccount[];
  readonly activeIndex: number;
  readonly onChoose: (customer: CustomerAccount) => void;
}) {
  const { id, customers, activeIndex } = props;
  const text = useText();
  const timeFormatter = useTimeFormatter();
  const list = useRef<HTMLDivElement>(null);
  const activeId = customers[activeIndex]?.id;
  useEffect(() => {
    if (activeId === undefined) return;
    const row = list.current?.querySelector(`[id="${getCustomerRowId(id, activeId)}"]`);
    row?.scrollIntoView?.({ block: 'nearest' });
  }, [id, activeId]);
  return (
    <div ref={list} id={id} role="listbox" aria-label={props.label} className={styles.customers}>
      {customers.map((customer, index) => (
        <OptionRow
          key={customer.id}
          id={getCustomerRowId(id, customer.id)}
          isActive={index === activeIndex}
          onChoose={() => props.onChoose(customer)}
        >
          <span className={styles.rowTexts}>
            <span className={styles.name}>{customer.billerName}</span>
            <span className={styles.detail}>
              {[customer.account, customer.name, customer.phone]
                .filter((part) => part !== null)
                .join(' · ')}
            </span>
          </span>
          <span className={styles.rule}>
            {text('customers.lastUsed', { date: timeFormatter.day(customer.usedAt) })}
          </span>
        </OptionRow>
      ))}
    </div>
  );
}
