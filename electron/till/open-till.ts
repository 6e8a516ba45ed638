import { mkdirSync } from 'node:fs';
import type { Language } from '../../shared/contract/index.ts';
import { type Audit, createAudit } from '../audit/index.ts';
import { type Bills, createBills } from '../bills/index.ts';
import { type Catalog, createCatalog } from '../catalog/index.ts';
import { createHistory, type History } from '../history/index.ts';
import type { Emit } from '../ipc/index.ts';
import type { Database } from '../ledger/index.ts';
import { createPayments, type Payments } from '../payments/index.ts';
import type { Clock, Log, NewId } from '../platform/index.ts';
import { createPrinting, type Printing, type Shop } from '../printing/index.ts';
import {
  type BillPaymentService,
  createService,
  DEFAULT_DEADLINE,
  type ServiceConfig,
} from '../service/index.ts';
import type { Settings, TillSettings } from '../settings/index.ts';
import { createStaff, type Staff } from '../staff/index.ts';
import { createStatus, type Status } from '../status/index.ts';
import { type EmbeddedTraining, startEmbeddedTraining } from '../training/index.ts';
import { exportsFolder, trainingFolder } from './paths.ts';

/** One environment's till: its ledger, its service, and everything that works on them. */
export interface OpenTill {
  readonly settings: TillSettings;
  readonly audit: Audit;
  readonly staff: Staff;
  readonly catalog: Catalog;
  readonly payments: Payments;
  readonly bills: Bills;
  readonly history: History;
  readonly printing: Printing;
  readonly status: Status;
  /** Null in every environment but training, and where it could not be started. */
  readonly training: Promise<EmbeddedTraining | null>;
  /** Starts once the sign-in has had the machine to itself for a moment. */
  startSoon(): void;
  start(): void;
  /** The machine woke up: what is due by the clock is looked at again. */
  wake(): void;
  mayUpdate(): boolean;
  close(): Promise<void>;
}

/** What a person needs to sign in comes first; the rest of the till starts behind it. */
const SIGN_IN_FIRST_MS = 1_000;
/** A key store that was silent or locked at the start may open later. */
const CONNECT_AGAIN_MS = 60_000;
/** Less than the machine gives a program that ends, with time left for the rest of the end. */
const LAST_ANSWERS_MS = 4_000;

export function openTill(ports: {
  readonly profileFolder: string;
  readonly settings: Settings;
  readonly tillSettings: TillSettings;
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  readonly emit: Emit;
  readonly trainingWorker: URL;
}): OpenTill {
  const { database, clock, newId, log, emit, tillSettings } = ports;
  const isTraining = tillSettings.environment === 'training';
  const language = (): Language => ports.settings.language() ?? tillSettings.language;
  const deadlineMs = (tillSettings.deadlineSeconds ?? DEFAULT_DEADLINE / 1000) * 1000;
  let service: BillPaymentService | null = null;
  let isClosed = false;

  const emitStatus = (): void => {
    if (isClosed) return;
    try {
      emit('status.changed', status.line());
    } catch (error) {
      // Whoever changed something has done it: a status line that cannot be read is asked for again.
      log.error({ err: error }, 'the status line could not be told');
    }
  };

  const audit = createAudit({ database, clock });
  const staff = createStaff({
    database,
    clock,
    newId,
    audit,
    onSession: () => emit('till.changed', {}),
  });
  const catalog = createCatalog({
    database,
    clock,
    service: () => service,
    log,
    onChange: (state) => {
      emit('catalog.changed', state);
      emitStatus();
    },
  });
  const printing = createPrinting({
    database,
    clock,
    newId,
    log,
    settings: () => ({
      printer: tillSettings.printer,
      shop: shopOf(tillSettings),
      posNumber: tillSettings.posNumber,
      timeZone: tillSettings.timeZone,
      language: language(),
      isTraining,
    }),
    viewer: staff.session,
    approve: staff.approve,
    onChange: (jobId, paymentId) => {
      emit('printing.changed', { jobId, paymentId });
      emitStatus();
    },
  });
  const payments = createPayments({
    database,
    clock,
    newId,
    service: () => service,
    catalog,
    paper: printing,
    shiftInCommit: staff.shiftInCommit,
    approve: staff.approve,
    settings: () => ({
      posNumber: tillSettings.posNumber,
      customerFee: tillSettings.customerFee ?? { kind: 'none' },
      keepWalkInBills: tillSettings.keepWalkInBills ?? false,
      shopCopy: tillSettings.shopCopy ?? false,
      cashOutBillers: tillSettings.cashOutBillers ?? [],
      drpBillers: tillSettings.drpBillers ?? [],
      timeZone: tillSettings.timeZone,
      shopCurrency: status.shopCurrency(),
    }),
    log,
    requestTimeout: deadlineMs,
    onChange: (paymentId) => {
      emit('payments.changed', { paymentId });
      emitStatus();
    },
  });
  const status = createStatus({
    database,
    clock,
    service: () => service,
    printer: printing.state,
    catalog: catalog.state,
    unresolved: payments.unresolvedCount,
    lowBalance: tillSettings.lowBalance ?? null,
    currency: {
      set: tillSettings.currency ?? null,
      fallback: tillSettings.version === 'v3.co' ? 'COP' : 'MXN',
    },
    log,
    onChange: (line) => {
      if (!isClosed) emit('status.changed', line);
    },
  });

  const bills = createBills({
    database,
    clock,
    newId,
    service: () => service,
    catalog,
    keepBalance: payments.keepBalance,
    whileNoneIsDeleted: payments.whileNoneIsDeleted,
  });

  const history = createHistory({
    database,
    clock,
    settings: () => ({ timeZone: tillSettings.timeZone, language: language() }),
    folder: exportsFolder(ports.profileFolder),
    views: payments.views,
    billersNamed: (text) =>
      catalog
        .search({ text, kinds: ['utility', 'top-up', 'gift-card', 'partner'], limit: 20 })
        .map((found) => found.biller.id),
  });

  const startTraining = async (): Promise<EmbeddedTraining | null> => {
    if (!isTraining) return null;
    const folder = trainingFolder(ports.profileFolder);
    mkdirSync(folder, { recursive: true });
    return await startEmbeddedTraining({
      workerUrl: ports.trainingWorker,
      folder,
      onTrouble: (reason) => log.error({ reason }, 'the training service is in trouble'),
    });
  };

  const configure = async (training: EmbeddedTraining | null): Promise<ServiceConfig | null> => {
    const { version, caPem } = tillSettings;
    if (isTraining) {
      if (!training) return null;
      const { baseUrl, vendor, apiKey, secretKey } = training;
      return { baseUrl, vendor, apiKey, secretKey, version, deadlineMs, caPem: training.caPem };
    }
    const secrets = await ports.settings.secrets(tillSettings.environment);
    const { baseUrl, vendor } = tillSettings;
    if (!secrets?.apiKey || !secrets.secretKey || !baseUrl || !vendor) return null;
    const { apiKey, secretKey } = secrets;
    const proxy = secrets.proxy ?? tillSettings.proxy;
    return {
      baseUrl,
      vendor,
      apiKey,
      secretKey,
      version,
      deadlineMs,
      ...(caPem === undefined ? {} : { caPem }),
      ...(proxy === undefined ? {} : { proxy }),
    };
  };

  const training = Promise.withResolvers<EmbeddedTraining | null>();
  let isStarted = false;
  let cancelStart: (() => void) | null = null;

  const connect = async (running: EmbeddedTraining | null): Promise<boolean> => {
    const config = await configure(running);
    if (isClosed) return true;
    if (!config) {
      log.error({ environment: tillSettings.environment }, 'there are no keys for the service');
      return false;
    }
    service = createService(config, { clock, log });
    service.onHealth(emitStatus);
    payments.start();
    catalog.start();
    status.start();
    return true;
  };

  /** Until this is done the till shows everything that it has at hand, and asks for nothing. */
  const connectAtLast = (running: EmbeddedTraining | null): void => {
    connect(running)
      .catch((error: unknown) => {
        log.error({ err: error }, 'the till did not connect');
        return service !== null;
      })
      .then((isDone) => {
        if (isDone || isClosed || isTraining) return;
        cancelStart = clock.after(CONNECT_AGAIN_MS, () => connectAtLast(running));
      });
  };

  const start = (): void => {
    if (isStarted || isClosed) return;
    isStarted = true;
    cancelStart?.();
    printing.start();
    startTraining()
      .catch((error: unknown) => {
        log.error({ err: error }, 'the training service did not start');
        return null;
      })
      .then((running) => {
        training.resolve(running);
        connectAtLast(running);
      });
  };

  /**
   * The answer to a payment that is out may be a moment away, and its ticket's text may come with
   * nothing else: it is waited for, and not for long.
   */
  const lastAnswers = (): Promise<void> =>
    new Promise((resolve) => {
      const giveUp = clock.after(LAST_ANSWERS_MS, resolve);
      payments.finish().then(() => {
        giveUp();
        resolve();
      });
    });

  return {
    settings: tillSettings,
    audit,
    staff,
    catalog,
    payments,
    bills,
    history,
    printing,
    status,
    training: training.promise,
    startSoon: () => {
      cancelStart = clock.after(SIGN_IN_FIRST_MS, start);
    },
    start,
    wake: () => {
      catalog.wake();
      status
        .ask()
        .catch((error: unknown) => log.error({ err: error }, 'asking after waking failed'));
    },
    mayUpdate: () => payments.unresolvedCount() === 0,
    close: async () => {
      isClosed = true;
      cancelStart?.();
      if (!isStarted) training.resolve(null);
      status.stop();
      catalog.stop();
      await lastAnswers();
      payments.stop();
      const parts = [
        () => printing.stop(),
        () => service?.close(),
        async () => (await training.promise)?.close(),
      ];
      for (const stop of parts) {
        try {
          await stop();
        } catch (error) {
          log.error({ err: error }, 'a part of the till did not stop');
        }
      }
      // Whatever happened before: an open ledger is locked to every other till.
      database.close();
    },
  };
}

function shopOf({ shop }: TillSettings): Shop {
  return {
    name: shop.name,
    ...(shop.address === undefined ? {} : { address: shop.address }),
    ...(shop.helpLine === undefined ? {} : { helpLine: shop.helpLine }),
  };
}
