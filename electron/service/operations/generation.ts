/** What both generations of the interface share: single objects, lists, and simple reads. */
import {
  type Biller,
  type BillerKind,
  fail,
  ok,
  type Result,
  type ServiceVersion,
} from '../../../shared/contract/index.ts';
import { getServiceVersionInfo } from '../../../shared/rules/index.ts';
import type { Log } from '../../platform/index.ts';
import type {
  BillerAccount,
  BillPaymentService,
  ListReadProgress,
  ServiceAccount,
} from '../types.ts';
import {
  createJsonNumber,
  type JsonNumber,
  parseAccount,
  parseBiller,
  parseExchangeRates,
  stringifyExactJson,
} from '../wire/index.ts';
import type { ReadRequest, ServiceReader } from './service-reader.ts';

export interface ApiGenerationContext {
  readonly version: ServiceVersion;
  /** The path of the base address, without a trailing slash. */
  readonly prefix: string;
  readonly reader: ServiceReader;
  readonly log: Log;
  /** The corrected time in milliseconds since the epoch. */
  now(): number;
  wait(milliseconds: number): Promise<void>;
}

/** The operations that differ by generation; sending and health are the same for all. */
export type ApiGeneration = Pick<
  BillPaymentService,
  | 'readAccount'
  | 'readBillers'
  | 'readExchangeRates'
  | 'consult'
  | 'checkTopUp'
  | 'listBills'
  | 'getBill'
  | 'createBill'
  | 'readExtraData'
  | 'refreshBill'
  | 'readCurrentBill'
  | 'deleteBill'
  | 'compose'
  | 'lookUp'
  | 'lookUpTransaction'
  | 'listTransactions'
>;

const BILLER_PATHS: Readonly<Record<BillerKind, string>> = {
  utility: '/billers/utilities',
  'top-up': '/billers/topups',
  'gift-card': '/billers/gift_cards',
  partner: '/billers/partner',
};

/** A read without parameters: POST sends `{}`, GET sends no body. */
export function buildReadRequestWithoutBody(method: 'GET' | 'POST', target: string): ReadRequest {
  return { method, target, body: method === 'POST' ? '{}' : null };
}

/** Reads a single object; `parse` returns null for an unusable one. */
export async function readAndParseObject<Value>(
  reader: ServiceReader,
  request: ReadRequest,
  parse: (value: unknown) => Value | null,
): Promise<Result<Value>> {
  const answer = await reader.read(request);
  if (!answer.ok) return answer;
  const value = parse(answer.value.value);
  return value === null ? reader.recordUnreadableAnswer(answer.value.httpStatus) : ok(value);
}

export function readAccount(
  wire: ApiGenerationContext,
  method: 'GET' | 'POST',
): Promise<Result<ServiceAccount>> {
  const { currency } = getServiceVersionInfo(wire.version);
  return readAndParseObject(
    wire.reader,
    buildReadRequestWithoutBody(method, `${wire.prefix}/account`),
    (value) => parseAccount(value, currency),
  );
}

export function readExchangeRates(
  wire: ApiGenerationContext,
  method: 'GET' | 'POST',
): Promise<Result<Record<string, string>>> {
  return readAndParseObject(
    wire.reader,
    buildReadRequestWithoutBody(method, `${wire.prefix}/rates`),
    parseExchangeRates,
  );
}

/** Returns the complete list or a problem; unusable rows are skipped and logged. */
export async function readBillers(
  wire: ApiGenerationContext,
  method: 'GET' | 'POST',
  kind: BillerKind,
  onPage?: (progress: ListReadProgress, billers: readonly Biller[]) => void,
): Promise<Result<Biller[]>> {
  const request = {
    ...buildReadRequestWithoutBody(method, wire.prefix + BILLER_PATHS[kind]),
    canShareConnection: true,
  };
  const byId = new Map<number, Biller>();
  let unusable = 0;
  const list = await wire.reader.readEachPage(request, 'billers', (progress, rows) => {
    const billers = rows.map((row) => parseBiller(row, kind)).filter((biller) => biller !== null);
    unusable += rows.length - billers.length;
    for (const biller of billers) byId.set(biller.id, biller);
    onPage?.(progress, billers);
  });
  if (!list.ok) return fail(list.problem);
  if (!list.value.isComplete) return wire.reader.recordUnreadableAnswer(200);
  if (unusable > 0) {
    wire.log.warn({ kind, unusable }, 'service-client: billers without id or name skipped');
    if (byId.size === 0) return wire.reader.recordUnreadableAnswer(200);
  }
  return ok([...byId.values()]);
}

/** The fields that identify an account, in the order of the interface. */
export function toWireAccountFields(account: Omit<BillerAccount, 'currency'>): {
  biller_id: JsonNumber;
  account_number: string;
  name_on_account: string | undefined;
} {
  return {
    biller_id: createJsonNumber(String(account.billerId)),
    account_number: account.accountNumber,
    name_on_account: account.nameOnAccount ?? undefined,
  };
}

export function buildPostReadRequest(target: string, body: object): ReadRequest {
  return { method: 'POST', target, body: stringifyExactJson(body) };
}
