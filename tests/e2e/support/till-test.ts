import { type Browser, test as base, expect } from '@playwright/test';
import { findChromium } from '../../../build/launcher/find-chromium.mjs';
import type { Provisioning, ServiceVersion } from '../../../shared/contract/index.ts';
import { ROOT } from '../../support/till-process.ts';
import { createKeyboardCashier, type KeyboardCashier } from './keyboard-cashier.ts';
import { type ServiceUnderTest, startService } from './service-under-test.ts';
import { createBrowserShell, createElectronShell } from './shells.ts';
import { openTill, type Till } from './till.ts';
import { TRAINING_SHOP } from './training-shop.ts';

export interface TillOptions {
  readonly shell: 'browser' | 'electron';
  /** `full` for tests of the PINs themselves. Electron has no quick hashes. */
  readonly pins: 'quick' | 'full';
  /** `full` for tests of the lists. The training service of a till on Electron has no small one. */
  readonly catalog: 'small' | 'full';
  /** The screen is a touchscreen. */
  readonly hasTouchscreen: boolean;
  /** The test makes the page fail; otherwise an error of the page fails the test. */
  readonly allowsPageErrors: boolean;
  /** Merged over `TRAINING_SHOP` in the provisioning file; null for a till that has none. */
  readonly provisioning: Partial<Provisioning> | null;
  /**
   * The till uses a service in the test's process, in the sandbox environment and this version;
   * null for the training till with its own service.
   */
  readonly serviceVersion: ServiceVersion | null;
}

/**
 * `npm test -- --quick` runs the tests with these tags: the few flows that a shop cannot do
 * without.
 */
export const QUICK_TAGS = ['@quick'];

interface Fixtures {
  readonly till: Till;
  /** Throws where `serviceVersion` is null. */
  readonly service: ServiceUnderTest;
  readonly counter: KeyboardCashier;
  readonly ownService: ServiceUnderTest | null;
}

interface WorkerFixtures {
  /** One Chromium for each worker, started at first use. */
  readonly chromium: () => Promise<Browser>;
}

export const test = base.extend<TillOptions & Fixtures, WorkerFixtures>({
  shell: ['browser', { option: true }],
  pins: ['quick', { option: true }],
  catalog: ['small', { option: true }],
  hasTouchscreen: [false, { option: true }],
  allowsPageErrors: [false, { option: true }],
  provisioning: [{}, { option: true }],
  chromium: [
    async ({ playwright }, use) => {
      const browsers: Promise<Browser>[] = [];
      await use(() => {
        const [firstBrowser] = browsers;
        if (firstBrowser !== undefined) return firstBrowser;
        const browser = playwright.chromium.launch({
          executablePath: getChromiumPath(),
          // Emulating a graphics processor takes a tenth of the processor's time; optimizing the code of
          // pages that live for seconds takes a twentieth.
          args: ['--disable-gpu', '--js-flags=--no-opt --no-maglev'],
        });
        browsers.push(browser);
        return browser;
      });
      for (const launchedBrowser of browsers) await (await launchedBrowser).close();
    },
    { scope: 'worker' },
  ],
  serviceVersion: [null, { option: true }],
  ownService: async ({ serviceVersion, catalog }, use) => {
    const service = serviceVersion === null ? null : await startService(catalog);
    await use(service);
    await service?.close();
  },
  service: async ({ ownService }, use) => {
    if (ownService === null) throw new Error('the test names no serviceVersion');
    await use(ownService);
  },
  counter: async ({ till, provisioning }, use) => {
    await use(createKeyboardCashier(till, provisioning?.language));
  },
  till: async (
    {
      shell,
      pins,
      catalog,
      hasTouchscreen,
      allowsPageErrors,
      provisioning,
      serviceVersion,
      ownService,
      chromium,
    },
    use,
  ) => {
    const start =
      shell === 'electron'
        ? createElectronShell()
        : createBrowserShell(
            chromium,
            [],
            [
              ...(pins === 'quick' ? (['quick-pins'] as const) : []),
              ...(catalog === 'small' ? (['small-catalog'] as const) : []),
            ],
            hasTouchscreen,
          );
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
      if (!allowsPageErrors) expect(till.listConsoleErrors(), 'the page complained').toEqual([]);
    } finally {
      await till.remove();
    }
  },
});

function getChromiumPath(): string {
  const chromiumPath = findChromium({ node: process.execPath, root: ROOT });
  if (chromiumPath === null)
    throw new Error('there is no Chromium; `npm test` says what to install');
  return chromiumPath;
}
