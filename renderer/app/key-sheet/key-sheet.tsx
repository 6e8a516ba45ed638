import { createContext, type ReactNode, useContext, useState } from 'react';
import {
  type BoundKey,
  classNames,
  Dialog,
  KEY_SHEET_ATTRIBUTE,
  KeyHint,
  listBoundKeys,
  patterns,
  useKeyBindings,
} from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import styles from './key-sheet.module.css';

const OpenKeySheetContext = createContext<() => void>(() => {});

/** Opens the sheet from its button, for touch screens. */
export function useOpenShortcutSheet(): () => void {
  return useContext(OpenKeySheetContext);
}

/**
 * Wraps the whole page, so that the key also works at the sign-in and in the set-up. `closesWhenChanged`
 * identifies the session or its lock: when it changes, the sheet closes, because it would block the
 * keys of a PIN.
 */
export function ShortcutSheetProvider(props: {
  readonly closesWhenChanged: string;
  readonly children: ReactNode;
}) {
  const { closesWhenChanged } = props;
  const text = useText();
  // The bindings are read when the sheet opens, because the sheet itself is a dialog.
  const [openSheet, setOpenSheet] = useState<{
    readonly keys: ReturnType<typeof listBoundKeys>;
    readonly closesWhenChanged: string;
  } | null>(null);
  const isStale = openSheet !== null && openSheet.closesWhenChanged !== closesWhenChanged;
  // Cleared, so that it does not reappear when the same cashier returns.
  if (isStale) setOpenSheet(null);
  const keys = isStale ? null : (openSheet?.keys ?? null);
  const open = (): void => setOpenSheet({ keys: listBoundKeys(), closesWhenChanged });
  const close = (): void => setOpenSheet(null);
  useKeyBindings(
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
              title={text(keys.isDialog ? 'keys.dialog' : 'keys.screen')}
              keys={keys.currentKeys}
              empty={text('keys.none')}
            />
            <KeyList title={text('keys.global')} keys={keys.globalKeys} empty="" />
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
              <KeyHint keyName={keyName} isReadAloud />
            </span>
            <span>{label}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
