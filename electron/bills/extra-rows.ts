/** Extra data as rows for a screen: names as the service wrote them, in its order. */
export interface ExtraRow {
  readonly label: string;
  readonly value: string;
}

const MOST_ROWS = 100;
const LONGEST = 400;

const MORE: ExtraRow = { label: '…', value: '…' };

export function extraRows(extra: unknown): ExtraRow[] {
  const rows: ExtraRow[] = [];
  collect(extra, '', rows);
  return rows.length > MOST_ROWS ? [...rows.slice(0, MOST_ROWS - 1), MORE] : rows;
}

function collect(value: unknown, label: string, rows: ExtraRow[]): void {
  if (rows.length > MOST_ROWS || value === null || value === undefined || value === '') return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collect(item, joined(label, `${index + 1}`), rows);
    return;
  }
  if (typeof value === 'object') {
    for (const [name, item] of Object.entries(value)) {
      collect(item, joined(label, name.replaceAll('_', ' ')), rows);
    }
    return;
  }
  rows.push({ label: cut(label), value: cut(String(value)) });
}

function joined(label: string, name: string): string {
  return label === '' ? name : `${label} · ${name}`;
}

function cut(text: string): string {
  if (text.length <= LONGEST) return text;
  // Never in the middle of a character that takes two places.
  return `${text.slice(0, LONGEST - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
