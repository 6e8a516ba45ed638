import type { StatusLine } from '../../../shared/contract/index.ts';
import {
  type BillerListsStatus,
  getBillerListsStatus,
  isCatalogRefreshing,
} from '../../../shared/contract/index.ts';
import { Dialog, Notice } from '../../components/index.ts';
import { type TextKey, useText } from '../../i18n/index.ts';
import { useTillMutation, useTillQuery, useTimeFormatter } from '../till/index.ts';
import { useProblemText } from '../use-problem-text.ts';
import type { StatusDialogProps } from './status-topic.ts';

export function BillerListsDialog(props: StatusDialogProps) {
  const text = useText();
  const clock = useTimeFormatter();
  const describe = useProblemText();
  const catalog = useTillQuery('catalog.state', {});
  const refresh = useTillMutation('catalog.refresh');
  const { status } = props;
  const word = getBillerListsStatus(status);
  const isBusy = refresh.isWaiting || isCatalogRefreshing(catalog.value);
  const missing = status.missingLists.map((kind) => text(`lists.kind.${kind}`)).join(', ');
  return (
    <Dialog
      title={text('lists.title')}
      onClose={props.onClose}
      actions={[
        {
          label: text('lists.refresh'),
          keyName: 'Enter',
          variant: 'primary',
          isDisabled: isBusy,
          onAction: () => void refresh.run({}).then(() => catalog.again()),
        },
      ]}
    >
      <Notice
        tone={word === 'fresh' || word === 'coming' ? 'info' : 'warning'}
        word={text(`lists.${word}`)}
        happened={
          status.catalogAt === null
            ? text('lists.catalogNone')
            : text('lists.catalog', { at: clock.dateTime(status.catalogAt) })
        }
        money={
          status.ratesAt === null
            ? text('lists.ratesNone')
            : text('lists.rates', { at: clock.dateTime(status.ratesAt) })
        }
        next={text(getActionTextKey(status, word, isBusy), { missing })}
      />
      {refresh.problem === null ? null : <Notice tone="refused" {...describe(refresh.problem)} />}
    </Dialog>
  );
}

/** A till without any list can only fetch them. */
function getActionTextKey(status: StatusLine, word: BillerListsStatus, isBusy: boolean): TextKey {
  if (word === 'coming') {
    return status.catalogAt === null ? 'lists.none.refreshing' : 'lists.part.refreshing';
  }
  if (word === 'none') return isBusy ? 'lists.none.refreshing' : 'lists.none.next';
  if (word === 'part') return isBusy ? 'lists.part.refreshing' : 'lists.part.next';
  if (isBusy) return 'lists.refreshing';
  if (status.isCatalogStale) return 'lists.catalogStale.next';
  return status.areRatesStale ? 'lists.ratesStale.next' : 'lists.fresh.next';
}
