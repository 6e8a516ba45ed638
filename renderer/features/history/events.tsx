import { HISTORY_EVENTS, type HistoryEvent } from '../../../shared/contract/index.ts';
import { useMoment, useTillQuery } from '../../app/index.ts';
import { classes, patterns } from '../../components/index.ts';
import { type Text, useText } from '../../i18n/index.ts';
import styles from './history.module.css';

/** What happened to a payment, in order, in plain words. */
export function Events(props: { readonly paymentId: string }) {
  const { paymentId } = props;
  const text = useText();
  const moment = useMoment();
  const events = useTillQuery('history.events', { paymentId }, { asksAnew: true }).value ?? [];
  if (events.length === 0) return null;
  return (
    <ol className={classes(styles.events, patterns.stack)} aria-label={text('history.events')}>
      {numbered(events).map(({ number, event }) => (
        <li key={number}>
          <time dateTime={event.at}>{moment(event.at)}</time>
          {words(text, event)}
        </li>
      ))}
    </ol>
  );
}

/** The order of events never changes, so the index can be the key. */
function numbered(events: readonly HistoryEvent[]) {
  return events.map((event, number) => ({ number, event }));
}

function words(text: Text, event: HistoryEvent): string {
  const known = HISTORY_EVENTS.find((one) => one === event.kind);
  const isSent = known === 'intent' || known === 'sent-again';
  const name = event.cashierName ?? text('audit.byTill');
  const parts = [
    known === undefined ? event.kind : text(`history.event.${known}`, { name }),
    ...(event.code === null ? [] : [event.code]),
    ...(event.cashierName === null || isSent ? [] : [event.cashierName]),
    ...(event.approvedBy === null ? [] : [text('history.approvedBy', { name: event.approvedBy })]),
    ...(event.reason === null || !isOfPerson(event) ? [] : [`«${event.reason}»`]),
  ];
  return parts.join(' · ');
}

/** A reason that a person wrote; the others are the program's. */
function isOfPerson(event: HistoryEvent): boolean {
  return event.approvedBy !== null;
}
