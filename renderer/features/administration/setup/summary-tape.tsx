import type { Provisioning } from '../../../../shared/contract/index.ts';
import { DEFAULT_COLUMNS } from '../../../../shared/rules/index.ts';
import { formatPrinterAddress, toPrinterSettings } from '../../../app/questions/index.ts';
import { type DraftRow, DraftTape, formatTimeZone } from '../../../components/index.ts';
import { type TextFunction, useLanguage, useText } from '../../../i18n/index.ts';
import type { SetupDraft } from './setup-draft.ts';

/** The summary of a set-up on the tape. Never a key or a PIN. */
export interface SetupSummary {
  readonly environment: Provisioning['environment'] | null;
  readonly service: string;
  readonly version: string;
  readonly account: string;
  readonly shop: string;
  readonly address: string;
  readonly helpLine: string;
  readonly pos: string;
  readonly chain: string;
  readonly zone: string;
  readonly printer: string;
  readonly people: readonly {
    readonly name: string;
    readonly role: Provisioning['cashiers'][number]['role'];
  }[];
}

/** The answers so far; later questions are not on the tape yet. */
export function toDraftSummary(draft: SetupDraft, reached: readonly string[]): SetupSummary {
  const past = (step: string, value: string): string => (reached.includes(step) ? value : '');
  return {
    environment: reached.includes('environment') ? draft.environment : null,
    service: draft.baseUrl,
    version: past('version', draft.version),
    account: draft.keyCheck?.accountName ?? '',
    shop: draft.shopName,
    address: draft.address,
    helpLine: draft.helpLine,
    pos: draft.posNumber,
    chain: draft.chainName,
    zone: past('zone', draft.timeZone),
    printer: past('printer', formatPrinterAddress(toPrinterSettings(draft)) ?? 'screen'),
    people: draft.people,
  };
}

export function toFileSummary(given: Provisioning): SetupSummary {
  return {
    environment: given.environment,
    service: given.baseUrl ?? '',
    version: given.version,
    account: '',
    shop: given.shop.name,
    address: given.shop.address ?? '',
    helpLine: given.shop.helpLine ?? '',
    pos: given.posNumber,
    chain: given.chainName,
    zone: given.timeZone,
    printer: formatPrinterAddress(given.printer) ?? 'screen',
    people: given.cashiers,
  };
}

export function SummaryTape(props: { readonly summary: SetupSummary }) {
  const text = useText();
  const language = useLanguage();
  const { summary } = props;
  return (
    <DraftTape
      head={[summary.shop.trim() === '' ? text('setup.summary') : summary.shop]}
      rows={toRows(summary, text, language)}
      columns={DEFAULT_COLUMNS}
      environment={summary.environment}
    />
  );
}

function toRows(summary: SetupSummary, text: TextFunction, language: string): DraftRow[] {
  const rows: DraftRow[] = [];
  const add = (id: string, label: string, value: string): void => {
    if (value.trim() !== '') rows.push({ id, label, value });
  };
  if (summary.environment !== null) {
    add(
      'environment',
      text('setup.row.environment'),
      text(`setup.row.environment.${summary.environment}`),
    );
  }
  add('service', text('setup.row.service'), summary.service);
  add('version', text('setup.row.version'), summary.version);
  add('account', text('setup.row.account'), summary.account);
  add('address', text('setup.row.address'), summary.address);
  add('helpLine', text('setup.row.helpLine'), summary.helpLine);
  add('pos', text('setup.row.pos'), summary.pos);
  add('chain', text('setup.row.chain'), summary.chain);
  add('zone', text('setup.row.zone'), formatTimeZone(summary.zone, text, language));
  add(
    'printer',
    text('setup.row.printer'),
    summary.printer === 'screen' ? text('setup.printer.screen') : summary.printer,
  );
  if (summary.people.length > 0) {
    rows.push({ id: 'people', label: text('setup.row.people'), isStrong: true, isRuled: true });
    for (const one of summary.people) {
      rows.push({ id: `person-${one.name}`, label: one.name, value: text(`role.${one.role}`) });
    }
  }
  return rows;
}
