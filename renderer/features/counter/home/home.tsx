import { useEffect, useEffectEvent, useState } from 'react';
import type { CustomerAccount } from '../../../../shared/contract/index.ts';
import { SearchField, useBillerSearch } from '../../../app/billers/index.ts';
import {
  ConnectionNotice,
  ProblemNotice,
  parseReceiptReference,
  useCall,
  useIfMounted,
  useNavigation,
  useScan,
} from '../../../app/index.ts';
import { EmptyState, Screen } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { BasketNotice } from '../basket/notice/index.ts';
import { CatalogNotice } from './catalog-notice.tsx';
import { OwedRefundsNotice } from './owed-refunds-notice.tsx';

/**
 * The home screen with its search field. A payment that this cashier still has in hand comes first,
 * so that a page reloaded in the middle of one returns to it.
 */
export function Home() {
  const { open, route } = useNavigation();
  const call = useCall();
  const text = useText();
  const [code, setCode] = useState<string | null>(
    (route.name === 'home' ? route.accountNumber : null) ?? null,
  );
  const choose = (billerId: number) =>
    open({ name: 'pay', billerId, accountNumber: code ?? undefined });
  const chooseCustomer = ({ id, billerId, kind }: CustomerAccount) =>
    open({
      name: 'pay',
      billerId,
      customerId: id,
      ...(kind === 'bill' ? {} : { flow: kind }),
    });
  const search = useBillerSearch(choose, { code, onCustomer: chooseCustomer });
  const scan = useScannedBill(setCode);
  useScan(scan);

  const typed = search.text.trim();
  const isBegun = typed !== '' || code !== null;
  const onInHand = useEffectEvent((billerId: number) => {
    // A cashier who has begun something is not interrupted: the flow that she opens asks again.
    if (!isBegun) open({ name: 'pay', billerId });
  });
  const whileHere = useIfMounted();
  useEffect(() => {
    void call('payments.inHand', {}).then((answer) => {
      const payment = answer.ok ? answer.value : null;
      if (payment) whileHere(() => onInHand(payment.billerId));
    });
  }, [call, whileHere]);

  const isEmpty =
    search.billers.length === 0 &&
    search.customers.length === 0 &&
    !search.isWaiting &&
    search.problem === null;
  return (
    <Screen
      title={code === null ? text('home.title') : text('home.scanned', { code })}
      actions={
        code === null
          ? []
          : [{ label: text('home.scannedNot'), keyName: 'Escape', onAction: () => setCode(null) }]
      }
    >
      <ConnectionNotice isAtHome />
      <BasketNotice callsBack={!isBegun} />
      <SearchField search={search} onChoose={choose} onCustomer={chooseCustomer} />
      {search.problem === null ? null : <ProblemNotice problem={search.problem} />}
      {isEmpty ? <NoResults typed={typed} isScanned={code !== null} /> : null}
      <OwedRefundsNotice />
      <CatalogNotice />
    </Screen>
  );
}

/**
 * A code that fits one biller only opens its form; otherwise the cashier chooses the biller. One of
 * our own receipts opens the history.
 */
function useScannedBill(ask: (code: string) => void): (code: string) => boolean {
  const call = useCall();
  const { open } = useNavigation();
  const whileHere = useIfMounted();
  return (code) => {
    const reference = parseReceiptReference(code);
    if (reference !== null) {
      open({ name: 'history', text: reference });
      return true;
    }
    void call('catalog.byBarcode', { code, limit: 2 }).then((answer) => {
      const [only, other] = answer.ok ? answer.value : [];
      whileHere(() => {
        if (only && !other) open({ name: 'pay', billerId: only.biller.id, accountNumber: code });
        else ask(code);
      });
    });
    return true;
  };
}

function NoResults(props: { readonly typed: string; readonly isScanned: boolean }) {
  const { typed, isScanned } = props;
  const text = useText();
  if (typed !== '') {
    return (
      <EmptyState title={text('home.none', { text: typed })}>{text('home.noneMore')}</EmptyState>
    );
  }
  return isScanned ? (
    <EmptyState title={text('home.scannedNone')}>{text('home.scannedNoneMore')}</EmptyState>
  ) : (
    <EmptyState title={text('home.first')}>{text('home.firstMore')}</EmptyState>
  );
}
