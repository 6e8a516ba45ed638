import { ok, type Payment, type Result, type Tape } from '../../../shared/contract/index.ts';
import { createAudit } from '../../ledger/audit/index.ts';
import { silentLog } from '../../platform/index.ts';
import type { PaperDocument } from '../../printing/index.ts';
import { createTestCounter, type TestCounter } from '../payments/testing/index.ts';
import { type Claims, createClaims } from './claims.ts';
import { createEvidenceKeyPair, type EvidenceKeyPair } from './evidence-key.ts';
import type { ClaimPorts } from './types.ts';

export const KEY_PAIR = createEvidenceKeyPair(Buffer.alloc(32, 7));
export const ANA = { id: 'ana', name: 'Ana', role: 'cashier' } as const;
export const LUIS = { id: 'luis', name: 'Luis', role: 'supervisor' } as const;

const PDF = Buffer.from('%PDF-1.7\nstartxref\n9\n%%EOF\n');

export interface ClaimsFixture {
  readonly counter: TestCounter;
  readonly claims: Claims;
  readonly printed: PaperDocument[];
  readonly saved: { readonly name: string; readonly bytes: Uint8Array }[];
  papers: Tape[];
  serviceClock: ReturnType<ClaimPorts['getServiceClock']>;
  keyPair: Result<EvidenceKeyPair>;
  pay(): Promise<Payment>;
}

/** The claims of a test counter, with a printer that keeps documents and a file channel. */
export function createTestClaims(): ClaimsFixture {
  const counter = createTestCounter();
  const printed: PaperDocument[] = [];
  const saved: { readonly name: string; readonly bytes: Uint8Array }[] = [];
  let id = 0;
  const save = (name: string, bytes: Uint8Array, onLeaving: () => Result<null>) => {
    const leaving = onLeaving();
    if (!leaving.ok) return leaving;
    saved.push({ name, bytes });
    return ok({ kind: 'saved' as const, name });
  };
  const fixture: ClaimsFixture = {
    counter,
    printed,
    saved,
    papers: [],
    serviceClock: { serviceTime: null, isServiceTimeDisputed: false },
    keyPair: ok(KEY_PAIR),
    claims: createClaims({
      database: counter.database,
      clock: counter.clock,
      computerClock: counter.clock,
      createId: () => {
        id += 1;
        return `claim-${id}`;
      },
      audit: createAudit({ database: counter.database, clock: counter.clock }),
      log: silentLog,
      printing: {
        enqueueReport: (document) => {
          printed.push(document);
          return `job-${printed.length}`;
        },
        wake: () => {},
        listPaymentTapes: () => fixture.papers,
        saveDocument: async (document, finish, onLeaving) =>
          save(`${document.name}.pdf`, finish(PDF), onLeaving),
        saveText: async ({ name, text }, onLeaving) => save(name, Buffer.from(text), onLeaving),
      },
      getServiceClock: () => fixture.serviceClock,
      openKeyPair: async () => fixture.keyPair,
      settings: () => ({
        shop: { name: 'Abarrotes Lupita', helpLine: '800 111 1111' },
        posNumber: '07',
        timeZone: 'America/Mexico_City',
        language: 'es-MX',
        environment: 'production',
        shopCurrency: 'MXN',
        chainName: 'mostrador',
      }),
      onChange: () => {},
    }),
    pay: async () => {
      const payment = await counter.payBill({});
      await counter.advance(1000);
      return counter.get(payment.id);
    },
  };
  return fixture;
}
