import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { CoveredContext, isDialogOpen } from '../../components/index.ts';
import { createScannerListener } from './scanner-listener.ts';

/** Takes a scanned code; false if it is of no use now. */
export type ScanHandler = (code: string) => boolean;

interface Scanner {
  readonly addHandler: (taker: ScanHandler) => () => void;
  /** The last code that no screen could use; null once another key was pressed. */
  readonly unusedCode: string | null;
}

const ScannerContext = createContext<Scanner | null>(null);

/** Longer than any account or reference, so no screen can use it. */
const MAX_CODE_LENGTH = 64;

/** Surrounds every screen of a signed-in cashier, and hears the scanner wherever the focus is. */
export function ScannerProvider(props: { readonly children: ReactNode }) {
  const takers = useRef<ScanHandler[]>([]);
  const [unusedCode, setUnused] = useState<string | null>(null);
  const isCovered = useContext(CoveredContext);

  const onCode = useEffectEvent((code: string) => {
    const taker = takers.current.at(-1);
    const mayBeUsed = !isDialogOpen() && code.length <= MAX_CODE_LENGTH;
    const isUsed = mayBeUsed && taker?.(code) === true;
    setUnused(isUsed ? null : code);
  });
  const onSeen = useEffectEvent(() => setUnused(null));

  useEffect(() => {
    if (isCovered) return;
    const listener = createScannerListener({
      onCode,
      setTimer: (run, ms) => window.setTimeout(run, ms),
      clearTimer: (timer) => window.clearTimeout(timer),
      insertText: insertAtFocus,
    });
    const onKeyDown = (event: KeyboardEvent): void => {
      // A script's events come from no keyboard, and so from no scanner.
      if (!event.isTrusted) return;
      onSeen();
      listener.onKeyDown(event);
    };
    const ending = new AbortController();
    const options = { capture: true, signal: ending.signal };
    window.addEventListener('keydown', onKeyDown, options);
    window.addEventListener('beforeinput', listener.onBeforeInput, options);
    window.addEventListener('pointerdown', listener.onPointerDown, options);
    return () => ending.abort();
  }, [isCovered]);

  const scanner = useMemo<Scanner>(
    () => ({
      addHandler: (taker) => {
        takers.current = [...takers.current, taker];
        return () => {
          takers.current = takers.current.filter((one) => one !== taker);
        };
      },
      unusedCode,
    }),
    [unusedCode],
  );
  return <ScannerContext value={scanner}>{props.children}</ScannerContext>;
}

/** Takes scanned codes while the component is shown; the one shown last comes first. */
export function useScan(taker: ScanHandler): void {
  const scanner = useContext(ScannerContext);
  const onScan = useEffectEvent(taker);
  const take = scanner?.addHandler;
  useLayoutEffect(() => take?.((code) => onScan(code)), [take]);
}

/** The last code that no screen could use, to be mentioned. */
export function useUnusedScan(): string | null {
  return useContext(ScannerContext)?.unusedCode ?? null;
}

function insertAtFocus(text: string): void {
  // Held-back text must be in the field's state before the next key is handled.
  flushSync(() => {
    for (const character of text) {
      const target = document.activeElement ?? document.body;
      const isTaken = !target.dispatchEvent(
        new KeyboardEvent('keydown', { key: character, bubbles: true, cancelable: true }),
      );
      if (!isTaken) document.execCommand('insertText', false, character);
    }
  });
}
