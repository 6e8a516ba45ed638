import { useState } from 'react';
import type { AuditEntry, AuditFilter, CallOutput } from '../../../../shared/contract/index.ts';
import {
  type AuditLink,
  ProblemNotice,
  useMainProcessTimeMs,
  useNavigation,
  useTill,
  useTillCall,
  useTillMutation,
  useTillQuery,
} from '../../../app/index.ts';
import {
  Button,
  type Choice,
  ChoiceList,
  Dialog,
  EmptyState,
  Facts,
  formatDayRange,
  LoadingIndicator,
  Notice,
  Screen,
} from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import styles from './audit.module.css';
import { type AuditFilterInput, EMPTY_AUDIT_FILTER, toAuditFilter } from './audit-filter.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditVerdictNotice } from './audit-verdict-notice.tsx';
import {
  formatAuditActor,
  formatAuditDetails,
  formatAuditKind,
  formatAuditPerson,
  formatAuditSummary,
  useAuditFormatContext,
} from './format-audit-entry.ts';

const PAGE_SIZE = 50;
const MAX_WAIT_SECONDS = 60;

/**
 * The audit log: who did what, when, and who approved it, newest first; and whether the hash chain
 * is intact.
 */
export function AuditLog() {
  const { open, route } = useNavigation();
  const link = route.name === 'audit' ? route.link : undefined;
  const text = useText();
  const { timeZone } = useTill();
  const linkText = useLinkText(link);
  const now = useMainProcessTimeMs();
  const [filterInput, setFilterInput] = useState<AuditFilterInput>(EMPTY_AUDIT_FILTER);
  const [isVerdictShown, setVerdictShown] = useState(false);
  const [openedEntry, setOpenedEntry] = useState<AuditEntry | null>(null);
  const filter = link?.filter ?? toAuditFilter(filterInput, { now, timeZone });
  const { first, entries, readMore } = useEntries(filter);
  const exportLog = useTillMutation('audit.export');
  const verifyLog = useTillMutation('audit.verify');
  const rows = useRows(entries);

  return (
    <Screen
      title={text('audit.title')}
      {...(linkText === null ? {} : { hint: linkText })}
      actions={[
        {
          label: text('audit.back'),
          keyName: 'Escape',
          onAction: () => open(link?.returnRoute ?? { name: 'back-office' }),
        },
        {
          label: text(exportLog.isPending ? 'audit.exporting' : 'audit.export'),
          keyName: 'Control+G',
          onAction: () => void exportLog.run({ filter }).then(() => first.refetch()),
          isDisabled: exportLog.isPending,
        },
        {
          label: text(verifyLog.isPending ? 'audit.verifying' : 'audit.verify'),
          keyName: 'F1',
          onAction: () => void verifyLog.run({}).then(() => setVerdictShown(true)),
          isDisabled: verifyLog.isPending,
        },
      ]}
    >
      {link === undefined ? (
        <AuditFilters filter={filterInput} onFilterChange={setFilterInput} />
      ) : null}
      {verifyLog.isPending ? (
        <LoadingIndicator label={text('audit.verifying')} maxSeconds={MAX_WAIT_SECONDS} />
      ) : null}
      {verifyLog.problem === null ? null : <ProblemNotice problem={verifyLog.problem} />}
      {exportLog.problem === null ? null : <ProblemNotice problem={exportLog.problem} />}
      {exportLog.value === undefined ? null : (
        <Notice
          tone="info"
          title={text('audit.exported', { count: exportLog.value.rows })}
          action={exportLog.value.file}
        />
      )}
      {first.problem === null ? null : <ProblemNotice problem={first.problem} />}
      {first.isPending || (entries.length === 0 && first.isPlaceholderData) ? (
        <LoadingIndicator label={text('audit.reading')} maxSeconds={10} />
      ) : null}
      {entries.length === 0 && first.isUpToDate ? (
        <EmptyState title={text('audit.empty')}>{text('audit.emptyMore')}</EmptyState>
      ) : null}
      {entries.length === 0 ? null : (
        <ChoiceList
          label={text('audit.list')}
          choices={rows}
          onChoose={(id) =>
            setOpenedEntry(entries.find((entry) => String(entry.number) === id) ?? null)
          }
        />
      )}
      {readMore === null ? null : (
        <div>
          <Button onPress={() => void readMore()}>{text('audit.more')}</Button>
        </div>
      )}
      {verifyLog.value === undefined || !isVerdictShown ? null : (
        <Dialog title={text('audit.verdict')} onClose={() => setVerdictShown(false)}>
          <AuditVerdictNotice verdict={verifyLog.value} />
        </Dialog>
      )}
      {openedEntry === null ? null : (
        <EntryDialog entry={openedEntry} onClose={() => setOpenedEntry(null)} />
      )}
    </Screen>
  );
}

/** Says which entries another screen counts: `Ana · Cancelaciones · 9–15 de mar`; null without a link. */
function useLinkText(link: AuditLink | undefined): string | null {
  const text = useText();
  const language = useLanguage();
  if (link === undefined) return null;
  const { filter, measure, personName } = link;
  const { from, to } = filter;
  return [
    personName,
    text(`outliers.measure.${measure}`),
    from === null || to === null ? null : formatDayRange(from, to, language),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

/**
 * Loads consecutive pages of entries. A changed filter discards the following pages. `readMore` is
 * null on the last page.
 */
function useEntries(filter: AuditFilter) {
  const call = useTillCall();
  const first = useTillQuery(
    'audit.page',
    { filter, cursor: null, limit: PAGE_SIZE },
    { keepPreviousData: true, refetchOnMount: 'always' },
  );
  const filterKey = JSON.stringify(filter);
  const [followingPages, setFollowingPages] = useState<{
    readonly filterKey: string;
    readonly pages: readonly CallOutput<'audit.page'>[];
  }>({ filterKey: '', pages: [] });
  const pagesAfterFirst = followingPages.filterKey === filterKey ? followingPages.pages : [];
  const pages = first.value === undefined ? [] : [first.value, ...pagesAfterFirst];
  // The placeholder belongs to another filter, so its next page must not be appended.
  const next = first.isPlaceholderData ? null : (pages.at(-1)?.next ?? null);
  const readMore = async (): Promise<void> => {
    const page = await call('audit.page', { filter, cursor: next, limit: PAGE_SIZE });
    if (page.ok) setFollowingPages({ filterKey, pages: [...pagesAfterFirst, page.value] });
    else first.refetch();
  };
  return {
    first,
    entries: pages.flatMap((page) => page.entries),
    readMore: next === null ? null : readMore,
  };
}

function useRows(entries: readonly AuditEntry[]): readonly Choice[] {
  const format = useAuditFormatContext();
  const { text, timeFormatter: clock } = format;
  return entries.map((entry) => {
    const summary = formatAuditSummary(format, entry);
    const parts = [clock.dateTime(entry.at), formatAuditActor(text, entry), summary];
    return {
      id: String(entry.number),
      name: formatAuditKind(text, entry.kind),
      detail: parts.filter((part) => part !== '').join(' · '),
      trailingContent: text('audit.number', { number: entry.number }),
    };
  });
}

/** All recorded details of one act, and its digest. */
function EntryDialog(props: { readonly entry: AuditEntry; readonly onClose: () => void }) {
  const { entry, onClose } = props;
  const format = useAuditFormatContext();
  const { text, timeFormatter: clock } = format;
  return (
    <Dialog
      title={`${formatAuditKind(text, entry.kind)} · ${text('audit.number', { number: entry.number })}`}
      onClose={onClose}
    >
      <Facts
        facts={[
          { name: text('audit.time'), value: clock.dateTime(entry.at) },
          { name: text('audit.performedBy'), value: formatAuditPerson(text, entry) },
          ...(entry.approverName === null
            ? []
            : [{ name: text('audit.allowedBy'), value: entry.approverName }]),
          ...formatAuditDetails(format, entry).map(({ name, value }) => ({
            name,
            value: value.length > 60 ? <span className={styles.digest}>{value}</span> : value,
          })),
          {
            name: text('audit.digest'),
            value: <span className={styles.digest}>{entry.digest}</span>,
          },
        ]}
      />
    </Dialog>
  );
}
