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
/** The initial number of rows, and of further rows each time. */
const PAGE_SIZE = 8;
/** One more row than shown is requested, to know whether there are more. */
const MAX_RESULTS = { search: 50, atHand: 30, byBarcode: 20 } as const;
const MAX_TEXT_LENGTH = 80;
/** Customers are listed above the billers: a few recent ones, and more only as search results. */
const MAX_CUSTOMERS = { recent: 3, searched: 5 } as const;

export interface ListedBiller extends BillerMatch {
  readonly isFavourite: boolean;
}

export interface BillerSearch {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** The results; with an empty text, favourites and the most used billers. */
  readonly billers: readonly ListedBiller[];
  /** True if the billers are those whose account a scanned code could be. */
  readonly areBillersForScannedCode: boolean;
  /** Returning customers above the billers: matches of the text, or the most recent ones. */
  readonly customers: readonly CustomerAccount[];
  /** True if any customer is stored, regardless of the text. */
  readonly hasStoredCustomers: boolean;
  /** The index of the biller that Enter chooses; -1 for none. */
  readonly activeBillerIndex: number;
  /** The index of the customer that Enter chooses; -1 for none. */
  readonly activeCustomerIndex: number;
  /** True if there are more results than the listed ones. */
  readonly hasMoreBillers: boolean;
  /** Moves to the next or previous row, and wraps at the ends. */
  readonly moveActiveRow: (by: 1 | -1) => void;
  /** Moves by one page, and shows more rows if there are any. */
  readonly moveActiveRowByPage: (by: 1 | -1) => void;
  /** Chooses the active row, once the results for the typed text have arrived. */
  readonly chooseActiveRow: () => void;
  readonly isPending: boolean;
  readonly problem: Problem | null;
}

/**
 * Searches while the cashier types. Enter never chooses a row of an earlier text: an expert presses
 * Enter before the response arrives, so Enter is then applied when it does. With a `scannedCode`
 * and an empty text, it lists the billers whose account the code could be.
 */
export function useBillerSearch(
  onChoose: (billerId: number) => void,
  options: {
    readonly kinds?: readonly BillerKind[];
    readonly scannedCode?: string | null;
    /** If omitted, no customers are searched. */
    readonly onChooseCustomer?: (customer: CustomerAccount) => void;
  } = {},
): BillerSearch {
  const { kinds = KINDS, scannedCode = null } = options;
  const isOfOneKind = kinds.length === 1;
  const [input, setTyped] = useState<SearchInput>({
    text: '',
    at: null,
    isEntered: false,
    rows: PAGE_SIZE,
  });
  const text = input.text.trim().slice(0, MAX_TEXT_LENGTH);
  const limit = (maxRows: number): number => Math.min(input.rows + 1, maxRows);
  // Not cached: the shop's most used billers change with every payment, and Enter acts on the first
  // row immediately.
  const search = useTillQuery(
    'catalog.search',
    { text, kinds: [...kinds], limit: limit(MAX_RESULTS.search) },
    { keepPreviousData: true, gcTime: 0 },
  );
  const atHand = useTillQuery(
    'catalog.suggested',
    // The list of one flow is short, so all its billers are listed before anything is typed.
    { kinds: [...kinds], limit: limit(MAX_RESULTS.atHand), isFilled: isOfOneKind },
    { refetchOnMount: 'always', keepPreviousData: true },
  );
  const byCode = useTillQuery(
    'catalog.findByBarcode',
    { code: scannedCode ?? '', limit: limit(MAX_RESULTS.byBarcode) },
    { enabled: scannedCode !== null, refetchOnMount: 'always', keepPreviousData: true },
  );
  const areBillersForScannedCode = scannedCode !== null && text === '';
  const allBillers = areBillersForScannedCode
    ? toListedBillers(byCode.value?.billers ?? [])
    : toRows(text, search.value ?? [], atHand.value ?? []);
  const billers = allBillers.slice(0, input.rows);
  const customerText = text === '' ? (scannedCode ?? '') : text;
  const customerQuery = useTillQuery(
    'customers.find',
    {
      text: customerText,
      limit: customerText === '' ? MAX_CUSTOMERS.recent : MAX_CUSTOMERS.searched,
    },
    {
      enabled: options.onChooseCustomer !== undefined,
      refetchOnMount: 'always',
      keepPreviousData: true,
      gcTime: 0,
    },
  );
  // The query may still hold the data of another screen.
  const customers =
    options.onChooseCustomer === undefined ? [] : (customerQuery.value?.customers ?? []);
  const isAtHandPending = text === '' && atHand.isFetching;
  const activeRow = getActiveRow(input, {
    text,
    customers: customers.length,
    billers: billers.length,
    isFirstTaken: areBillersForScannedCode ? byCode.isUpToDate : isOfOneKind && !isAtHandPending,
  });
  const activeBillerIndex = activeRow?.of === 'billers' ? activeRow.row : -1;
  const activeCustomerIndex = activeRow?.of === 'customers' ? activeRow.row : -1;

  const choose = useEffectEvent(() => {
    const biller = billers[activeBillerIndex];
    const customer = customers[activeCustomerIndex];
    setTyped((current) => ({ ...current, isEntered: false }));
    if (customer) options.onChooseCustomer?.(customer);
    else if (biller) onChoose(biller.biller.id);
  });
  const isByCodePending = areBillersForScannedCode && byCode.isFetching;
  const isReady =
    input.isEntered &&
    !search.isFetching &&
    !customerQuery.isFetching &&
    !isAtHandPending &&
    !isByCodePending;
  useEffect(() => {
    if (isReady) choose();
  }, [isReady]);

  return {
    text: input.text,
    setText: (next) =>
      setTyped({
        text: next,
        at: null,
        isEntered: false,
        rows: PAGE_SIZE,
      }),
    billers,
    customers,
    hasStoredCustomers:
      options.onChooseCustomer !== undefined && (customerQuery.value?.storedCount ?? 0) > 0,
    activeBillerIndex,
    activeCustomerIndex,
    hasMoreBillers: allBillers.length > input.rows,
    moveActiveRow: (by) => {
      const rows = customers.length + billers.length;
      if (rows === 0) return;
      const currentIndex =
        activeBillerIndex >= 0 ? customers.length + activeBillerIndex : activeCustomerIndex;
      const startIndex = currentIndex === -1 && by === -1 ? 0 : currentIndex;
      const next = (startIndex + by + rows) % rows;
      const at: RowPlace =
        next < customers.length
          ? { of: 'customers', row: next }
          : { of: 'billers', row: next - customers.length };
      setTyped((current) => ({ ...current, at, isEntered: false }));
    },
    moveActiveRowByPage: (by) => {
      if (billers.length === 0) return;
      const isPastEnd = by === 1 && Math.max(activeBillerIndex, 0) + PAGE_SIZE >= billers.length;
      const rows =
        isPastEnd && allBillers.length > input.rows ? input.rows + PAGE_SIZE : input.rows;
      const next = Math.min(Math.max(activeBillerIndex, 0) + by * PAGE_SIZE, rows - 1);
      const at: RowPlace = { of: 'billers', row: Math.max(next, 0) };
      setTyped((current) => ({ ...current, at, isEntered: false, rows }));
    },
    chooseActiveRow: () => {
      if (text !== '' || activeRow !== null || (isOfOneKind && isAtHandPending) || isByCodePending)
        setTyped((current) => ({ ...current, isEntered: true }));
    },
    areBillersForScannedCode,
    isPending:
      (!search.isUpToDate && search.problem === null) ||
      (scannedCode !== null && byCode.problem === null && !byCode.isUpToDate) ||
      (options.onChooseCustomer !== undefined &&
        customerQuery.problem === null &&
        !customerQuery.isUpToDate),
    problem: search.problem ?? (scannedCode === null ? null : byCode.problem),
  };
}

/** A row index within its own list, because the other list may grow meanwhile. */
interface RowPlace {
  readonly of: 'customers' | 'billers';
  readonly row: number;
}

interface SearchInput {
  readonly text: string;
  /** The row that was selected with the arrow keys; null: the best match. */
  readonly at: RowPlace | null;
  readonly isEntered: boolean;
  readonly rows: number;
}

/**
 * The row that Enter chooses. For a number, a matching customer is first; for letters, the biller,
 * because most texts are biller names. With an empty text, the list of one flow preselects its
 * first row, and so does a scanned code; on the home screen, where a series of Enters ends, the
 * cashier must select one.
 */
function getActiveRow(
  { at }: SearchInput,
  counts: {
    readonly text: string;
    readonly customers: number;
    readonly billers: number;
    readonly isFirstTaken: boolean;
  },
): RowPlace | null {
  if (at !== null) {
    const last = (at.of === 'customers' ? counts.customers : counts.billers) - 1;
    if (last >= 0) return { of: at.of, row: Math.min(at.row, last) };
  }
  if (counts.text === '') {
    return counts.isFirstTaken && counts.billers > 0 ? { of: 'billers', row: 0 } : null;
  }
  const isNumber = /^[\d\s()+./-]+$/.test(counts.text);
  if (counts.customers > 0 && (isNumber || counts.billers === 0))
    return { of: 'customers', row: 0 };
  return counts.billers > 0 ? { of: 'billers', row: 0 } : null;
}

function toListedBillers(matches: readonly BillerMatch[]): readonly ListedBiller[] {
  return matches.map((match) => ({ ...match, isFavourite: false }));
}

/** With an empty text, favourites and recently used billers are first, then the rest. */
function toRows(
  text: string,
  searchResults: readonly BillerMatch[],
  atHand: CallOutput<'catalog.suggested'>,
): readonly ListedBiller[] {
  const favourites = new Set(
    atHand.filter((match) => match.isFavourite).map((match) => match.biller.id),
  );
  const results = searchResults.map((match) => ({
    ...match,
    isFavourite: favourites.has(match.biller.id),
  }));
  if (text !== '') return results;
  const atHandRows = atHand.map((match) => ({ ...match, matches: [] }));
  const listedIds = new Set(atHandRows.map((match) => match.biller.id));
  return [...atHandRows, ...results.filter((match) => !listedIds.has(match.biller.id))];
}
