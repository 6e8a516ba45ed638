import { useState } from 'react';
import type { CallInput, CallOutput } from '../../../../shared/contract/index.ts';
import { useTillCall, useTillQuery } from '../../../app/index.ts';

/** The number of rows per page. */
export const CHAIN_PAGE_SIZE = 50;

type PagedCallName =
  | 'chain.tills'
  | 'chain.unresolved'
  | 'chain.days'
  | 'chain.differences'
  | 'chain.shifts'
  | 'chain.search';

/**
 * Loads consecutive pages of a list. A changed input or a refetched first page discards the
 * following pages. `readMore` is null on the last page.
 */
export function usePagedQuery<Name extends PagedCallName>(
  name: Name,
  getInput: (cursor: string | null) => CallInput<Name>,
) {
  const call = useTillCall();
  const first = useTillQuery(name, getInput(null), {
    keepPreviousData: true,
    refetchOnMount: 'always',
  });
  const key = JSON.stringify([getInput(null), first.value]);
  const [followingPages, setFollowingPages] = useState<{
    readonly key: string;
    readonly pages: readonly CallOutput<Name>[];
  }>({ key: '', pages: [] });
  // Pages that followed another first page do not continue this one.
  const pagesAfterFirst = followingPages.key === key ? followingPages.pages : [];
  const pages = first.value === undefined ? [] : [first.value, ...pagesAfterFirst];
  const next = first.isPlaceholderData ? null : (pages.at(-1)?.next ?? null);
  const readMore = async (): Promise<void> => {
    const page = await call(name, getInput(next));
    if (page.ok) setFollowingPages({ key, pages: [...pagesAfterFirst, page.value] });
    else first.refetch();
  };
  return { first, pages, readMore: next === null ? null : () => void readMore() };
}
