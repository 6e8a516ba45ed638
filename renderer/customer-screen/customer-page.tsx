import { useEffect, useState } from 'react';
import type { CustomerScreenBridge, CustomerView } from '../../shared/contract/index.ts';
import { FIRST_LANGUAGE } from '../../shared/locales/index.ts';
import styles from './customer-screen.module.css';
import { type CustomerTexts, createCustomerTexts } from './customer-texts.ts';
import { Sale } from './sale.tsx';

/** Main validates every view before sending it; the page is empty until the first one. */
export function CustomerPage(props: { readonly bridge: CustomerScreenBridge }) {
  const { bridge } = props;
  const [view, setView] = useState<CustomerView | null>(null);
  useEffect(() => bridge.onShown((nextView) => setView(nextView as CustomerView)), [bridge]);
  useEffect(() => {
    const { documentElement } = document;
    documentElement.lang = view?.language ?? FIRST_LANGUAGE;
    documentElement.dataset.theme = view?.theme ?? 'system';
  }, [view]);
  if (view === null) return <main className={styles.page} />;
  const texts = createCustomerTexts(view);
  return (
    <main className={styles.page} data-items={view.kind === 'sale' ? view.items.length : 0}>
      <header className={styles.header}>
        <h1 className={styles.shop}>{view.shopName}</h1>
        <EnvironmentBanner view={view} texts={texts} />
      </header>
      {view.kind === 'sale' ? (
        <Sale sale={view} texts={texts} />
      ) : (
        <p className={styles.welcome}>{texts.text('customerScreen.welcome')}</p>
      )}
    </main>
  );
}

function EnvironmentBanner(props: { readonly view: CustomerView; readonly texts: CustomerTexts }) {
  const { environment } = props.view;
  if (environment === 'production') return null;
  return (
    <p className={styles.environmentBanner}>{props.texts.text(`customerScreen.${environment}`)}</p>
  );
}
