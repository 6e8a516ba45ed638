/** RFC 4180, every field quoted. Excel reads a file as UTF-8 by its first mark only. */
export const CSV_BEGIN = '\ufeff';
const CSV_LINE_END = '\r\n';

/** A field that a spreadsheet would take for a formula is text for it as well. */
function csvField(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text);
  return `"${(isFormula ? `'${text}` : text).replaceAll('"', '""')}"`;
}

export function csvLine(values: readonly (string | number | null)[]): string {
  return `${values.map(csvField).join(',')}${CSV_LINE_END}`;
}
