import type { CatalogState } from '../../../../shared/contract/index.ts';
import {
  isSendingUnlikely,
  type TimeFormatter,
  useTillMutation,
  useTillQuery,
  useTimeFormatter,
} from '../../../app/index.ts';
import { Button, Notice } from '../../../components/index.ts';
import { type TextFunction, useLanguage, useText } from '../../../i18n/index.ts';
import styles from './home.module.css';

/** The state of the catalogue that the cashier should know; null while it is complete and fresh. */
export type CatalogProblem =
  | 'loading'
  | 'refreshing'
  | 'never'
  | 'part'
  | 'empty'
  | 'offline'
  | 'failed'
  | 'stale';

export function findCatalogProblem(state: CatalogState): CatalogProblem | null {
  const count = state.lists.reduce((sum, list) => sum + list.count, 0);
  const wasFetched = state.lists.some((list) => list.refreshedAt !== null);
  if (state.refreshing !== null) return count === 0 ? 'loading' : 'refreshing';
  if (!wasFetched) return 'never';
  if (count === 0) return 'empty';
  if (state.lists.some((list) => list.refreshedAt === null)) return 'part';
  if (state.lastFailure !== null) {
    return state.lastFailure.problem === 'service-unreachable' ? 'offline' : 'failed';
  }
  return state.isStale ? 'stale' : null;
}

/** Shows the catalogue's age and the progress of a refresh, if they matter. */
export function CatalogNotice() {
  const text = useText();
  const clock = useTimeFormatter();
  const language = useLanguage();
  const state = useTillQuery('catalog.state', {}).value;
  const service = useTillQuery('till.status', {}).value?.service;
  const refresh = useTillMutation('catalog.refresh');
  if (state === undefined) return null;
  const condition = findCatalogProblem(state);
  if (condition === null) return null;
  if (condition === 'refreshing' || condition === 'loading') {
    return (
      <p className={styles.progress} role="status">
        <strong>{text(`home.list.${condition}`)}</strong> {formatProgress(text, state, language)}{' '}
        {condition === 'loading' ? text('home.list.loadingAction') : ''}
      </p>
    );
  }
  // The notice above the search field says why, and a small screen has no room for both.
  if (service !== undefined && isSendingUnlikely(service)) return null;
  const { title, action } = getNoticeTexts(condition, text, clock, state);
  return (
    <Notice tone={condition === 'stale' ? 'info' : 'warning'} title={title} action={action}>
      <div>
        <Button onPress={() => void refresh.run({})} isDisabled={refresh.isPending}>
          {text('home.refresh')}
        </Button>
      </div>
    </Notice>
  );
}

function formatProgress(text: TextFunction, state: CatalogState, locale: string): string {
  if (state.refreshing === null) return '';
  const format = (count: number) => new Intl.NumberFormat(locale).format(count);
  const { done, total } = state.refreshing;
  return total === null
    ? text('home.list.progressOpen', { done: format(done) })
    : text('home.list.progress', { done: format(done), total: format(total) });
}

function getNoticeTexts(
  condition: Exclude<CatalogProblem, 'loading' | 'refreshing'>,
  text: TextFunction,
  clock: TimeFormatter,
  state: CatalogState,
): { readonly title: string; readonly action: string } {
  const failedAt = state.lastFailure === null ? '' : clock.time(state.lastFailure.at);
  switch (condition) {
    case 'never':
      return { title: text('home.list.never'), action: text('home.list.neverAction') };
    case 'part':
      return {
        title: text('home.list.part', { lists: formatMissingLists(text, state) }),
        action: text('home.list.partAction'),
      };
    case 'empty':
      return { title: text('home.list.empty'), action: text('home.list.emptyAction') };
    case 'offline':
      return {
        title: text('home.list.offline', { time: failedAt }),
        action: text('home.list.offlineAction'),
      };
    case 'failed':
      return {
        title: text('home.list.failed', { time: failedAt }),
        action: `${formatAge(text, clock, state)} ${text('home.list.staleAction')}`.trim(),
      };
    case 'stale':
      return { title: formatAge(text, clock, state), action: text('home.list.staleAction') };
  }
}

/** Returns the names of the lists that never arrived. */
function formatMissingLists(text: TextFunction, { lists }: CatalogState): string {
  const missing = lists.filter((list) => list.refreshedAt === null);
  return missing.map(({ kind }) => text(`lists.kind.${kind}`)).join(', ');
}

/** Returns the age of the catalogue, which is the age of its oldest list. */
function formatAge(text: TextFunction, clock: TimeFormatter, state: CatalogState): string {
  const times = state.lists.flatMap((list) =>
    list.refreshedAt === null ? [] : [list.refreshedAt],
  );
  const oldest = times.sort()[0];
  return oldest === undefined ? '' : text('home.list.stale', { date: clock.day(oldest) });
}
