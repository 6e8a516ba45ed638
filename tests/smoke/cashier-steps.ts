import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { getTrainingFolder } from '../../electron/platform/index.ts';
import { findBill, goToConfirm } from '../demo/bill-scenes.ts';
import { type Cashier, createCashier } from '../demo/cashier.ts';
import { CARMEN, signIn } from '../demo/demo-cashiers.ts';
import { waitForCatalogue } from '../demo/flow-scenes.ts';
import { getTextBeforePlaceholder } from '../support/page-texts.ts';
import { decodePrinted, type VirtualPrinter } from '../support/virtual-printer/index.ts';
import { judgeHttps } from './judge-facts.ts';
import { requestOverHttps } from './main-facts.ts';
import type { Step } from './run-steps.ts';
import { ATTACH, getTill, type SmokeRun } from './smoke-run.ts';
import type { SmokeTill } from './smoke-till.ts';

/** The first account of the README: it has a bill of $549.00. */
const ACCOUNT = '501000000007';
const POLL_INTERVAL_MS = 50;

/** What a cashier does, by keyboard. */
export function createCashierSteps(run: SmokeRun): readonly Step[] {
  return [
    {
      name: 'sign-in',
      expected: 'a cashier signs in by keyboard',
      next: ATTACH,
      needs: 'start',
      ask: () => askSignIn(createSmokeCashier(getTill(run))),
    },
    {
      name: 'HTTPS',
      expected:
        'the training service answers an unsigned request with 401, to its certificate only',
      next: `If another program watches connections on this computer, end it. ${ATTACH}`,
      needs: 'sign-in',
      ask: async () => {
        const till = getTill(run);
        const { baseUrl } = await createSmokeCashier(till).callTill('training.state', {});
        const ca = readFileSync(join(getTrainingFolder(run.profile), 'training-ca.pem'), 'utf8');
        return judgeHttps(await till.askMain(requestOverHttps, { url: `${baseUrl}/account`, ca }));
      },
    },
    {
      name: 'sale',
      expected: 'a bill is paid by keyboard, and its receipt comes out of the virtual printer',
      next: ATTACH,
      needs: 'HTTPS',
      ask: () => askSale(createSmokeCashier(getTill(run)), run.printer),
    },
  ];
}

/** An owner, who may also test a printer. Takes no pictures. */
function createSmokeCashier({ page }: SmokeTill): Cashier {
  const noPicture = async (): Promise<void> => {};
  return { ...createCashier(page, () => '', noPicture), takePicture: noPicture };
}

async function askSignIn(cashier: Cashier): Promise<string> {
  await signIn(cashier, CARMEN);
  await cashier.expectQuestion(getTextBeforePlaceholder('es-MX', 'home.title'));
  return 'Carmen, by keyboard';
}

/** Pays a bill in cash, and reads its receipt as the virtual printer printed it. */
async function askSale(cashier: Cashier, printer: VirtualPrinter): Promise<string> {
  await waitForCatalogue(cashier);
  await findBill(cashier);
  await goToConfirm(cashier, { account: ACCOUNT, cash: '600', hasPictures: false });
  await cashier.press('F12');
  await cashier.expectQuestion(/^Entregue /);
  const [payment] = await cashier.callTill('payments.recent', { limit: 1 });
  if (payment?.state !== 'paid') throw new Error(`the payment is ${payment?.state ?? 'not there'}`);
  while (printer.jobs.length === 0) await pause(POLL_INTERVAL_MS);
  await cashier.expectText(getTextBeforePlaceholder('es-MX', 'pay.paper.printed'));
  const paper = decodePrinted(printer.jobs[0] ?? Buffer.of(), 'epson');
  const text = paper.lines.map((line) => line.text).join('\n');
  if (!text.includes('CFE') || paper.cuts !== 1) {
    throw new Error(`a paper with ${paper.lines.length} lines and ${paper.cuts} cuts:\n${text}`);
  }
  return `a bill of CFE is paid; its receipt has ${paper.lines.length} lines and is cut`;
}
