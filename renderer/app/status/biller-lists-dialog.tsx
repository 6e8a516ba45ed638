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
  const timeFormatter = useTimeFormatter();
  const describe = useProblemText();
  const catalog = useTillQuery('catalog.state', {});
  const refresh = useTillMutation('catalog.refresh');
  const { status } = props;
  const listsStatus = getBillerListsStatus(status);
  const isBusy = refresh.isPending || isCatalogRefreshing(catalog.value);
  const missingNames = status.missingLists.map((kind) => text(`lists.kind.${kind}`)).join(', ');
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
          onAction: () => void refresh.run({}).then(() => catalog.refetch()),
        },
      ]}
    >
      <Notice
        tone={listsStatus === 'fresh' || listsStatus === 'coming' ? 'info' : 'warning'}
        toneText={text(`lists.${listsStatus}`)}
        title={
          status.catalogAt === null
            ? text('lists.catalogNone')
            : text('lists.catalog', { at: timeFormatter.dateTime(status.catalogAt) })
        }
        impact={
          status.ratesAt === null
            ? text('lists.ratesNone')
            : text('lists.rates', { at: timeFormatter.dateTime(status.ratesAt) })
        }
        action={text(getActionTextKey(status, listsStatus, isBusy), { missing: missingNames })}
      />
      {refresh.problem === null ? null : <Notice tone="refused" {...describe(refresh.problem)} />}
    </Dialog>
  );
}

/** A till without any list can only download them. */
function getActionTextKey(
  status: StatusLine,
  listsStatus: BillerListsStatus,
  isBusy: boolean,
): TextKey {
  if (listsStatus === 'coming') {
    return status.catalogAt === null ? 'lists.none.refreshing' : 'lists.part.refreshing';
  }
  if (listsStatus === 'none') return isBusy ? 'lists.none.refreshing' : 'lists.none.action';
  if (listsStatus === 'part') return isBusy ? 'lists.part.refreshing' : 'lists.part.action';
  if (isBusy) return 'lists.refreshing';
  if (status.isCatalogStale) return 'lists.catalogStale.action';
  return status.areRatesStale ? 'lists.ratesStale.action' : 'lists.fresh.action';
}
