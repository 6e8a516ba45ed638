import { HISTORY_EVENT_KINDS, type HistoryEvent } from '../../../../shared/contract/index.ts';
import { useTillQuery, useTimeWithDayFormatter } from '../../../app/index.ts';
import { classNames, patterns } from '../../../components/index.ts';
import { type TextFunction, useText } from '../../../i18n/index.ts';
import styles from './history.module.css';

/** The events of a payment as text, oldest first. */
export function PaymentEvents(props: { readonly paymentId: string }) {
  const { paymentId } = props;
  const text = useText();
  const formatMoment = useTimeWithDayFormatter();
  const events =
    useTillQuery('history.events', { paymentId }, { refetchOnMount: 'always' }).value ?? [];
  if (events.length === 0) return null;
  return (
    <ol className={classNames(styles.events, patterns.stack)} aria-label={text('history.events')}>
      {withIndexKeys(events).map(({ number, event }) => (
        <li key={number}>
          <time dateTime={event.at}>{formatMoment(event.at)}</time>
          {formatEvent(text, event)}
        </li>
      ))}
    </ol>
  );
}

/** Events keep their order, so the index can be the key. */
function withIndexKeys(events: readonly HistoryEvent[]) {
  return events.map((event, number) => ({ number, event }));
}

function formatEvent(text: TextFunction, event: HistoryEvent): string {
  const knownKind = HISTORY_EVENT_KINDS.find((kind) => kind === event.kind);
  const isSent = knownKind === 'intent' || knownKind === 'sent-again';
  const name = event.cashierName ?? text('audit.byTill');
  const parts = [
    knownKind === undefined ? event.kind : text(`history.event.${knownKind}`, { name }),
    ...(event.code === null ? [] : [event.code]),
    ...(event.cashierName === null || isSent ? [] : [event.cashierName]),
    ...(event.approvedBy === null ? [] : [text('history.approvedBy', { name: event.approvedBy })]),
    ...(event.reason === null || !hasPersonReason(event) ? [] : [`«${event.reason}»`]),
  ];
  return parts.join(' · ');
}

/** Whether a person wrote the reason. Other reasons come from the program. */
function hasPersonReason(event: HistoryEvent): boolean {
  return event.approvedBy !== null;
}
