import type { ReactNode } from 'react';
import { DraftTape } from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import { StatusBar } from '../status/index.ts';
import { useTill, useTillQuery } from '../till/index.ts';
import { Banner } from './banner.tsx';
import { Counter } from './counter.tsx';
import styles from './frame.module.css';
import { KeyBar } from './key-bar.tsx';

const DEFAULT_COLUMNS = 42;
/** Main sends every change; this only catches a light that goes out because nothing happened. */
const STATUS_EVERY_MS = 20_000;

/** What stands around every feature once somebody has signed in. */
export function Frame(props: { readonly children: ReactNode }) {
  const text = useText();
  const till = useTill();
  const status = useTillQuery('till.status', {}, { everyMs: STATUS_EVERY_MS });
  return (
    <div className={styles.frame}>
      <StatusBar status={status.value} />
      <Banner environment={till.environment} />
      <Counter
        idleTape={
          <DraftTape
            head={[
              till.shopName,
              [text('frame.pos', { pos: till.posNumber }), till.session.cashier?.name]
                .filter(Boolean)
                .join(' · '),
            ]}
            rows={[{ id: 'idle', label: text('frame.tapeIdle') }]}
            columns={status.value?.printer.columns ?? DEFAULT_COLUMNS}
            isTraining={till.environment === 'training'}
          />
        }
      >
        {props.children}
      </Counter>
      <KeyBar unresolved={status.value?.unresolved ?? 0} />
    </div>
  );
}
