import { createContext, type ReactNode, useContext, useState } from 'react';
import {
  type BoundKey,
  classNames,
  Dialog,
  KEY_SHEET_ATTRIBUTE,
  KeyHint,
  listBoundKeys,
  patterns,
  useKeys,
} from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import styles from './key-sheet.module.css';

const OpenKeySheetContext = createContext<() => void>(() => {});

/** For the button: a finger presses no key. */
export function useOpenKeySheet(): () => void {
  return useContext(OpenKeySheetContext);
}

/**
 * Around the whole page: the key works at the sign-in and in the set-up, too. `holder` says who is at
 * the till, or that it is locked: with another one the sheet is gone, as no key would reach a PIN.
 */
export function KeySheetProvider(props: { readonly holder: string; readonly children: ReactNode }) {
  const { holder } = props;
  const text = useText();
  // Read when it is asked for: the sheet itself is a dialog.
  const [opened, setOpened] = useState<{
    readonly keys: ReturnType<typeof listBoundKeys>;
    readonly holder: string;
  } | null>(null);
  const isGone = opened !== null && opened.holder !== holder;
  // Forgotten, so that it is not there again once the same cashier comes back.
  if (isGone) setOpened(null);
  const keys = isGone ? null : (opened?.keys ?? null);
  const open = (): void => setOpened({ keys: listBoundKeys(), holder });
  const close = (): void => setOpened(null);
  useKeys(
    {
      'Control+K': {
        label: text('keys.sheet'),
        onAction: () => (keys === null ? open() : close()),
      },
    },
    'always',
  );
  return (
    <OpenKeySheetContext value={open}>
      {props.children}
      {keys === null ? null : (
        <Dialog title={text('keys.title')} onClose={close}>
          <div className={styles.sheet} {...KEY_SHEET_ATTRIBUTE}>
            <KeyList
              title={text(keys.isDialog ? 'keys.dialog' : 'keys.here')}
              keys={keys.here}
              empty={text('keys.none')}
            />
            <KeyList title={text('keys.everywhere')} keys={keys.everywhere} empty="" />
          </div>
        </Dialog>
      )}
    </OpenKeySheetContext>
  );
}

function KeyList(props: {
  readonly title: string;
  readonly keys: readonly BoundKey[];
  readonly empty: string;
}) {
  return (
    <section aria-label={props.title}>
      <p className={styles.title}>{props.title}</p>
      {props.keys.length === 0 ? <p>{props.empty}</p> : null}
      <ul className={classNames(styles.keys, patterns.stack)}>
        {props.keys.map(({ keyName, label }) => (
          <li key={keyName} className={styles.key}>
            <span className={styles.keyCap}>
              <KeyHint keyName={keyName} isRead />
            </span>
            <span>{label}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
