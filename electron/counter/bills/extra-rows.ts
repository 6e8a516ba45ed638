/** Extra data as rows for a screen: names as the service wrote them, in its order. */
export interface ExtraDataRow {
  readonly label: string;
  readonly value: string;
}

const MAX_ROWS = 100;
const MAX_TEXT_LENGTH = 400;

const ELLIPSIS_ROW: ExtraDataRow = { label: '…', value: '…' };

export function toExtraRows(extraData: unknown): ExtraDataRow[] {
  const rows: ExtraDataRow[] = [];
  collectRows(extraData, '', rows);
  return rows.length > MAX_ROWS ? [...rows.slice(0, MAX_ROWS - 1), ELLIPSIS_ROW] : rows;
}

function collectRows(value: unknown, label: string, rows: ExtraDataRow[]): void {
  if (rows.length > MAX_ROWS || value === null || value === undefined || value === '') return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      collectRows(item, joinLabels(label, `${index + 1}`), rows);
    return;
  }
  if (typeof value === 'object') {
    for (const [name, item] of Object.entries(value)) {
      collectRows(item, joinLabels(label, name.replaceAll('_', ' ')), rows);
    }
    return;
  }
  rows.push({ label: truncateText(label), value: truncateText(String(value)) });
}

function joinLabels(label: string, name: string): string {
  return label === '' ? name : `${label} · ${name}`;
}

function truncateText(text: string): string {
  if (text.length <= MAX_TEXT_LENGTH) return text;
  // Never inside a surrogate pair.
  return `${text.slice(0, MAX_TEXT_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
