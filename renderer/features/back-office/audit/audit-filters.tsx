import { useTillQuery } from '../../../app/index.ts';
import { PeriodFilter, SelectFilter } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import styles from './audit.module.css';
import type { AuditFilterInput } from './audit-filter.ts';
import { formatAuditKind } from './format-audit-entry.ts';

export function AuditFilters(props: {
  readonly filter: AuditFilterInput;
  readonly onFilterChange: (filter: AuditFilterInput) => void;
}) {
  const { filter } = props;
  const text = useText();
  const choices = useTillQuery('audit.filterOptions', {}, { refetchOnMount: 'always' }).value;
  const kinds = (choices?.kinds ?? []).map((id) => ({ id, name: formatAuditKind(text, id) }));
  kinds.sort((a, b) => a.name.localeCompare(b.name));
  const people = [...(choices?.people ?? [])].sort((a, b) => a.name.localeCompare(b.name));
  const changeFilter = (changes: Partial<AuditFilterInput>): void =>
    props.onFilterChange({ ...filter, ...changes });
  return (
    <div className={styles.filters}>
      <PeriodFilter selection={filter} onChange={changeFilter} />
      <SelectFilter
        label={text('audit.person')}
        value={filter.personId}
        onChange={(personId) => changeFilter({ personId })}
        options={[{ id: '', name: text('audit.allPeople') }, ...people]}
      />
      <SelectFilter
        label={text('audit.action')}
        value={filter.kind}
        onChange={(kind) => changeFilter({ kind })}
        options={[{ id: '', name: text('audit.allActions') }, ...kinds]}
      />
    </div>
  );
}
