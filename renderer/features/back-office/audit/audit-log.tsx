import { useState } from 'react';
import type { AuditEntry, AuditFilter, CallOutput } from '../../../../shared/contract/index.ts';
import {
  ProblemNotice,
  useCall,
  useMainNow,
  useNavigation,
  useTill,
  useTillMutation,
  useTillQuery,
} from '../../../app/index.ts';
import {
  Button,
  type Choice,
  ChoiceList,
  Dialog,
  EmptyState,
  LoadingIndicator,
  Notice,
  Screen,
} from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { type AuditFilterInput, EMPTY_AUDIT_FILTER, toAuditFilter } from './audit-filter.ts';
import { AuditFilters } from './audit-filters.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import {
  formatActor,
  formatKind,
  formatSummary,
  useAuditFormatContext,
} from './format-audit-entry.ts';
import { VerdictNotice } from './verdict-notice.tsx';

const PAGE_SIZE = 50;
const MAX_WAIT_SECONDS = 60;

/** Who did what, when and by whose override, newest first; and whether the hash chain is intact. */
export function AuditLog() {
  const { open } = useNavigation();
  const text = useText();
  const { timeZone } = useTill();
  const now = useMainNow();
  const [wanted, setWanted] = useState<AuditFilterInput>(EMPTY_AUDIT_FILTER);
  const [isVerdictShown, setVerdictShown] = useState(false);
  const [opened, setOpened] = useState<AuditEntry | null>(null);
  const filter = toAuditFilter(wanted, { now, timeZone });
  const { first, entries, readMore } = useEntries(filter);
  const exporting = useTillMutation('audit.export');
  const verifying = useTillMutation('audit.verify');
  const rows = useRows(entries);

  return (
    <Screen
      title={text('audit.title')}
      actions={[
        {
          label: text('audit.back'),
          keyName: 'Escape',
          onAction: () => open({ name: 'back-office' }),
        },
        {
          label: text(exporting.isWaiting ? 'audit.exporting' : 'audit.export'),
          keyName: 'Control+G',
          onAction: () => void exporting.run({ filter }).then(() => first.again()),
          isDisabled: exporting.isWaiting,
        },
        {
          label: text(verifying.isWaiting ? 'audit.verifying' : 'audit.verify'),
          keyName: 'F1',
          onAction: () => void verifying.run({}).then(() => setVerdictShown(true)),
          isDisabled: verifying.isWaiting,
        },
      ]}
    >
      <AuditFilters wanted={wanted} onWant={setWanted} />
      {verifying.isWaiting ? (
        <LoadingIndicator label={text('audit.verifying')} maxSeconds={MAX_WAIT_SECONDS} />
      ) : null}
      {verifying.problem === null ? null : <ProblemNotice problem={verifying.problem} />}
      {exporting.problem === null ? null : <ProblemNotice problem={exporting.problem} />}
      {exporting.value === undefined ? null : (
        <Notice
          tone="info"
          happened={text('audit.exported', { count: exporting.value.rows })}
          next={exporting.value.file}
        />
      )}
      {first.problem === null ? null : <ProblemNotice problem={first.problem} />}
      {first.isWaiting ? <LoadingIndicator label={text('audit.reading')} maxSeconds={10} /> : null}
      {entries.length === 0 && !first.isWaiting && first.problem === null ? (
        <EmptyState title={text('audit.empty')}>{text('audit.emptyMore')}</EmptyState>
      ) : null}
      {entries.length === 0 ? null : (
        <ChoiceList
          label={text('audit.list')}
          choices={rows}
          onChoose={(id) => setOpened(entries.find((one) => String(one.number) === id) ?? null)}
        />
      )}
      {readMore === null ? null : (
        <div>
          <Button onPress={() => void readMore()}>{text('audit.more')}</Button>
        </div>
      )}
      {verifying.value === undefined || !isVerdictShown ? null : (
        <Dialog title={text('audit.verdict')} onClose={() => setVerdictShown(false)}>
          <VerdictNotice verdict={verifying.value} />
        </Dialog>
      )}
      {opened === null ? null : <EntryDialog entry={opened} onClose={() => setOpened(null)} />}
    </Screen>
  );
}

/** Consecutive pages, until the filter changes. */
function useEntries(filter: AuditFilter) {
  const call = useCall();
  const first = useTillQuery(
    'audit.page',
    { filter, cursor: null, limit: PAGE_SIZE },
    { keepPreviousData: true, refetchOnMount: 'always' },
  );
  const filterKey = JSON.stringify(filter);
  const [more, setMore] = useState<{
    readonly of: string;
    readonly pages: readonly CallOutput<'audit.page'>[];
  }>({ of: '', pages: [] });
  const following = more.of === filterKey ? more.pages : [];
  const pages = first.value === undefined ? [] : [first.value, ...following];
  // The next page of another filter does not belong here.
  const next = first.isPlaceholderData ? null : (pages.at(-1)?.next ?? null);
  const readMore = async (): Promise<void> => {
    const page = await call('audit.page', { filter, cursor: next, limit: PAGE_SIZE });
    if (page.ok) setMore({ of: filterKey, pages: [...following, page.value] });
    else first.again();
  };
  return {
    first,
    entries: pages.flatMap((page) => page.entries),
    readMore: next === null ? null : readMore,
  };
}

function useRows(entries: readonly AuditEntry[]): readonly Choice[] {
  const speech = useAuditFormatContext();
  const { text, clock } = speech;
  return entries.map((entry) => {
    const short = formatSummary(speech, entry);
    const words = [clock.dateTime(entry.at), formatActor(text, entry), short];
    return {
      id: String(entry.number),
      name: formatKind(text, entry.kind),
      detail: words.filter((one) => one !== '').join(' · '),
      aside: text('audit.number', { number: entry.number }),
    };
  });
}
