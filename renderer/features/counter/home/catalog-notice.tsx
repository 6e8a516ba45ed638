import type { CatalogState } from '../../../../shared/contract/index.ts';
import {
  type TimeFormatter,
  useTillMutation,
  useTillQuery,
  useTimeFormatter,
} from '../../../app/index.ts';
import { Button, Notice } from '../../../components/index.ts';
import { type TextFunction, useLanguage, useText } from '../../../i18n/index.ts';
import styles from './home.module.css';

/** What the cashier should know about the catalogue; null while it is complete and fresh. */
export type CatalogCondition =
  | 'loading'
  | 'refreshing'
  | 'never'
  | 'empty'
  | 'offline'
  | 'failed'
  | 'stale';

export function getCatalogCondition(state: CatalogState): CatalogCondition | null {
  const count = state.lists.reduce((sum, list) => sum + list.count, 0);
  const wasFetched = state.lists.some((list) => list.refreshedAt !== null);
  if (state.refreshing !== null) return count === 0 ? 'loading' : 'refreshing';
  if (!wasFetched) return 'never';
  if (count === 0) return 'empty';
  if (state.lastFailure !== null) {
    return state.lastFailure.problem === 'service-unreachable' ? 'offline' : 'failed';
  }
  return state.isStale ? 'stale' : null;
}

/** The age and progress of the catalogue, if they matter. */
export function CatalogNotice() {
  const text = useText();
  const clock = useTimeFormatter();
  const language = useLanguage();
  const state = useTillQuery('catalog.state', {}).value;
  const light = useTillQuery('till.status', {}).value?.service.light;
  const refresh = useTillMutation('catalog.refresh');
  if (state === undefined) return null;
  const word = getCatalogCondition(state);
  // Said above the search field already.
  if (word === null || (word === 'offline' && light === 'unreachable')) return null;
  if (word === 'refreshing' || word === 'loading') {
    return (
      <p className={styles.progress} role="status">
        <strong>{text(`home.list.${word}`)}</strong> {formatProgress(text, state, language)}{' '}
        {word === 'loading' ? text('home.list.loadingNext') : ''}
      </p>
    );
  }
  const { happened, next } = getNoticeTexts(word, text, clock, state);
  return (
    <Notice tone={word === 'stale' ? 'info' : 'warning'} happened={happened} next={next}>
      <div>
        <Button onPress={() => void refresh.run({})} isDisabled={refresh.isWaiting}>
          {text('home.refresh')}
        </Button>
      </div>
    </Notice>
  );
}

function formatProgress(text: TextFunction, state: CatalogState, locale: string): string {
  if (state.refreshing === null) return '';
  const write = (count: number) => new Intl.NumberFormat(locale).format(count);
  const { done, total } = state.refreshing;
  return total === null
    ? text('home.list.progressOpen', { done: write(done) })
    : text('home.list.progress', { done: write(done), total: write(total) });
}

function getNoticeTexts(
  word: Exclude<CatalogCondition, 'loading' | 'refreshing'>,
  text: TextFunction,
  clock: TimeFormatter,
  state: CatalogState,
): { readonly happened: string; readonly next: string } {
  const failedAt = state.lastFailure === null ? '' : clock.time(state.lastFailure.at);
  switch (word) {
    case 'never':
      return { happened: text('home.list.never'), next: text('home.list.neverNext') };
    case 'empty':
      return { happened: text('home.list.empty'), next: text('home.list.emptyNext') };
    case 'offline':
      return {
        happened: text('home.list.offline', { time: failedAt }),
        next: text('home.list.offlineNext'),
      };
    case 'failed':
      return {
        happened: text('home.list.failed', { time: failedAt }),
        next: `${formatAge(text, clock, state)} ${text('home.list.staleNext')}`.trim(),
      };
    case 'stale':
      return { happened: formatAge(text, clock, state), next: text('home.list.staleNext') };
  }
}

/** The age of the catalogue is that of its oldest list. */
function formatAge(text: TextFunction, clock: TimeFormatter, state: CatalogState): string {
  const times = state.lists.flatMap((list) =>
    list.refreshedAt === null ? [] : [list.refreshedAt],
  );
  const oldest = times.sort()[0];
  return oldest === undefined ? '' : text('home.list.stale', { date: clock.day(oldest) });
}
