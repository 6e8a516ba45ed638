import { join } from 'node:path';
import {
  type CallOutput,
  type ChainAccess,
  type ChainPayment,
  fail,
  type Language,
  ok,
  type Problem,
  type Result,
  type ValidatedCallInput,
} from '../../../shared/contract/index.ts';
import { getColumnHeadings } from '../../../shared/i18n/index.ts';
import type { Audit, AuditPerson } from '../../ledger/audit/index.ts';
import { buildCsvFileName, type Clock, type Log, writeCsv } from '../../platform/index.ts';
import type { ChainAddress } from '../client/index.ts';
import { CHAIN_CSV_COLUMNS } from './chain-csv-columns.ts';
import { type ChainViewQuery, withChainViewQuery } from './chain-view.ts';
import { type OfficeLogin, type OfficeLoginStore, withMemoryFallback } from './office-login.ts';
import { type PaymentsPage, readPaymentsPage, searchPayments } from './payment-search.ts';
import * as views from './views.ts';

export type { OfficeLogin } from './office-login.ts';

type ViewResult<Name extends `chain.${string}` & keyof ViewOutputs> = Promise<
  Result<ViewOutputs[Name]>
>;
type ViewOutputs = {
  [Name in ViewName]: CallOutput<Name>;
};
type ViewName =
  | 'chain.overview'
  | 'chain.today'
  | 'chain.tills'
  | 'chain.till'
  | 'chain.unresolved'
  | 'chain.days'
  | 'chain.day'
  | 'chain.differences'
  | 'chain.shifts'
  | 'chain.search'
  | 'chain.export';

/** One method for each `chain.*` call of the contract. */
export interface ChainOwner {
  access(): Promise<Result<ChainAccess>>;
  connect(login: OfficeLogin, by: AuditPerson): Promise<Result<ChainAccess>>;
  disconnect(input: object, by: AuditPerson): Promise<Result<ChainAccess>>;
  overview(): ViewResult<'chain.overview'>;
  today(input: ValidatedCallInput<'chain.today'>): ViewResult<'chain.today'>;
  tills(input: ValidatedCallInput<'chain.tills'>): ViewResult<'chain.tills'>;
  till(input: ValidatedCallInput<'chain.till'>): ViewResult<'chain.till'>;
  unresolved(input: ValidatedCallInput<'chain.unresolved'>): ViewResult<'chain.unresolved'>;
  days(input: ValidatedCallInput<'chain.days'>): ViewResult<'chain.days'>;
  day(input: ValidatedCallInput<'chain.day'>): ViewResult<'chain.day'>;
  differences(input: ValidatedCallInput<'chain.differences'>): ViewResult<'chain.differences'>;
  shifts(input: ValidatedCallInput<'chain.shifts'>): ViewResult<'chain.shifts'>;
  search(input: ValidatedCallInput<'chain.search'>): ViewResult<'chain.search'>;
  /**
   * The file contains account numbers, so the audit log records who wrote it and the filter it
   * used.
   */
  export(input: ValidatedCallInput<'chain.export'>, by: AuditPerson): ViewResult<'chain.export'>;
}

export interface ChainOwnerPorts {
  /** Read at each call; `chain` is null if none is set. */
  readonly settings: () => {
    readonly timeZone: string;
    readonly language: Language;
    readonly chain: {
      readonly hosts: readonly string[];
      readonly database: string;
      readonly ca: string;
      readonly shop?: string | undefined;
    } | null;
  };
  readonly vault: OfficeLoginStore;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly log: Log;
  /** The folder for exported files; created if missing. */
  readonly folder: string;
}

const EXPORT_PAGE_ROWS = 500;
const NOT_SET_PROBLEM = { kind: 'chain-view', reason: 'not-set' } as const satisfies Problem;

export function createChainOwner(ports: ChainOwnerPorts): ChainOwner {
  const { log, audit } = ports;
  const loginStore = withMemoryFallback(ports.vault, log);

  const getAddress = (login: OfficeLogin): ChainAddress | null => {
    const { chain } = ports.settings();
    return chain && { ...login, hosts: chain.hosts, database: chain.database, ca: chain.ca };
  };

  const access = async (): Promise<Result<ChainAccess>> => {
    const { chain } = ports.settings();
    if (chain === null) return fail(NOT_SET_PROBLEM);
    const login = await loginStore.read();
    const { hosts, database, shop = null } = chain;
    return ok({ hosts: [...hosts], database, shop, user: login?.user ?? null });
  };

  const getContext = (): views.ChainViewContext => ({
    now: ports.clock.now(),
    clock: ports.clock,
    timeZone: ports.settings().timeZone,
    language: ports.settings().language,
    log,
  });

  /** Runs `work` with the saved office login. */
  const runView = async <Value>(
    work: (ask: ChainViewQuery) => Promise<Result<Value>>,
    isLong = false,
  ): Promise<Result<Value>> => {
    if (ports.settings().chain === null) return fail(NOT_SET_PROBLEM);
    const login = await loginStore.read();
    if (login === null) return fail({ kind: 'chain-view', reason: 'no-credential' });
    const address = getAddress(login);
    return address === null
      ? fail(NOT_SET_PROBLEM)
      : await withChainViewQuery(address, log, work, isLong);
  };

  return {
    access,
    connect: async (login, by) => {
      const address = getAddress(login);
      if (address === null) return fail(NOT_SET_PROBLEM);
      // The overview tests the login: it needs the rights of the views.
      const overview = await withChainViewQuery(address, log, (query) =>
        views.readChainOverview(query, getContext()),
      );
      if (!overview.ok) return overview;
      const saved = await loginStore.save({ user: login.user, password: login.password });
      if (!saved.ok) return saved;
      audit.note({ kind: 'chain-connected', by: toAuditPerson(by), detail: { user: login.user } });
      return await access();
    },
    disconnect: async (_input, by) => {
      const login = await loginStore.read();
      const saved = await loginStore.save(null);
      if (!saved.ok) return saved;
      const detail = login === null ? {} : { user: login.user };
      audit.note({ kind: 'chain-forgotten', by: toAuditPerson(by), detail });
      return await access();
    },
    overview: () => runView((query) => views.readChainOverview(query, getContext())),
    today: (input) => runView((query) => views.readTodaysTotals(query, getContext(), input)),
    tills: (input) => runView((query) => views.listTills(query, getContext(), input)),
    till: (input) => runView((query) => views.readTillDetail(query, getContext(), input)),
    unresolved: (input) =>
      runView((query) => views.listUnresolvedPayments(query, getContext(), input)),
    days: (input) => runView((query) => views.listDailyFileDays(query, getContext(), input)),
    day: (input) => runView((query) => views.readDailyFileDay(query, getContext(), input)),
    differences: (input) =>
      runView((query) => views.listPaymentDifferences(query, getContext(), input)),
    shifts: (input) => runView((query) => views.listShifts(query, getContext(), input)),
    search: (input) => runView((query) => searchPayments(query, getContext(), input)),
    export: ({ filter }, by) => runView((query) => exportPayments(query, filter, by), true),
  };

  async function exportPayments(
    query: ChainViewQuery,
    filter: ValidatedCallInput<'chain.export'>['filter'],
    by: AuditPerson,
  ): Promise<Result<CallOutput<'chain.export'>>> {
    const { timeZone, language } = ports.settings();
    const name = buildCsvFileName('mostrador-chain', filter, ports.clock.now(), timeZone);
    const file = join(ports.folder, name);
    const heads = { ...getColumnHeadings(language).payments, ...getColumnHeadings(language).chain };
    try {
      const pages = readPages(query, filter);
      const written = await writeCsv(file, CHAIN_CSV_COLUMNS, pages, { heads, timeZone, language });
      if (!written.ok) return written;
      const usedFilters = Object.entries(filter).filter(([, value]) => value !== null);
      audit.note({
        kind: 'chain-exported',
        by: toAuditPerson(by),
        detail: { file: name, rows: written.value, filter: Object.fromEntries(usedFilters) },
      });
      return ok({ file, rows: written.value });
    } catch (error) {
      if (error instanceof PageError) return fail(error.problem);
      throw error;
    }
  }

  async function* readPages(
    query: ChainViewQuery,
    filter: ValidatedCallInput<'chain.export'>['filter'],
  ): AsyncGenerator<readonly ChainPayment[]> {
    let cursor: string | null = null;
    do {
      const page: Result<PaymentsPage> = await readPaymentsPage(
        query,
        getContext(),
        filter,
        cursor,
        EXPORT_PAGE_ROWS,
      );
      if (!page.ok) throw new PageError(page.problem);
      yield page.value.payments;
      cursor = page.value.next;
    } while (cursor !== null);
  }
}

/** Takes a problem out of the page generator of the export. */
class PageError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.kind);
    this.problem = problem;
  }
}

function toAuditPerson({ id, name }: AuditPerson): AuditPerson {
  return { id, name };
}
