import type { Provisioning } from '../../../../shared/contract/index.ts';
import { DEFAULT_PAPER_COLUMNS } from '../../../../shared/rules/index.ts';
import { formatPrinterAddress, toPrinterSettings } from '../../../app/questions/index.ts';
import { DraftTape, type DraftTapeRow, formatTimeZone } from '../../../components/index.ts';
import { type TextFunction, useLanguage, useText } from '../../../i18n/index.ts';
import type { SetupDraft } from './setup-draft.ts';

/** The summary of a set-up on the tape. It never contains a key or a PIN. */
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

/** Returns a summary of the answers so far. The answers of later steps are empty. */
export function toSetupDraftSummary(
  draft: SetupDraft,
  reachedSteps: readonly string[],
): SetupSummary {
  const getReachedValue = (step: string, value: string): string =>
    reachedSteps.includes(step) ? value : '';
  return {
    environment: reachedSteps.includes('environment') ? draft.environment : null,
    service: draft.baseUrl,
    version: getReachedValue('version', draft.version),
    account: draft.keyCheck?.accountName ?? '',
    shop: draft.shopName,
    address: draft.address,
    helpLine: draft.helpLine,
    pos: draft.posNumber,
    chain: draft.chainName,
    zone: getReachedValue('zone', draft.timeZone),
    printer: getReachedValue('printer', formatPrinterAddress(toPrinterSettings(draft)) ?? 'screen'),
    people: draft.people,
  };
}

export function toProvisioningFileSummary(provisioning: Provisioning): SetupSummary {
  return {
    environment: provisioning.environment,
    service: provisioning.baseUrl ?? '',
    version: provisioning.version,
    account: '',
    shop: provisioning.shop.name,
    address: provisioning.shop.address ?? '',
    helpLine: provisioning.shop.helpLine ?? '',
    pos: provisioning.posNumber,
    chain: provisioning.chainName,
    zone: provisioning.timeZone,
    printer: formatPrinterAddress(provisioning.printer) ?? 'screen',
    people: provisioning.cashiers,
  };
}

export function SetupSummaryTape(props: { readonly summary: SetupSummary }) {
  const text = useText();
  const language = useLanguage();
  const { summary } = props;
  return (
    <DraftTape
      headerLines={[summary.shop.trim() === '' ? text('setup.summary') : summary.shop]}
      rows={toRows(summary, text, language)}
      columns={DEFAULT_PAPER_COLUMNS}
      environment={summary.environment}
    />
  );
}

function toRows(summary: SetupSummary, text: TextFunction, language: string): DraftTapeRow[] {
  const rows: DraftTapeRow[] = [];
  const addRow = (id: string, label: string, value: string): void => {
    if (value.trim() !== '') rows.push({ id, label, value });
  };
  if (summary.environment !== null) {
    addRow(
      'environment',
      text('setup.row.environment'),
      text(`setup.row.environment.${summary.environment}`),
    );
  }
  addRow('service', text('setup.row.service'), summary.service);
  addRow('version', text('setup.row.version'), summary.version);
  addRow('account', text('setup.row.account'), summary.account);
  addRow('address', text('setup.row.address'), summary.address);
  addRow('helpLine', text('setup.row.helpLine'), summary.helpLine);
  addRow('pos', text('setup.row.pos'), summary.pos);
  addRow('chain', text('setup.row.chain'), summary.chain);
  addRow('zone', text('setup.row.zone'), formatTimeZone(summary.zone, text, language));
  addRow(
    'printer',
    text('setup.row.printer'),
    summary.printer === 'screen' ? text('setup.printer.screen') : summary.printer,
  );
  if (summary.people.length > 0) {
    rows.push({
      id: 'people',
      label: text('setup.row.people'),
      isStrong: true,
      hasRuleAbove: true,
    });
    for (const person of summary.people) {
      rows.push({
        id: `person-${person.name}`,
        label: person.name,
        value: text(`role.${person.role}`),
      });
    }
  }
  return rows;
}
