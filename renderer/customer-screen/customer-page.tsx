import { useEffect, useState } from 'react';
import type { CustomerScreenBridge, CustomerView } from '../../shared/contract/index.ts';
import { FIRST_LANGUAGE } from '../../shared/locales/index.ts';
import styles from './customer-screen.module.css';
import { type CustomerTexts, createCustomerTexts } from './customer-texts.ts';
import { Sale } from './sale.tsx';

/** Main checks every view before it sends one; until the first has come, there is nothing to say. */
export function CustomerPage(props: { readonly bridge: CustomerScreenBridge }) {
  const { bridge } = props;
  const [view, setView] = useState<CustomerView | null>(null);
  useEffect(() => bridge.onShown((shown) => setView(shown as CustomerView)), [bridge]);
  useEffect(() => {
    const { documentElement } = document;
    documentElement.lang = view?.language ?? FIRST_LANGUAGE;
    documentElement.dataset.theme = view?.theme ?? 'system';
  }, [view]);
  if (view === null) return <main className={styles.page} />;
  const words = createCustomerTexts(view);
  return (
    <main className={styles.page} data-items={view.kind === 'sale' ? view.items.length : 0}>
      <header className={styles.header}>
        <h1 className={styles.shop}>{view.shopName}</h1>
        <EnvironmentBanner view={view} words={words} />
      </header>
      {view.kind === 'sale' ? (
        <Sale sale={view} words={words} />
      ) : (
        <p className={styles.welcome}>{words.text('facing.welcome')}</p>
      )}
    </main>
  );
}

function EnvironmentBanner(props: { readonly view: CustomerView; readonly words: CustomerTexts }) {
  const { environment } = props.view;
  if (environment === 'production') return null;
  return <p className={styles.environmentBanner}>{props.words.text(`facing.${environment}`)}</p>;
}
