import { useEffect, useState } from 'react';
import {
  assertNever,
  type CustomerScreenBridge,
  type CustomerScreenView,
} from '../../shared/contract/index.ts';
import { DEFAULT_LANGUAGE } from '../../shared/locales/index.ts';
import styles from './customer-screen.module.css';
import { type CustomerScreenTexts, createCustomerScreenTexts } from './customer-screen-texts.ts';
import { ReceiptCodeScreen } from './receipt-code-screen.tsx';
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
      <Content view={view} texts={texts} />
    </main>
  );
}

interface ContentProps {
  readonly view: CustomerScreenView;
  readonly texts: CustomerScreenTexts;
}

function Content({ view, texts }: ContentProps) {
  switch (view.kind) {
    case 'idle':
      return <p className={styles.welcome}>{texts.text('customerScreen.welcome')}</p>;
    case 'receipt-code':
      return <ReceiptCodeScreen code={view.code} texts={texts} />;
    case 'sale':
      return <SaleScreen sale={view} texts={texts} />;
    default:
      return assertNever(view);
  }
}

function EnvironmentBanner(props: ContentProps) {
  const { environment } = props.view;
  if (environment === 'production') return null;
  return (
    <p className={styles.environmentBanner}>{props.texts.text(`customerScreen.${environment}`)}</p>
  );
}
