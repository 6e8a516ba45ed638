import { getChainStatusLevel, type StatusLine } from '../../../shared/contract/index.ts';
import { Dialog, Notice } from '../../components/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { useMainProcessTimeIso, useTimeFormatter } from '../till/index.ts';
import { formatLongDay } from './format-long-day.ts';
import { StatusButton } from './status-button.tsx';
import type { StatusDialogProps } from './status-topic.ts';

type Chain = NonNullable<StatusLine['chain']>;

/** Shows when data was last sent to the chain, and since when it is unsent. */
export function ChainStatusButton(props: {
  readonly chain: Chain;
  readonly nowIso: string;
  readonly onPress: () => void;
}) {
  const text = useText();
  const { chain, onPress } = props;
  return (
    <StatusButton
      label={text('chainStatus.name')}
      statusText={useStatusText(chain, props.nowIso)}
      level={getChainStatusLevel(chain.light)}
      onPress={onPress}
    />
  );
}

/** The reason if a person can act on it; otherwise the unsent count and since when. */
function useStatusText({ light, sentAt, unsent }: Chain, mainNow: string): string {
  const text = useText();
  const language = useLanguage();
  const now = useMainProcessTimeIso(mainNow);
  switch (light) {
    case 'sent':
    case 'not-asked': {
      if (light === 'not-asked' || sentAt === null) return text('chainStatus.not-asked');
      return text('chainStatus.sent', { ago: formatTimeAgo(sentAt, now, language) });
    }
    case 'daily-file-late':
    case 'daily-file-missing':
      return text('chainStatus.daily-file');
    case 'wrong-certificate':
    case 'refused':
    case 'no-password':
    case 'session-taken':
    case 'other-environment':
    case 'full':
    case 'newer':
    case 'older':
      return text(`chainStatus.${light}`);
    case 'unreachable':
    case 'read-only':
    case 'too-many':
    case 'failed': {
      if (unsent === 0 || sentAt === null) return text(`chainStatus.${light}`);
      return text('chainStatus.unsent', {
        count: unsent,
        since: formatDuration(sentAt, now, language),
      });
    }
  }
}

export function ChainDialog(props: StatusDialogProps) {
  const text = useText();
  const language = useLanguage();
  const timeFormatter = useTimeFormatter();
  const { chain } = props.status;
  if (chain === null) {
    return (
      <Dialog title={text('chainStatus.title')} onClose={props.onClose}>
        <Notice tone="info" title={text('chainStatus.none')} />
      </Dialog>
    );
  }
  const { light, sentAt, unsent, overdueDay } = chain;
  const isGood = light === 'sent' || light === 'not-asked';
  const isFileOverdue = light === 'daily-file-late' || light === 'daily-file-missing';
  const reason = isFileOverdue ? 'daily-file' : light;
  const day = overdueDay === null ? '' : formatLongDay(overdueDay, language);
  const impactKey = isFileOverdue ? 'chainStatus.daily-file.impact' : 'chainStatus.impact';
  return (
    <Dialog title={text('chainStatus.title')} onClose={props.onClose}>
      <Notice
        tone={isGood ? 'info' : 'warning'}
        title={text(`chainStatus.${reason}.title`, { day })}
        {...(isGood ? {} : { impact: text(impactKey) })}
        action={text(`chainStatus.${reason}.action`)}
      >
        <p>
          {sentAt === null
            ? text('chainStatus.never')
            : text('chainStatus.last', { at: timeFormatter.dateTime(sentAt) })}{' '}
          {unsent === 0 ? '' : text('chainStatus.waiting', { count: unsent })}
        </p>
      </Notice>
    </Dialog>
  );
}

const TIME_UNITS = [
  ['second', 1, 60],
  ['minute', 60, 60],
  ['hour', 3_600, 48],
  ['day', 86_400, Number.POSITIVE_INFINITY],
] as const;

function getTimeUnit(since: string, now: string) {
  const seconds = Math.max(0, Math.round((Date.parse(now) - Date.parse(since)) / 1_000));
  const [unit, size] =
    TIME_UNITS.find(([, unitSeconds, limit]) => seconds / unitSeconds < limit) ?? TIME_UNITS[3];
  return { unit, count: Math.floor(seconds / size) };
}

/** “12 s ago”, in the page's language. */
function formatTimeAgo(since: string, now: string, language: string): string {
  const { unit, count } = getTimeUnit(since, now);
  const format = new Intl.RelativeTimeFormat(language, { style: 'narrow', numeric: 'always' });
  return format.format(-count, unit);
}

/** “2 h” */
function formatDuration(since: string, now: string, language: string): string {
  const { unit, count } = getTimeUnit(since, now);
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'narrow' });
  return format.format(count);
}
