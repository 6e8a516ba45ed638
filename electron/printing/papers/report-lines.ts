import type { ReportLine } from './report.ts';

/** The lines that reports and slips are made of, without words of their own. */

export const centred = (
  text: string,
  weight: 'plain' | 'bold' | 'double' | 'mark' = 'plain',
): ReportLine => ({ kind: 'text', text, align: 'center', weight });

export const line = (text: string): ReportLine => ({
  kind: 'text',
  text,
  align: 'left',
  weight: 'plain',
});

export const pair = (label: string, value: string, isBold = false): ReportLine => ({
  kind: 'pair',
  label,
  value,
  isBold,
});

export const blank: ReportLine = { kind: 'blank' };
export const rule: ReportLine = { kind: 'rule' };

/** The shop's name and address. */
export function header(shop: {
  readonly name: string;
  readonly address?: string | undefined;
}): ReportLine[] {
  return [centred(shop.name, 'double'), ...(shop.address ? [centred(shop.address)] : []), blank];
}
