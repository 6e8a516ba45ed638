import { join } from 'node:path';
import {
  type CallOutput,
  type CallReceived,
  type ChainAccess,
  fail,
  type Language,
  ok,
  type Problem,
  type Result,
  type SeenPayment,
} from '../../../shared/contract/index.ts';
import { fileHeads } from '../../../shared/i18n/index.ts';
import type { Audit, AuditPerson } from '../../audit/index.ts';
import { type Clock, csvName, type Log, writeCsv } from '../../platform/index.ts';
import type { ChainAddress } from '../client/index.ts';
import { type AskView, withView } from './ask.ts';
import { COLUMNS } from './csv.ts';
import { heldByVaultOrRun, type OfficeRole, type RoleKeeper } from './office-role.ts';
import { type After, afterFrom } from './rows.ts';
import * as views from './views.ts';

export type { OfficeRole } from './office-role.ts';

type Answer<Name extends `chain.${string}` & keyof Outputs> = Promise<Result<Outputs[Name]>>;
type Outputs = {
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
  overview(): Answer<'chain.overview'>;
  today(input: CallReceived<'chain.today'>): Answer<'chain.today'>;
  tills(input: CallReceived<'chain.tills'>): Answer<'chain.tills'>;
  till(input: CallReceived<'chain.till'>): Answer<'chain.till'>;
  unresolved(input: CallReceived<'chain.unresolved'>): Answer<'chain.unresolved'>;
  days(input: CallReceived<'chain.days'>): Answer<'chain.days'>;
  day(input: CallReceived<'chain.day'>): Answer<'chain.day'>;
  differences(input: CallReceived<'chain.differences'>): Answer<'chain.differences'>;
  shifts(input: CallReceived<'chain.shifts'>): Answer<'chain.shifts'>;
  search(input: CallReceived<'chain.search'>): Answer<'chain.search'>;
  /** The file shows account numbers: the audit log says who wrote it, and what is in it. */
  export(input: CallReceived<'chain.export'>, by: AuditPerson): Answer<'chain.export'>;
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
  readonly vault: RoleKeeper;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly log: Log;
  /** The folder for exported files; created if missing. */
  readonly folder: string;
}

const EXPORT_PAGE = 500;
const NOT_SET = { kind: 'chain-view', reason: 'not-set' } as const satisfies Problem;

export function createChainOwner(ports: ChainOwnerPorts): ChainOwner {
  const { log, audit } = ports;
  const keeper = heldByVaultOrRun(ports.vault, log);

  const addressOf = (role: OfficeRole): ChainAddress | null => {
    const { chain } = ports.settings();
    return chain && { ...role, hosts: chain.hosts, database: chain.database, ca: chain.ca };
  };

  const access = async (): Promise<Result<ChainAccess>> => {
    const { chain } = ports.settings();
    if (chain === null) return fail(NOT_SET);
    const role = await keeper.read();
    const { hosts, database, shop = null } = chain;
    return ok({ hosts: [...hosts], database, shop, user: role?.user ?? null });
  };

  const here = (): views.Here => ({
    now: ports.clock.now(),
    timeZone: ports.settings().timeZone,
    log,
  });

  /** Looks with the role that is kept. */
  const look = async <Value>(
    work: (ask: AskView) => Promise<Result<Value>>,
    isLong = false,
  ): Promise<Result<Value>> => {
    if (ports.settings().chain === null) return fail(NOT_SET);
    const role = await keeper.read();
    if (role === null) return fail({ kind: 'chain-view', reason: 'no-credential' });
    const address = addressOf(role);
    return address === null ? fail(NOT_SET) : await withView(address, log, work, isLong);
  };

  return {
    access,
    connect: async (role, by) => {
      const address = addressOf(role);
      if (address === null) return fail(NOT_SET);
      // What it is for is what it is tried with.
      const tried = await withView(address, log, (ask) => views.overview(ask, here()));
      if (!tried.ok) return tried;
      const kept = await keeper.keep({ user: role.user, password: role.password });
      if (!kept.ok) return kept;
      audit.note({ kind: 'chain-connected', by: personOf(by), detail: { user: role.user } });
      return await access();
    },
    forget: async (_input, by) => {
      const role = await keeper.read();
      const forgotten = await keeper.keep(null);
      if (!forgotten.ok) return forgotten;
      const detail = role === null ? {} : { user: role.user };
      audit.note({ kind: 'chain-forgotten', by: personOf(by), detail });
      return await access();
    },
    overview: () => look((ask) => views.overview(ask, here())),
    today: (input) => look((ask) => views.today(ask, here(), input)),
    tills: (input) => look((ask) => views.tills(ask, here(), input)),
    till: (input) => look((ask) => views.till(ask, here(), input)),
    unresolved: (input) => look((ask) => views.unresolved(ask, here(), input)),
    days: (input) => look((ask) => views.days(ask, here(), input)),
    day: (input) => look((ask) => views.day(ask, here(), input)),
    differences: (input) => look((ask) => views.differences(ask, here(), input)),
    shifts: (input) => look((ask) => views.shifts(ask, here(), input)),
    search: (input) => look((ask) => views.search(ask, here(), input)),
    export: ({ filter }, by) => look((ask) => exported(ask, filter, by), true),
  };

  async function exported(
    ask: AskView,
    filter: CallReceived<'chain.export'>['filter'],
    by: AuditPerson,
  ): Promise<Result<CallOutput<'chain.export'>>> {
    const { timeZone, language } = ports.settings();
    const name = csvName('mostrador-chain', filter, ports.clock.now(), timeZone);
    const file = join(ports.folder, name);
    const heads = { ...fileHeads(language).payments, ...fileHeads(language).chain };
    try {
      const pages = everyPage(ask, filter);
      const written = await writeCsv(file, COLUMNS, pages, { heads, timeZone });
      if (!written.ok) return written;
      const asked = Object.entries(filter).filter(([, value]) => value !== null);
      audit.note({
        kind: 'chain-exported',
        by: personOf(by),
        detail: { file: name, rows: written.value, filter: Object.fromEntries(asked) },
      });
      return ok({ file, rows: written.value });
    } catch (error) {
      if (error instanceof PageFailed) return fail(error.problem);
      throw error;
    }
  }

  async function* everyPage(
    ask: AskView,
    filter: CallReceived<'chain.export'>['filter'],
  ): AsyncGenerator<readonly SeenPayment[]> {
    let after: After | null = null;
    do {
      const page: Result<views.Paged<SeenPayment>> = await views.found(
        ask,
        here(),
        filter,
        after,
        EXPORT_PAGE,
      );
      if (!page.ok) throw new PageFailed(page.problem);
      yield page.value.rows;
      after = page.value.next === null ? null : afterFrom(page.value.next);
    } while (after !== null);
  }
}

/** Carries a problem out of the pages of a file. */
class PageFailed extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.kind);
    this.problem = problem;
  }
}

function personOf({ id, name }: AuditPerson): AuditPerson {
  return { id, name };
}
