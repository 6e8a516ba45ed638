import { type Browser, test as base, expect } from '@playwright/test';
import { findChromium } from '../../../build/launcher/find-chromium.mjs';
import type { Provisioning, ServiceVersion } from '../../../shared/contract/index.ts';
import { type PinHashes, ROOT } from '../../support/till-process.ts';
import { type Counter, createCounter } from './counter.ts';
import { type ServiceUnderTest, startService } from './service.ts';
import { createBrowserShell, createElectronShell } from './shells.ts';
import { TRAINING_SHOP } from './shop.ts';
import { openTill, type Till } from './till.ts';

export interface TillOptions {
  readonly shell: 'browser' | 'electron';
  /** Full where the PINs are what is tried; Electron has no quick ones. */
  readonly pins: PinHashes;
  /** The screen takes fingers. */
  readonly hasTouchscreen: boolean;
  /** What the provisioning file says beside `TRAINING_SHOP`; null for a till that has none. */
  readonly provisioning: Partial<Provisioning> | null;
  /**
   * The till works on a service in the test's own process, in the sandbox environment and this
   * version; null for the training till with its own service.
   */
  readonly serviceVersion: ServiceVersion | null;
}

/** What `npm test -- --quick` runs of these: the handful of flows that a shop lives on. */
export const QUICK_TAGS = ['@quick'];

interface Fixtures {
  readonly till: Till;
  /** Throws where `serviceVersion` is null. */
  readonly service: ServiceUnderTest;
  readonly counter: Counter;
  readonly ownService: ServiceUnderTest | null;
}

interface WorkerFixtures {
  /** One Chromium for each worker, started when a test first needs it. */
  readonly chromium: () => Promise<Browser>;
}

export const test = base.extend<TillOptions & Fixtures, WorkerFixtures>({
  shell: ['browser', { option: true }],
  pins: ['quick', { option: true }],
  hasTouchscreen: [false, { option: true }],
  provisioning: [{}, { option: true }],
  chromium: [
    async ({ playwright }, use) => {
      const started: Promise<Browser>[] = [];
      await use(() => {
        const [running] = started;
        if (running !== undefined) return running;
        const launched = playwright.chromium.launch({ executablePath: getChromiumPath() });
        started.push(launched);
        return launched;
      });
      for (const browser of started) await (await browser).close();
    },
    { scope: 'worker' },
  ],
  serviceVersion: [null, { option: true }],
  ownService: async ({ serviceVersion }, use) => {
    const service = serviceVersion === null ? null : await startService();
    await use(service);
    await service?.close();
    await service?.remove();
  },
  service: async ({ ownService }, use) => {
    if (ownService === null) throw new Error('the test names no serviceVersion');
    await use(ownService);
  },
  counter: async ({ till, provisioning }, use) => {
    await use(createCounter(till, provisioning?.language));
  },
  till: async (
    { shell, pins, hasTouchscreen, provisioning, serviceVersion, ownService, chromium },
    use,
  ) => {
    const start =
      shell === 'electron'
        ? createElectronShell()
        : createBrowserShell(chromium, [], pins, hasTouchscreen);
    const till = await openTill(
      start,
      provisioning === null
        ? null
        : {
            ...(ownService?.provisioning(serviceVersion ?? 'v3.mx') ?? TRAINING_SHOP),
            ...provisioning,
          },
    );
    try {
      await use(till);
      expect(till.listConsoleErrors(), 'the page complained').toEqual([]);
    } finally {
      await till.remove();
    }
  },
});

function getChromiumPath(): string {
  const found = findChromium({ node: process.execPath, root: ROOT });
  if (found === null) throw new Error('there is no Chromium; `npm test` says what to install');
  return found;
}
