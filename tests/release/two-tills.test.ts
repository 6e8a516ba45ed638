import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { overlayUnavailableReason } from '../../build/release/verify/overlay.ts';
import { postgresUnavailableReason } from '../support/postgres/index.ts';
import { parseDailyFile } from '../support/read-daily-file.ts';
import { IS_FULL_RUN } from '../support/sampling.ts';
import { ROOT } from '../support/till-process.ts';
import { type BusinessDay, createBusinessDay } from './two-tills/business-day.ts';
import { CLI, type Computer, HOME, openShopNetwork } from './two-tills/computers.ts';
import { type OpenTill, openTill } from './two-tills/open-till.ts';
import { findPageWords, listPageBlocks } from './two-tills/page-blocks.ts';
import { type ShopServices, startShopServices } from './two-tills/shop-services.ts';

/**
 * Follows docs/two-tills.md on three computers of a shop: executes its blocks, and sells meanwhile. Each
 * test continues where the one before it ended.
 */

/** Longer than on any machine. */
const LONG_TEST_OPTIONS = { timeout: 3_600_000 };
const POLL_OPTIONS = { timeout: 3_000_000, interval: 500 };
const CODE = /^[0-9A-Z]{4}(-[0-9A-Z]{4})+$/m;
const PASSPHRASE = 'correct horse battery staple';
const STICK = '/media/carmen/STICK';

const unavailableReason = !IS_FULL_RUN
  ? 'a run with --all'
  : !existsSync(join(ROOT, CLI))
    ? 'this test needs a build: npm run build'
    : (overlayUnavailableReason() ?? postgresUnavailableReason());

describe.skipIf(unavailableReason !== null)('docs/two-tills.md', LONG_TEST_OPTIONS, () => {
  let network: Awaited<ReturnType<typeof openShopNetwork>>;
  let services: ShopServices;
  let businessDay: BusinessDay;
  let main: Computer;
  let second: Computer;
  let other: Computer;
  let mainTill: OpenTill;
  let secondTill: OpenTill;
  let otherTill: OpenTill;
  /** The external_ids of all payments, in their order. */
  const payments: string[] = [];
  let backup: string;
  let recoveryKey: string;

  beforeAll(async () => {
    services = await startShopServices();
    businessDay = createBusinessDay();
    services.writeFile(businessDay.openZones);
    network = await openShopNetwork();
    main = await network.addComputer('main', '192.168.77.1');
    second = await network.addComputer('second', '192.168.77.2');
    other = await network.addComputer('other', '192.168.77.3');
    for (const computer of [main, second, other]) computer.start(services.relayCommand);
    mainTill = await openTill(main, '07', services.file);
    secondTill = await openTill(second, '08', services.file);
  }, LONG_TEST_OPTIONS.timeout);
  afterAll(async () => {
    await network?.close();
    await services?.close();
  });

  /** Types each line of a block, which must succeed; returns the outputs. */
  const typeBlock = (computer: Computer, block = ''): string =>
    block
      .trim()
      .split('\n')
      .map((line) => {
        const { code, text } = computer.type(line);
        expect({ line, code, text }).toEqual({ line, code: 0, text: expect.any(String) });
        return text;
      })
      .join('');
  const getCode = (output: string): string => {
    expect(output).toMatch(CODE);
    return CODE.exec(output)?.[0] ?? '';
  };
  /** Types the code that a command has printed, in F7, Settings, Chain. */
  const joinByCode = async (till: OpenTill, output: string): Promise<void> => {
    expect(await till.do('join', getCode(output))).toMatchObject({ ok: true });
  };
  const readStatus = (): { readonly tills: string; readonly indicators: string } => {
    const [, , , , check = ''] = listPageBlocks('Setting up');
    const { text } = main.type(check.trim());
    const [tills = '', indicators = ''] = text.split(/^POS .*\n/m)[1]?.split('\n\n') ?? [];
    return { tills, indicators };
  };
  const pay = async (till: OpenTill, accountNumber: string, amount: string): Promise<string> => {
    const externalId = await till.do('pay', { accountNumber, amount });
    payments.push(externalId);
    return externalId;
  };
  const waitUntilSynced = async (...tills: readonly OpenTill[]): Promise<void> => {
    for (const till of tills) await till.do('waitUntilSynced');
  };
  /** The chain has each payment, once. */
  const expectAllPayments = (computer: Computer): void => {
    const sql = 'SELECT external_id FROM chain.payments';
    const rows = computer.expectDone(
      `runuser -u postgres -- psql -h /var/run/postgresql -p 5480 -d chain -Atc '${sql}'`,
    );
    expect(rows.trim().split('\n').toSorted()).toEqual(payments.toSorted());
  };
  const listUploads = (): readonly string[] => readdirSync(services.sftp.folder);

  it('sets up one chain for both tills', async () => {
    const [pin = '', keys = '', setUp, cleanUp] = listPageBlocks('Setting up');
    main.writeFile(`${HOME}/pin.json`, pin);
    main.writeFile(`${HOME}/keys.json`, services.completeKeys(keys));
    const startedAt = performance.now();
    const output = typeBlock(main, setUp);
    expect(output).toContain('The till of this computer has joined');
    typeBlock(main, cleanUp);
    await joinByCode(secondTill, output);
    await waitUntilSynced(mainTill, secondTill);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    process.stdout.write(`two tills: set up in ${seconds} s, without the person's typing\n`);
    main.expectDone('test ! -e pin.json && test ! -e keys.json');
    expect(readStatus().tills).toMatch(/^07 +Centro .*\n08 +Centro /m);
  });

  it('warns of a bill that the other till was paid, and shows the figures of both', async () => {
    await pay(mainTill, '5512345670', '150.00');
    await pay(secondTill, '5512345671', '80.00');
    await waitUntilSynced(mainTill, secondTill);
    // The till does not wait for a slow chain, and then gives no warning.
    await vi.waitFor(async () => {
      const bill = { accountNumber: '5512345670', amount: '150.00' };
      expect(await secondTill.do('listWarnings', bill)).toEqual([
        expect.objectContaining({
          kind: 'paid-elsewhere',
          posNumber: '07',
          isSameAmount: true,
          isPaid: true,
        }),
      ]);
    }, POLL_OPTIONS);
    expect(await mainTill.do('readChainSales')).toEqual([
      { name: '07', sums: [{ count: 1, amount: '150.00' }] },
      { name: '08', sums: [{ count: 1, amount: '80.00' }] },
    ]);
    recoveryKey = await mainTill.do('createRecoveryKey');
  });

  it('sells on while the tills are cut off, and the one file waits for both', async () => {
    second.unplug();
    await pay(secondTill, '5512345672', '90.00');
    await pay(mainTill, '5512345673', '60.00');
    await vi.waitFor(async () => {
      const status = await secondTill.do('getChainStatus');
      expect(status).toMatchObject({ light: 'unreachable' });
      expect(status?.unsent).toBeGreaterThan(0);
    }, POLL_OPTIONS);
    const daysPayments = [...payments];

    const { midnight, endZones } = businessDay.end();
    expect(await mainTill.do('setDayZones', endZones)).toMatchObject({ ok: true });
    const [again] = listPageBlocks('Another till, another address');
    getCode(typeBlock(main, again));
    const [backUp] = listPageBlocks('What is where');
    backup = typeBlock(main, backUp).trim();
    await vi.waitFor(() => expect(readStatus().indicators).toMatch(/waits for .*08/), POLL_OPTIONS);
    expect(listUploads()).toEqual([]);

    while (Date.now() < midnight) await wait(1_000);
    second.plugIn();
    // Of the next day; with their answers the tills know that the day is over.
    await pay(mainTill, '5512345674', '10.00');
    await pay(secondTill, '5512345675', '20.00');
    await vi.waitFor(
      () => expect(listUploads()).toEqual([businessDay.getFileName()]),
      POLL_OPTIONS,
    );
    const file = join(services.sftp.folder, businessDay.getFileName());
    const { registers } = parseDailyFile(readFileSync(file));
    expect(registers.map(({ externalId }) => externalId).toSorted()).toEqual(
      daysPayments.toSorted(),
    );
    expect(registers.map(({ posNumber }) => posNumber).toSorted()).toEqual([
      '07',
      '07',
      '08',
      '08',
    ]);
    await waitUntilSynced(mainTill, secondTill);
    expectAllPayments(main);
  });

  it('restores a backup from before the upload without a second file', async () => {
    const [list, restore = '', decide, another] = [
      ...listPageBlocks('Restoring a backup'),
      ...listPageBlocks('Another till, another address'),
    ];
    expect(typeBlock(main, list)).toContain(backup.split('/').at(-1));
    // It waits for the process only for some seconds, and a slow one ends later.
    const { text } = main.type(restore.trim().replace('FILE', backup));
    expect(text).toContain('was restored');
    const journal = findPageWords(/^sudo journalctl /);
    const waitForLog = async (words: string): Promise<void> => {
      await vi.waitFor(() => expect(main.type(journal).text).toContain(words), POLL_OPTIONS);
    };
    await waitForLog(businessDay.getFileName());
    typeBlock(main, decide);
    await waitForLog('upload taken over');
    getCode(typeBlock(main, another));
    await pay(mainTill, '5512345676', '30.00');
    await pay(secondTill, '5512345677', '40.00');
    await vi.waitFor(() => expectAllPayments(main), POLL_OPTIONS);
    expect(listUploads()).toEqual([businessDay.getFileName()]);
  });

  it('restores the chain on a new computer, and takes the lost one back', async () => {
    const [restore = '', handIn = '', , , join, close] = listPageBlocks('On a new computer');
    const [another] = listPageBlocks('Another till, another address');
    const [pin = ''] = listPageBlocks('Setting up');
    main.expectDone(`cp ${backup} ${services.sharedFolder}/chain.backup`);
    main.unplug();
    await pay(mainTill, '5512345678', '50.00');
    await pay(secondTill, '5512345679', '70.00');
    other.writeFile('key.txt', recoveryKey);
    other.expectDone('chmod 600 key.txt');
    const command = restore
      .replace('FILE', `${services.sharedFolder}/chain.backup`)
      .replace('KEY-FILE', 'key.txt');
    typeBlock(other, command);
    // The process first writes down which days have ended.
    await vi.waitFor(() => typeBlock(other, handIn.replace('DAY', businessDay.day)), POLL_OPTIONS);
    // Beside the lost till, which will be back, and so with a number of its own.
    otherTill = await openTill(other, '09', services.file);
    other.writeFile('pin.json', pin);
    await joinByCode(secondTill, typeBlock(other, join));
    await waitUntilSynced(secondTill, otherTill);

    main.writeFile('passphrase.txt', PASSPHRASE);
    main.expectDone('chmod 600 passphrase.txt');
    typeBlock(main, close);
    main.plugIn();
    await joinByCode(mainTill, typeBlock(other, another));
    await waitUntilSynced(mainTill);
    await vi.waitFor(() => expectAllPayments(other), POLL_OPTIONS);
    expect(listUploads()).toEqual([businessDay.getFileName()]);
  });

  it('takes the chain to another computer', async () => {
    const [move, copy, restore] = listPageBlocks('Another computer');
    for (const computer of [other, main]) {
      computer.expectDone(`mkdir -p ${STICK}`);
      computer.writeFile('passphrase.txt', PASSPHRASE);
    }
    typeBlock(other, move);
    typeBlock(other, copy);
    expect(other.type(findPageWords(/chain move --cancel$/))).toMatchObject({ code: 1 });
    await pay(secondTill, '5512345680', '25.00');
    // The person carries the stick.
    other.expectDone(`cp ${STICK}/chain.move ${services.sharedFolder}`);
    main.expectDone(`mv ${services.sharedFolder}/chain.move ${STICK}`);
    const output = typeBlock(main, restore);
    for (const till of [mainTill, secondTill, otherTill]) await joinByCode(till, output);
    await waitUntilSynced(mainTill, secondTill, otherTill);
    await vi.waitFor(() => expectAllPayments(main), POLL_OPTIONS);
    expect(listUploads()).toEqual([businessDay.getFileName()]);
  });

  it('lets a till leave, retires a lost one, and gives its number to another', async () => {
    const [pin = ''] = listPageBlocks('Setting up');
    const [another] = listPageBlocks('Another till, another address');
    const [leave, retire = ''] = listPageBlocks('If a till leaves');
    expect(readStatus().tills).toMatch(/^07 .*\n08 .*\n09 .*$/);
    second.writeFile('pin.json', pin);
    expect(typeBlock(second, leave)).toContain('waits for it no more');
    typeBlock(main, retire.replace('08', '09'));
    expect(readStatus().tills).toMatch(/^07 .*$/);

    const [, , , end] = listPageBlocks('On a new computer');
    typeBlock(main, end);
    await joinByCode(mainTill, typeBlock(main, another));
    await pay(mainTill, '5512345681', '35.00');
    await waitUntilSynced(mainTill);
    expectAllPayments(main);
  });
});
