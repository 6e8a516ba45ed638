import {
  type CallOutput,
  type Cashier,
  fail,
  ok,
  type Result,
  type ValidatedCallInput,
} from '../../../shared/contract/index.ts';
import type { Audit } from '../../ledger/audit/index.ts';
import { createStorageGuard, readPayment } from '../../ledger/index.ts';
import { toIsoTime } from '../../platform/index.ts';
import type { PaperDocument } from '../../printing/index.ts';
import { listClaimEntries, listLookUps, listSends, readClaim } from './claim-queries.ts';
import {
  buildClaimSheet,
  buildClaimSheetLines,
  buildEvidenceKeySheet,
  toSheetText,
} from './claim-sheet.ts';
import type { ClaimTime } from './claim-time.ts';
import { attachEvidenceToPdf, buildEvidenceCode } from './evidence-code.ts';
import type { ClaimPorts } from './types.ts';

/** Prints and saves the sheets of claims, and the key that checks them. */
export interface ClaimSheets {
  printSheet(
    input: ValidatedCallInput<'claims.printSheet'>,
    by: Cashier,
  ): Promise<Result<{ jobId: string }>>;
  saveSheet(
    input: ValidatedCallInput<'claims.saveSheet'>,
    by: Cashier,
  ): Promise<Result<CallOutput<'claims.saveSheet'>>>;
  printKey(by: Cashier): Promise<Result<{ jobId: string }>>;
  saveKey(by: Cashier): Promise<Result<CallOutput<'claims.saveKey'>>>;
}

export function createClaimSheets(
  ports: ClaimPorts,
  { readTime }: { readonly readTime: () => ClaimTime },
): ClaimSheets {
  const { database, clock, audit, printing } = ports;
  const { catchStorageErrorAsync } = createStorageGuard(ports);

  /** The sheet as it is now, signed. */
  const buildSheet = async (
    claimId: string,
    by: Cashier,
  ): Promise<
    Result<{ readonly document: PaperDocument; readonly code: string; readonly text: string }>
  > => {
    const claim = readClaim(database, claimId);
    const record = claim === null ? null : readPayment(database, claim.paymentId);
    if (claim === null || record === null) return fail({ kind: 'not-found', what: 'claim' });
    const keyPair = await ports.openKeyPair();
    if (!keyPair.ok) return keyPair;
    const settings = ports.settings();
    const { intent, outcome } = record;
    const { serviceTime } = ports.getServiceClock();
    const computerTime = ports.computerClock.now();
    const madeAt = toIsoTime(clock.now());
    const lines = buildClaimSheetLines(
      {
        claim,
        record,
        entries: listClaimEntries(database, claimId),
        sends: listSends(database, intent.id),
        lookUps: listLookUps(database, intent.id),
        papers: printing.listPaymentTapes(intent.id),
        madeAt,
        madeBy: by.name,
        clockOffsetSeconds:
          serviceTime === null ? null : Math.round((serviceTime - computerTime) / 1000),
        isTimeUncertain: readTime().isUncertain,
      },
      settings,
    );
    const text = toSheetText(lines);
    const code = buildEvidenceCode(
      {
        till: `${settings.chainName} ${settings.posNumber}`,
        claim: String(claim.number),
        payment: intent.externalId,
        biller: `${intent.billerId} ${intent.billerName}`,
        account: intent.accountNumber,
        amount: `${intent.amount.amount} ${intent.amount.currency}`,
        date: intent.createdAt,
        outcome: outcome.state,
        authorization: outcome.authorization ?? '',
        made: madeAt,
      },
      text,
      keyPair.value,
    );
    return ok({ document: buildClaimSheet(claim, lines, code, settings), code, text });
  };

  /** Queues a paper together with its audit entry. */
  const print = (
    document: PaperDocument,
    by: Cashier,
    note: Pick<Parameters<Audit['recordInTransaction']>[0], 'kind' | 'detail'>,
  ): Result<{ jobId: string }> => {
    const jobId = database.commit(() => {
      audit.recordInTransaction({ ...note, by });
      return printing.enqueueReport(document, by.id, null);
    });
    printing.wake();
    return ok({ jobId });
  };

  return {
    printSheet: ({ claimId }, by) =>
      catchStorageErrorAsync(async () => {
        const sheet = await buildSheet(claimId, by);
        if (!sheet.ok) return sheet;
        const { number = null, paymentId = null } = readClaim(database, claimId) ?? {};
        return print(sheet.value.document, by, {
          kind: 'claim-printed',
          detail: { claim: number, paymentId },
        });
      }),
    saveSheet: ({ claimId }, by) =>
      catchStorageErrorAsync(async () => {
        const sheet = await buildSheet(claimId, by);
        if (!sheet.ok) return sheet;
        const { document, code, text } = sheet.value;
        const { number = null, paymentId = null } = readClaim(database, claimId) ?? {};
        return await printing.saveDocument(
          document,
          (pdf) => attachEvidenceToPdf(pdf, code, text),
          () => {
            const detail = { claim: number, paymentId };
            audit.note({ kind: 'claim-saved', by, detail });
            return ok(null);
          },
        );
      }),
    printKey: (by) =>
      catchStorageErrorAsync(async () => {
        const keyPair = await ports.openKeyPair();
        if (!keyPair.ok) return keyPair;
        const document = buildEvidenceKeySheet(keyPair.value.publicKey, ports.settings());
        return print(document, by, { kind: 'evidence-key-printed', detail: {} });
      }),
    saveKey: (by) =>
      catchStorageErrorAsync(async () => {
        const keyPair = await ports.openKeyPair();
        if (!keyPair.ok) return keyPair;
        const { chainName, posNumber } = ports.settings();
        const { id, text } = keyPair.value.publicKey;
        return await printing.saveText(
          { name: `mostrador-${id}.txt`, text: `${chainName} ${posNumber}: ${text}\n` },
          () => {
            audit.note({ kind: 'evidence-key-saved', by, detail: {} });
            return ok(null);
          },
        );
      }),
  };
}
