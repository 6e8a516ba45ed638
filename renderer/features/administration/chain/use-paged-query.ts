import { useState } from 'react';
import type { CallInput, CallOutput } from '../../../../shared/contract/index.ts';
import { useCall, useTillQuery } from '../../../app/index.ts';

/** How many rows a page has. */
export const PAGE_SIZE = 50;

type PagedCallName =
  | 'chain.tills'
  | 'chain.unresolved'
  | 'chain.days'
  | 'chain.differences'
  | 'chain.shifts'
  | 'chain.search';

/** Consecutive pages of a list, until what is asked for changes. */
export function usePagedQuery<Name extends PagedCallName>(
  name: Name,
  inputOf: (cursor: string | null) => CallInput<Name>,
) {
  const call = useCall();
  const first = useTillQuery(name, inputOf(null), {
    keepPreviousData: true,
    refetchOnMount: 'always',
  });
  const key = JSON.stringify([inputOf(null), first.value]);
  const [more, setMore] = useState<{
    readonly of: string;
    readonly pages: readonly CallOutput<Name>[];
  }>({ of: '', pages: [] });
  // The pages that followed another answer do not belong to this one.
  const following = more.of === key ? more.pages : [];
  const pages = first.value === undefined ? [] : [first.value, ...following];
  const next = first.isPlaceholderData ? null : (pages.at(-1)?.next ?? null);
  const readMore = async (): Promise<void> => {
    const page = await call(name, inputOf(next));
    if (page.ok) setMore({ of: key, pages: [...following, page.value] });
    else first.again();
  };
  return { first, pages, readMore: next === null ? null : () => void readMore() };
}
