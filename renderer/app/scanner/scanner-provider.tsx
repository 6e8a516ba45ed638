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
import { SEPARATOR } from '../../../shared/bill-codes/index.ts';
import { IsPageLockedContext, isDialogOpen } from '../../components/index.ts';
import { createScannerListener } from './scanner-listener.ts';

/** Handles a scanned code; returns false if it cannot be used now. */
export type ScanHandler = (code: string) => boolean;

interface RegisteredHandler {
  readonly handle: ScanHandler;
  /** Receives codes of any length, with the marks between their fields. */
  readonly takesBillCodes: boolean;
}

/** The last scan, if no screen received it: an unused code, or a torn scan without its code. */
export interface FailedScan {
  readonly code: string | null;
}

type KeyObserver = (event: KeyboardEvent) => void;

interface Scanner {
  /** Sees every key before it is known whether a scanner sent it. */
  readonly addKeyObserver: (observer: KeyObserver) => () => void;
  readonly addHandler: (newHandler: RegisteredHandler) => () => void;
  /** Null after another key. */
  readonly failedScan: FailedScan | null;
}

const ScannerContext = createContext<Scanner | null>(null);

/** Longer than any account or reference: only what reads the codes of bills can use a longer code. */
const MAX_CODE_LENGTH = 64;
/** What is shown of a code that no screen used. */
const MAX_SHOWN_LENGTH = 40;

/** Wraps every screen of a signed-in cashier, and receives scanned codes wherever the focus is. */
export function ScannerProvider(props: { readonly children: ReactNode }) {
  const handlers = useRef<RegisteredHandler[]>([]);
  const keyObservers = useRef(new Set<KeyObserver>());
  const [failedScan, setFailedScan] = useState<FailedScan | null>(null);
  const isLocked = useContext(IsPageLockedContext);

  const onCode = useEffectEvent((code: string) => {
    const handler = handlers.current.at(-1);
    const plainCode = code.replaceAll(SEPARATOR, '');
    const takesBillCodes = handler?.takesBillCodes === true;
    const canBeUsed = !isDialogOpen() && (takesBillCodes || plainCode.length <= MAX_CODE_LENGTH);
    const isUsed = canBeUsed && handler?.handle(takesBillCodes ? code : plainCode) === true;
    setFailedScan(isUsed ? null : { code: shortenCode(plainCode) });
  });
  const onTornScan = useEffectEvent(() => setFailedScan({ code: null }));
  const onTyping = useEffectEvent(() => setFailedScan(null));

  useEffect(() => {
    if (isLocked) return;
    const listener = createScannerListener({
      onScannedCode: onCode,
      onTornScan,
      onTyping,
      setTimer: (run, ms) => window.setTimeout(run, ms),
      clearTimer: (timer) => window.clearTimeout(timer),
      insertText: insertAtFocus,
    });
    const onKeyDown = (event: KeyboardEvent): void => {
      // A script's events are not from a keyboard, and so not from a scanner.
      if (!event.isTrusted) return;
      for (const observe of keyObservers.current) observe(event);
      listener.onKeyDown(event);
    };
    const abortController = new AbortController();
    const options = { capture: true, signal: abortController.signal };
    window.addEventListener('keydown', onKeyDown, options);
    window.addEventListener('beforeinput', listener.onBeforeInput, options);
    window.addEventListener('pointerdown', listener.onPointerDown, options);
    return () => abortController.abort();
  }, [isLocked]);

  const scanner = useMemo<Scanner>(
    () => ({
      addKeyObserver: (observer) => {
        keyObservers.current.add(observer);
        return () => void keyObservers.current.delete(observer);
      },
      addHandler: (newHandler) => {
        handlers.current = [...handlers.current, newHandler];
        return () => {
          handlers.current = handlers.current.filter((registered) => registered !== newHandler);
        };
      },
      failedScan,
    }),
    [failedScan],
  );
  return <ScannerContext value={scanner}>{props.children}</ScannerContext>;
}

/**
 * Handles scanned codes while the component is shown; the component shown last takes precedence.
 */
export function useScanHandler(newHandler: ScanHandler): void {
  useRegisteredHandler(newHandler, false);
}

/** Like `useScanHandler`, also for the codes of bills, with the marks between their fields. */
export function useBillScanHandler(newHandler: ScanHandler): void {
  useRegisteredHandler(newHandler, true);
}

function useRegisteredHandler(newHandler: ScanHandler, takesBillCodes: boolean): void {
  const scanner = useContext(ScannerContext);
  const onScan = useEffectEvent(newHandler);
  const addHandler = scanner?.addHandler;
  useLayoutEffect(
    () => addHandler?.({ handle: (code) => onScan(code), takesBillCodes }),
    [addHandler, takesBillCodes],
  );
}

/** Observes every key while the component is shown, for the check of the scanner. */
export function useScannedKeys(observer: KeyObserver): void {
  const scanner = useContext(ScannerContext);
  const onKey = useEffectEvent(observer);
  const addKeyObserver = scanner?.addKeyObserver;
  useLayoutEffect(() => addKeyObserver?.((event) => onKey(event)), [addKeyObserver]);
}

/** The last scan that no screen received, for display. */
export function useFailedScan(): FailedScan | null {
  return useContext(ScannerContext)?.failedScan ?? null;
}

function shortenCode(code: string): string {
  return code.length <= MAX_SHOWN_LENGTH ? code : `${code.slice(0, MAX_SHOWN_LENGTH)}…`;
}

function insertAtFocus(text: string): void {
  // Held-back text must be in the field's state before the next key is handled.
  flushSync(() => {
    for (const character of text) {
      const target = document.activeElement ?? document.body;
      const isPrevented = !target.dispatchEvent(
        new KeyboardEvent('keydown', { key: character, bubbles: true, cancelable: true }),
      );
      if (!isPrevented) document.execCommand('insertText', false, character);
    }
  });
}
