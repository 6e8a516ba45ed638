import { useTillQuery } from '../../../app/index.ts';
import { FilterSelect, PeriodFilter } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import styles from './audit.module.css';
import type { AuditFilterInput } from './audit-filter.ts';
import { formatKind } from './format-audit-entry.ts';

export function AuditFilters(props: {
  readonly wanted: AuditFilterInput;
  readonly onWant: (wanted: AuditFilterInput) => void;
}) {
  const { wanted } = props;
  const text = useText();
  const choices = useTillQuery('audit.choices', {}, { refetchOnMount: 'always' }).value;
  const kinds = (choices?.kinds ?? []).map((id) => ({ id, name: formatKind(text, id) }));
  kinds.sort((one, other) => one.name.localeCompare(other.name));
  const people = [...(choices?.people ?? [])].sort((one, other) =>
    one.name.localeCompare(other.name),
  );
  const want = (changes: Partial<AuditFilterInput>): void =>
    props.onWant({ ...wanted, ...changes });
  return (
    <div className={styles.filters}>
      <PeriodFilter wanted={wanted} onWant={want} />
      <FilterSelect
        label={text('audit.person')}
        value={wanted.personId}
        onChange={(personId) => want({ personId })}
        options={[{ id: '', name: text('audit.anyone') }, ...people]}
      />
      <FilterSelect
        label={text('audit.act')}
        value={wanted.kind}
        onChange={(kind) => want({ kind })}
        options={[{ id: '', name: text('audit.anything') }, ...kinds]}
      />
    </div>
  );
}
