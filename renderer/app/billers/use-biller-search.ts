import { useEffect, useEffectEvent, useState } from 'react';
import type {
  BillerKind,
  BillerMatch,
  CallOutput,
  CustomerAccount,
  Problem,
} from '../../../shared/contract/index.ts';
import { useTillQuery } from '../index.ts';

const KINDS: readonly BillerKind[] = ['utility', 'partner', 'top-up', 'gift-card'];
/** Rows at first, and how many more each time. */
const PAGE_SIZE = 8;
/** One row more than is shown is asked for: it says that there is more. */
const MAX_RESULTS = { search: 50, atHand: 30, byBarcode: 20 } as const;
const MAX_TEXT_LENGTH = 80;
/** Customers stand above the billers: a few at first, and more only of those that were asked for. */
const MAX_CUSTOMERS = { recent: 3, found: 5 } as const;

export interface ListedBiller extends BillerMatch {
  readonly isFavourite: boolean;
}

export interface BillerSearch {
  readonly text: string;
  readonly type: (text: string) => void;
  /** The results; while nothing is typed, favourites and the most used billers. */
  readonly billers: readonly ListedBiller[];
  /** They are the billers whose account a scanned code could be. */
  readonly isForScannedCode: boolean;
  /** Above them: customers who come back, by what was typed, or the last ones. */
  readonly customers: readonly CustomerAccount[];
  /** Some are kept, whatever was typed. */
  readonly hasCustomers: boolean;
  /** The biller that Enter takes; -1 for none. */
  readonly active: number;
  /** The customer that Enter takes; -1 for none. */
  readonly activeCustomer: number;
  /** More rows than these fit. */
  readonly hasMore: boolean;
  /** Moves to the next or previous row, and around at the ends. */
  readonly move: (by: 1 | -1) => void;
  /** Moves by as many rows as are shown at first, and shows more of them where there are any. */
  readonly page: (by: 1 | -1) => void;
  /** Takes the active row, as soon as the results for the typed text are here. */
  readonly enter: () => void;
  readonly isWaiting: boolean;
  readonly problem: Problem | null;
}

/**
 * Searches while the cashier types. Enter never takes a row that was found for another text: an
 * expert types and presses Enter before the answer comes, so Enter then waits for it. With a
 * scanned `code` and nothing typed, it offers the billers whose account the code could be.
 */
export function useBillerSearch(
  onChoose: (billerId: number) => void,
  options: {
    readonly kinds?: readonly BillerKind[];
    readonly code?: string | null;
    /** Left out, no customers are searched. */
    readonly onCustomer?: (customer: CustomerAccount) => void;
  } = {},
): BillerSearch {
  const { kinds = KINDS, code = null } = options;
  const isOfOneKind = kinds.length === 1;
  const [typed, setTyped] = useState<SearchInput>({
    text: '',
    at: null,
    isEntered: false,
    rows: PAGE_SIZE,
  });
  const text = typed.text.trim().slice(0, MAX_TEXT_LENGTH);
  const limit = (most: number): number => Math.min(typed.rows + 1, most);
  // What the shop uses changes with every payment, and Enter acts on the first row at once.
  const search = useTillQuery(
    'catalog.search',
    { text, kinds: [...kinds], limit: limit(MAX_RESULTS.search) },
    { keepPreviousData: true, gcTime: 0 },
  );
  const atHand = useTillQuery(
    'catalog.atHand',
    // The list of one flow is short: what it sells stands there before anything is typed.
    { kinds: [...kinds], limit: limit(MAX_RESULTS.atHand), isFilled: isOfOneKind },
    { refetchOnMount: 'always', keepPreviousData: true },
  );
  const byCode = useTillQuery(
    'catalog.byBarcode',
    { code: code ?? '', limit: limit(MAX_RESULTS.byBarcode) },
    { enabled: code !== null, keepPreviousData: true },
  );
  const isForScannedCode = code !== null && text === '';
  const all = isForScannedCode
    ? toListedBillers(byCode.value ?? [])
    : toRows(text, search.value ?? [], atHand.value ?? []);
  const billers = all.slice(0, typed.rows);
  const asked = text === '' ? (code ?? '') : text;
  const kept = useTillQuery(
    'customers.find',
    { text: asked, limit: asked === '' ? MAX_CUSTOMERS.recent : MAX_CUSTOMERS.found },
    {
      enabled: options.onCustomer !== undefined,
      refetchOnMount: 'always',
      keepPreviousData: true,
      gcTime: 0,
    },
  );
  // What another screen asked for is still in memory.
  const customers = options.onCustomer === undefined ? [] : (kept.value?.customers ?? []);
  const isReadAnew = text === '' && atHand.isAsking;
  const place = getActiveRow(typed, {
    text,
    customers: customers.length,
    billers: billers.length,
    isFirstTaken: isOfOneKind && code === null && !isReadAnew,
  });
  const active = place?.of === 'billers' ? place.row : -1;
  const activeCustomer = place?.of === 'customers' ? place.row : -1;

  const choose = useEffectEvent(() => {
    const biller = billers[active];
    const customer = customers[activeCustomer];
    setTyped((now) => ({ ...now, isEntered: false }));
    if (customer) options.onCustomer?.(customer);
    else if (biller) onChoose(biller.biller.id);
  });
  const isReady = typed.isEntered && !search.isAsking && !kept.isAsking && !isReadAnew;
  useEffect(() => {
    if (isReady) choose();
  }, [isReady]);

  return {
    text: typed.text,
    type: (next) =>
      setTyped({
        text: next,
        at: null,
        isEntered: false,
        rows: PAGE_SIZE,
      }),
    billers,
    customers,
    hasCustomers: options.onCustomer !== undefined && (kept.value?.kept ?? 0) > 0,
    active,
    activeCustomer,
    hasMore: all.length > typed.rows,
    move: (by) => {
      const rows = customers.length + billers.length;
      if (rows === 0) return;
      const here = active >= 0 ? customers.length + active : activeCustomer;
      const from = here === -1 && by === -1 ? 0 : here;
      const next = (from + by + rows) % rows;
      const at: RowPlace =
        next < customers.length
          ? { of: 'customers', row: next }
          : { of: 'billers', row: next - customers.length };
      setTyped((now) => ({ ...now, at, isEntered: false }));
    },
    page: (by) => {
      if (billers.length === 0) return;
      const isBehind = by === 1 && Math.max(active, 0) + PAGE_SIZE >= billers.length;
      const rows = isBehind && all.length > typed.rows ? typed.rows + PAGE_SIZE : typed.rows;
      const next = Math.min(Math.max(active, 0) + by * PAGE_SIZE, rows - 1);
      const at: RowPlace = { of: 'billers', row: Math.max(next, 0) };
      setTyped((now) => ({ ...now, at, isEntered: false, rows }));
    },
    enter: () => {
      if (text !== '' || place !== null || (isOfOneKind && isReadAnew))
        setTyped((now) => ({ ...now, isEntered: true }));
    },
    isForScannedCode,
    isWaiting: search.isWaiting || (code !== null && byCode.isWaiting),
    problem: search.problem ?? (code === null ? null : byCode.problem),
  };
}

/** A row, counted within its own list: the other list may grow meanwhile. */
interface RowPlace {
  readonly of: 'customers' | 'billers';
  readonly row: number;
}

interface SearchInput {
  readonly text: string;
  /** Where the arrows went; null: the row that fits best. */
  readonly at: RowPlace | null;
  readonly isEntered: boolean;
  readonly rows: number;
}

/**
 * The row that Enter takes. Of a number, a customer's account or phone comes first; of letters the
 * biller, because that is what most are typed for. While nothing is typed, the list of one flow has
 * its first row taken; on the home screen, where a run of Enters ends, one must be chosen.
 */
function getActiveRow(
  { at }: SearchInput,
  shown: {
    readonly text: string;
    readonly customers: number;
    readonly billers: number;
    readonly isFirstTaken: boolean;
  },
): RowPlace | null {
  if (at !== null) {
    const last = (at.of === 'customers' ? shown.customers : shown.billers) - 1;
    if (last >= 0) return { of: at.of, row: Math.min(at.row, last) };
  }
  if (shown.text === '') {
    return shown.isFirstTaken && shown.billers > 0 ? { of: 'billers', row: 0 } : null;
  }
  const isNumber = /^[\d\s()+./-]+$/.test(shown.text);
  if (shown.customers > 0 && (isNumber || shown.billers === 0)) return { of: 'customers', row: 0 };
  return shown.billers > 0 ? { of: 'billers', row: 0 } : null;
}

function toListedBillers(found: readonly BillerMatch[]): readonly ListedBiller[] {
  return found.map((one) => ({ ...one, isFavourite: false }));
}

/** If nothing is typed, favourites and recently used billers come first, then the rest. */
function toRows(
  text: string,
  found: readonly BillerMatch[],
  atHand: CallOutput<'catalog.atHand'>,
): readonly ListedBiller[] {
  const favourites = new Set(atHand.filter((one) => one.isFavourite).map((one) => one.biller.id));
  const marked = found.map((one) => ({ ...one, isFavourite: favourites.has(one.biller.id) }));
  if (text !== '') return marked;
  const first = atHand.map((one) => ({ ...one, matches: [] }));
  const known = new Set(first.map((one) => one.biller.id));
  return [...first, ...marked.filter((one) => !known.has(one.biller.id))];
}
