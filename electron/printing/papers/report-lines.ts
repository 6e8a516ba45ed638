import type { ReportLine } from './paper-document.ts';

/** Building blocks for the lines of reports and slips, without fixed words. */

export const centeredLine = (
  text: string,
  weight: 'plain' | 'bold' | 'double' | 'mark' = 'plain',
): ReportLine => ({ kind: 'text', text, align: 'center', weight });

export const createTextLine = (text: string): ReportLine => ({
  kind: 'text',
  text,
  align: 'left',
  weight: 'plain',
});

export const createLabelValueLine = (label: string, value: string, isBold = false): ReportLine => ({
  kind: 'pair',
  label,
  value,
  isBold,
});

export const BLANK_LINE: ReportLine = { kind: 'blank' };
export const RULE_LINE: ReportLine = { kind: 'rule' };

/** The shop's name and address. */
export function shopHeaderLines(shop: {
  readonly name: string;
  readonly address?: string | undefined;
}): ReportLine[] {
  return [
    centeredLine(shop.name, 'double'),
    ...(shop.address ? [centeredLine(shop.address)] : []),
    BLANK_LINE,
  ];
}
