import { createTestCode } from '../../../shared/bill-codes/bill-code.fixture.ts';
import { ok } from '../../../shared/contract/index.ts';
import { plugInScanner } from '../support/index.ts';
import {
  type DialogContext,
  type DialogRow,
  getPageText,
  openPage,
  overrideRole,
  press,
  pressOfferedKey,
  TIMESTAMP,
} from './dialog-context.ts';

const COLLECTOR_NAME = 'Universidad El Bosque';
/** No shipped table knows its collector. */
const UNKNOWN_GLN = '7709998005730';

const createBillCode = (reference: string): string =>
  createTestCode({
    gln: UNKNOWN_GLN,
    references: [reference],
    amount: { digits: '00000001', decimals: 0 },
    dueDate: '2030-01-01',
  });

async function searchCollector(context: DialogContext): Promise<void> {
  await context.counter.type(COLLECTOR_NAME);
  await context.counter.page.getByRole('option', { name: COLLECTOR_NAME }).first().waitFor();
}

/** The dialogs of the codes of bills. */
export const SCAN_DIALOGS: Readonly<Record<string, DialogRow>> = {
  'features/counter/scan/unknown-collector-screen.tsx': {
    dialogs: ['a PIN for the biller of a code', 'the biller of a code'],
    walk: async (context) => {
      const scanner = await plugInScanner(context.counter.page);
      for (const role of ['cashier', 'owner'] as const) {
        await overrideRole(context, role);
        await press(context, 'F2');
        await scanner.scan(createBillCode('12345678'));
        await context.counter.expectQuestion(getPageText('scan.unknown.title'));
        await searchCollector(context);
        await context.checkDialog(`the biller of a code, by a ${role}`, () =>
          press(context, 'Enter'),
        );
      }
    },
  },
  'features/counter/scan/bill-codes-page.tsx': {
    dialogs: ['a PIN for forgetting a code', 'forgetting a code'],
    walk: async (context) => {
      context.answers.override('billCodes.list', () =>
        ok([
          {
            gln: UNKNOWN_GLN,
            billerId: context.payment.billerId,
            billerName: COLLECTOR_NAME,
            account: { reference: 1, from: 1, to: null },
            taughtBy: 'bills',
            taughtAt: TIMESTAMP,
          },
        ]),
      );
      for (const role of ['cashier', 'owner'] as const) {
        await overrideRole(context, role);
        await openPage(context, 'bill-codes', COLLECTOR_NAME);
        await context.checkDialog(`forgetting a code, by a ${role}`, () =>
          pressOfferedKey(context, 'Delete'),
        );
      }
    },
  },
  'features/counter/scan/teach-bill-codes.tsx': {
    dialogs: ['a PIN for teaching a code'],
    walk: async (context) => {
      await overrideRole(context, 'cashier');
      await openPage(context, 'bill-codes');
      await pressOfferedKey(context, 'Insert');
      await context.counter.expectQuestion(getPageText('scan.teach.biller'));
      await searchCollector(context);
      await press(context, 'Enter');
      await context.counter.expectQuestion(getPageText('scan.teach.bill'));
      const scanner = await plugInScanner(context.counter.page);
      for (const reference of ['99123456', '98765432', '97111222']) {
        await scanner.scan(createBillCode(reference));
        await context.counter.page.getByRole('textbox').waitFor();
        await context.counter.type(reference.slice(2));
        await press(context, 'Enter');
      }
      await context.checkDialog('teaching a code', () => pressOfferedKey(context, 'Enter'));
      await overrideRole(context, 'owner');
    },
  },
};
