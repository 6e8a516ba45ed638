import { useEffect, useState } from 'react';
import type { CustomerScreenBridge, CustomerScreenView } from '../../shared/contract/index.ts';
import { DEFAULT_LANGUAGE } from '../../shared/locales/index.ts';
import styles from './customer-screen.module.css';
import { type CustomerScreenTexts, createCustomerScreenTexts } from './customer-screen-texts.ts';
import { SaleScreen } from './sale-screen.tsx';

/** Main validates every view before sending it; the page is empty until the first one. */
export function CustomerScreenPage(props: { readonly bridge: CustomerScreenBridge }) {
  const { bridge } = props;
  const [view, setView] = useState<CustomerScreenView | null>(null);
  useEffect(() => bridge.onShown((nextView) => setView(nextView as CustomerScreenView)), [bridge]);
  useEffect(() => {
    const { documentElement } = document;
    documentElement.lang = view?.language ?? DEFAULT_LANGUAGE;
    documentElement.dataset.theme = view?.theme ?? 'system';
  }, [view]);
  if (view === null) return <main className={styles.page} />;
  const texts = createCustomerScreenTexts(view);
  return (
    <main className={styles.page} data-items={view.kind === 'sale' ? view.items.length : 0}>
      <header className={styles.header}>
        <h1 className={styles.shop}>{view.shopName}</h1>
        <EnvironmentBanner view={view} texts={texts} />
      </header>
      {view.kind === 'sale' ? (
        <SaleScreen sale={view} texts={texts} />
      ) : (
        <p className={styles.welcome}>{texts.text('customerScreen.welcome')}</p>
      )}
    </main>
  );
}

function EnvironmentBanner(props: {
  readonly view: CustomerScreenView;
  readonly texts: CustomerScreenTexts;
}) {
  const { environment } = props.view;
  if (environment === 'production') return null;
  return (
    <p className={styles.environmentBanner}>{props.texts.text(`customerScreen.${environment}`)}</p>
  );
}
