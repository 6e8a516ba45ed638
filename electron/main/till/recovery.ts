import type { Language } from '../../../shared/contract/index.ts';
import {
  type CallOutput,
  fail,
  ok,
  type Result,
  type ValidatedCallInput,
} from '../../../shared/contract/index.ts';
import { getReceiptTexts } from '../../../shared/i18n/index.ts';
import type { Staff } from '../../counter/staff/index.ts';
import type { Audit } from '../../ledger/audit/index.ts';
import type { PaperDocument, Printing, ReportLine } from '../../printing/index.ts';
import type { LedgerKeys } from '../../settings/keys/index.ts';
import { verifyApproval } from './offline-approval.ts';

/**
 * The owner's recovery key: creates, prints and confirms it, and accepts it where a PIN was
 * forgotten.
 */
export interface RecoveryKeyActions {
  getState(): Promise<Result<CallOutput<'recovery.state'>>>;
  createKey(
    input: ValidatedCallInput<'recovery.createKey'>,
  ): Promise<Result<CallOutput<'recovery.createKey'>>>;
  printKey(input: ValidatedCallInput<'recovery.print'>): Promise<Result<Record<string, never>>>;
  confirmKey(
    input: ValidatedCallInput<'recovery.confirm'>,
  ): Promise<Result<CallOutput<'recovery.state'>>>;
  resetPin(input: ValidatedCallInput<'recovery.resetPin'>): Promise<Result<Record<string, never>>>;
}

export function createRecoveryKeyActions(parts: {
  readonly keys: LedgerKeys;
  readonly staff: Staff;
  readonly audit: Audit;
  readonly printing: Pick<Printing, 'printWithoutStoring'>;
  readonly settings: () => { readonly shopName: string; readonly language: Language };
}): RecoveryKeyActions {
  const { keys, staff, audit } = parts;
  /** The owner whose PIN authorized the offered key. */
  let createdBy: { readonly id: string; readonly name: string } | null = null;

  const state = (): CallOutput<'recovery.state'> => {
    const { keptBy, recoveryConfirmedAt } = keys.getState();
    return { confirmedAt: recoveryConfirmedAt, keptBy };
  };

  return {
    getState: async () => {
      const key = await keys.open();
      return key.ok ? ok(state()) : key;
    },
    createKey: async ({ approval }) => {
      const owner = await verifyApproval(staff, 'owner', approval);
      if (!owner.ok) return owner;
      const offered = await keys.offerRecoveryKey();
      if (!offered.ok) return offered;
      const { id, name } = owner.value;
      createdBy = { id, name };
      audit.note({ kind: 'recovery-key-made', by: createdBy, detail: {} });
      return offered;
    },
    printKey: async ({ offer }) => {
      const recoveryKey = keys.getOfferedRecoveryKey(offer);
      if (recoveryKey === null) return fail({ kind: 'recovery-key', reason: 'offer-over' });
      const printed = await parts.printing.printWithoutStoring(
        buildRecoveryPaper(recoveryKey, parts.settings()),
      );
      return printed.ok ? ok({}) : printed;
    },
    confirmKey: async ({ offer, end }) => {
      const isNew = keys.getState().recoveryConfirmedAt === null;
      const confirmed = await keys.confirmRecoveryKey(offer, end);
      if (!confirmed.ok) return confirmed;
      audit.note({ kind: 'recovery-key-confirmed', by: createdBy, detail: { isNew } });
      return ok(state());
    },
    resetPin: ({ cashierId, recoveryKey, pin }) =>
      staff.resetPin({ cashierId, pin }, () => keys.enterRecoveryKey(recoveryKey)),
  };
}

function buildRecoveryPaper(
  recoveryKey: string,
  { shopName, language }: { readonly shopName: string; readonly language: Language },
): PaperDocument {
  const texts = getReceiptTexts(language).recovery;
  const toPlainLine = (text: string): ReportLine => ({
    kind: 'text',
    text,
    align: 'left',
    weight: 'plain',
  });
  const groups = recoveryKey.split(' ');
  const rows = Array.from({ length: Math.ceil(groups.length / 3) }, (_, row) =>
    groups.slice(row * 3, row * 3 + 3).join('  '),
  );
  return {
    name: 'recovery',
    drawer: 'stays',
    guard: null,
    lines: [
      { kind: 'text', text: texts.title, align: 'center', weight: 'double' },
      { kind: 'text', text: shopName, align: 'center', weight: 'bold' },
      { kind: 'rule' },
      ...rows.map((text): ReportLine => ({ kind: 'text', text, align: 'center', weight: 'bold' })),
      { kind: 'rule' },
      toPlainLine(texts.description),
      { kind: 'blank' },
      toPlainLine(texts.storage),
      { kind: 'blank' },
      toPlainLine(texts.age),
    ],
  };
}
