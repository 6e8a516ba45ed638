import type { AuditEntry } from '../../../../shared/contract/index.ts';
import { Dialog, Facts } from '../../../components/index.ts';
import styles from './audit.module.css';
import {
  formatDetails,
  formatKind,
  formatPerson,
  useAuditFormatContext,
} from './format-audit-entry.ts';

/** All recorded details of one act, and its digest. */
export function EntryDialog(props: { readonly entry: AuditEntry; readonly onClose: () => void }) {
  const { entry, onClose } = props;
  const format = useAuditFormatContext();
  const { text, clock } = format;
  return (
    <Dialog
      title={`${formatKind(text, entry.kind)} · ${text('audit.number', { number: entry.number })}`}
      onClose={onClose}
    >
      <Facts
        facts={[
          { name: text('audit.time'), value: clock.dateTime(entry.at) },
          { name: text('audit.performedBy'), value: formatPerson(text, entry) },
          ...(entry.approverName === null
            ? []
            : [{ name: text('audit.allowedBy'), value: entry.approverName }]),
          ...formatDetails(format, entry).map(({ name, value }) => ({
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
