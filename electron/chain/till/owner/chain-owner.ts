import { join } from 'node:path';
import {
  type CallOutput,
  type CallReceived,
  type ChainAccess,
  type ChainPayment,
  fail,
  type Language,
  ok,
  type Problem,
  type Result,
} from '../../../../shared/contract/index.ts';
import { getColumnHeadings } from '../../../../shared/i18n/index.ts';
import type { Audit, AuditPerson } from '../../../ledger/audit/index.ts';
import { buildCsvFileName, type Clock, type Log, writeCsv } from '../../../platform/index.ts';
import type { ChainAddress } from '../client/index.ts';
import { CHAIN_CSV_COLUMNS } from './chain-csv-columns.ts';
import { type ChainViewQuery, withChainView } from './chain-view.ts';
import { type OfficeRole, type OfficeRoleStore, withMemoryFallback } from './office-role.ts';
import { type ChainCursor, parseChainCursor } from './view-rows.ts';
import * as views from './views.ts';

export type { OfficeRole } from './office-role.ts';

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

/** A method for each call of the contract. */
export interface ChainOwner {
  access(): Promise<Result<ChainAccess>>;
  connect(role: OfficeRole, by: AuditPerson): Promise<Result<ChainAccess>>;
  forget(input: object, by: AuditPerson): Promise<Result<ChainAccess>>;
  overview(): ViewResult<'chain.overview'>;
  today(input: CallReceived<'chain.today'>): ViewResult<'chain.today'>;
  tills(input: CallReceived<'chain.tills'>): ViewResult<'chain.tills'>;
  till(input: CallReceived<'chain.till'>): ViewResult<'chain.till'>;
  unresolved(input: CallReceived<'chain.unresolved'>): ViewResult<'chain.unresolved'>;
  days(input: CallReceived<'chain.days'>): ViewResult<'chain.days'>;
  day(input: CallReceived<'chain.day'>): ViewResult<'chain.day'>;
  differences(input: CallReceived<'chain.differences'>): ViewResult<'chain.differences'>;
  shifts(input: CallReceived<'chain.shifts'>): ViewResult<'chain.shifts'>;
  search(input: CallReceived<'chain.search'>): ViewResult<'chain.search'>;
  /** The file shows account numbers: the audit log says who wrote it, and what is in it. */
  export(input: CallReceived<'chain.export'>, by: AuditPerson): ViewResult<'chain.export'>;
}

export interface ChainOwnerPorts {
  /** Read again at each call; `chain` is null where none is set. */
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
  readonly vault: OfficeRoleStore;
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
  const keeper = withMemoryFallback(ports.vault, log);

  const addressOf = (role: OfficeRole): ChainAddress | null => {
    const { chain } = ports.settings();
    return chain && { ...role, hosts: chain.hosts, database: chain.database, ca: chain.ca };
  };

  const access = async (): Promise<Result<ChainAccess>> => {
    const { chain } = ports.settings();
    if (chain === null) return fail(NOT_SET_PROBLEM);
    const role = await keeper.read();
    const { hosts, database, shop = null } = chain;
    return ok({ hosts: [...hosts], database, shop, user: role?.user ?? null });
  };

  const here = (): views.ViewContext => ({
    now: ports.clock.now(),
    timeZone: ports.settings().timeZone,
    log,
  });

  /** Looks with the role that is kept. */
  const look = async <Value>(
    work: (ask: ChainViewQuery) => Promise<Result<Value>>,
    isLong = false,
  ): Promise<Result<Value>> => {
    if (ports.settings().chain === null) return fail(NOT_SET_PROBLEM);
    const role = await keeper.read();
    if (role === null) return fail({ kind: 'chain-view', reason: 'no-credential' });
    const address = addressOf(role);
    return address === null
      ? fail(NOT_SET_PROBLEM)
      : await withChainView(address, log, work, isLong);
  };

  return {
    access,
    connect: async (role, by) => {
      const address = addressOf(role);
      if (address === null) return fail(NOT_SET_PROBLEM);
      // What it is for is what it is tried with.
      const tried = await withChainView(address, log, (ask) => views.readOverview(ask, here()));
      if (!tried.ok) return tried;
      const kept = await keeper.save({ user: role.user, password: role.password });
      if (!kept.ok) return kept;
      audit.note({ kind: 'chain-connected', by: toAuditPerson(by), detail: { user: role.user } });
      return await access();
    },
    forget: async (_input, by) => {
      const role = await keeper.read();
      const forgotten = await keeper.save(null);
      if (!forgotten.ok) return forgotten;
      const detail = role === null ? {} : { user: role.user };
      audit.note({ kind: 'chain-forgotten', by: toAuditPerson(by), detail });
      return await access();
    },
    overview: () => look((ask) => views.readOverview(ask, here())),
    today: (input) => look((ask) => views.readToday(ask, here(), input)),
    tills: (input) => look((ask) => views.listTills(ask, here(), input)),
    till: (input) => look((ask) => views.readTill(ask, here(), input)),
    unresolved: (input) => look((ask) => views.listUnresolved(ask, here(), input)),
    days: (input) => look((ask) => views.listDays(ask, here(), input)),
    day: (input) => look((ask) => views.readDay(ask, here(), input)),
    differences: (input) => look((ask) => views.listDifferences(ask, here(), input)),
    shifts: (input) => look((ask) => views.listShifts(ask, here(), input)),
    search: (input) => look((ask) => views.searchPayments(ask, here(), input)),
    export: ({ filter }, by) => look((ask) => exported(ask, filter, by), true),
  };

  async function exported(
    ask: ChainViewQuery,
    filter: CallReceived<'chain.export'>['filter'],
    by: AuditPerson,
  ): Promise<Result<CallOutput<'chain.export'>>> {
    const { timeZone, language } = ports.settings();
    const name = buildCsvFileName('mostrador-chain', filter, ports.clock.now(), timeZone);
    const file = join(ports.folder, name);
    const heads = { ...getColumnHeadings(language).payments, ...getColumnHeadings(language).chain };
    try {
      const pages = everyPage(ask, filter);
      const written = await writeCsv(file, CHAIN_CSV_COLUMNS, pages, { heads, timeZone });
      if (!written.ok) return written;
      const asked = Object.entries(filter).filter(([, value]) => value !== null);
      audit.note({
        kind: 'chain-exported',
        by: toAuditPerson(by),
        detail: { file: name, rows: written.value, filter: Object.fromEntries(asked) },
      });
      return ok({ file, rows: written.value });
    } catch (error) {
      if (error instanceof PageError) return fail(error.problem);
      throw error;
    }
  }

  async function* everyPage(
    ask: ChainViewQuery,
    filter: CallReceived<'chain.export'>['filter'],
  ): AsyncGenerator<readonly ChainPayment[]> {
    let after: ChainCursor | null = null;
    do {
      const page: Result<views.ChainPage<ChainPayment>> = await views.queryPayments(
        ask,
        here(),
        filter,
        after,
        EXPORT_PAGE_ROWS,
      );
      if (!page.ok) throw new PageError(page.problem);
      yield page.value.rows;
      after = page.value.next === null ? null : parseChainCursor(page.value.next);
    } while (after !== null);
  }
}

/** Carries a problem out of the pages of a file. */
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
