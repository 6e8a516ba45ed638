/// <reference types="vite/client" />
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type BillCodeRig,
  openBillCodeRig,
} from '../../electron/counter/bill-codes/bill-codes.fixture.ts';
import type { TrainingBiller } from '../../electron/training/catalog/biller.ts';
import {
  FIXED_BILLERS,
  TRAINING_BILLERS_BY_LAYOUT,
} from '../../electron/training/catalog/fixed-billers.ts';
import { createOrder } from '../../renderer/app/testing/fake-values.ts';
import { startPayFlow } from '../../renderer/features/counter/pay/flow/start-flow.ts';
import { createFlowDriver } from '../../renderer/features/counter/pay/flow/update-flow.fixture.ts';
import {
  createGln,
  createTestCode,
  type TestBill,
} from '../../shared/bill-codes/bill-code.fixture.ts';
import { findShippedCollector, SHIPPED_COLLECTORS } from '../../shared/bill-codes/index.ts';
import type { Biller, ScannedBill, ScanResult } from '../../shared/contract/index.ts';
import { createMoney } from '../../shared/money/index.ts';
import { createNamedRandom } from '../support/sampling.ts';

/**
 * A hundred bills of twenty billers, made by the published layouts, from the scan to the cash: the
 * scan is read by main's part with the billers of the training, the steps are the page's flow.
 */

const BILLS_PER_BILLER = 5;
const MAX_KEYS = 4;
const MIN_PAID = 95;
const SEPARATORS = ['\u001d', '', '<GS>', '#', '~F1'];

const random = createNamedRandom('scanned bills');
const createDigits = (length: number): string =>
  Array.from({ length }, () => String(random.between(0, 9))).join('');
const createAmount = (): string => String(random.between(1_000, 900_000));
const createDay = (): string =>
  new Date(Date.UTC(2026, 11, random.between(1, 364))).toISOString().slice(0, 10);

/** What the paper says. */
interface PaperBill {
  readonly code: string;
  readonly billerId: number;
  readonly accountNumber: string;
  readonly amount: string;
}

function toContractBiller(biller: TrainingBiller): Biller {
  const { id, name, country, currency, billerType, billType, canCheckBalance } = biller;
  return {
    id,
    kind: biller.kind,
    name,
    country,
    currency,
    type: billerType,
    billType,
    canCheckBalance,
    supportsPartialPayment: biller.supportsPartialPayments,
    requiresNameOnAccount: biller.requiresNameOnAccount,
    hasExtraData: false,
    accountNumberDigits: biller.accountNumberDigits ?? '',
    mask: biller.mask ?? '',
    hoursToFulfill: biller.hoursToFulfill,
    amounts: { kind: 'any' },
  };
}

/** Two collectors that no table knows: the shop taught one, and the settings declare the other. */
const TAUGHT_GLN = createGln('770999800573');
const DECLARED_GLN = createGln('741970000000');

function createCollectorBill(
  { gln, billerId }: { readonly gln: string; readonly billerId: number },
  separator: string,
): PaperBill {
  const shipped = findShippedCollector(gln);
  const length = shipped?.referenceLengths[0] ?? 14;
  const reference = `${random.between(1, 9)}${createDigits(length - 1)}`;
  const place = shipped?.account ?? { from: 1, to: null };
  const accountNumber =
    gln === TAUGHT_GLN
      ? reference.slice(2, 10)
      : reference.slice(place.from - 1, place.to ?? reference.length);
  const amount = createAmount();
  const bill: TestBill = {
    gln,
    references: [reference],
    amount: { digits: amount.padStart(10, '0'), decimals: 0 },
    dueDate: createDay(),
  };
  return { code: createTestCode(bill, separator), billerId, accountNumber, amount };
}

function createPatternBill(name: string): PaperBill {
  const amount = createAmount();
  const getId = (text: string): number =>
    FIXED_BILLERS.find((biller) => biller.name.includes(text))?.id ?? 0;
  switch (name) {
    case 'CFE': {
      const accountNumber = `5${createDigits(11)}`;
      const day = createDay().slice(2).replaceAll('-', '');
      const code = `01${accountNumber}${day}${amount.padStart(9, '0')}${createDigits(1)}`;
      return { code, billerId: getId('CFE'), accountNumber, amount };
    }
    case 'Telmex': {
      const accountNumber = `55${createDigits(8)}`;
      const code = `${accountNumber}${amount.padStart(7, '0')}${createDigits(3)}`;
      return { code, billerId: getId('Telmex'), accountNumber, amount };
    }
    default: {
      const accountNumber = `2${createDigits(10)}`;
      const code = `001${accountNumber}${`${amount}00`.padStart(12, '0')}${createDigits(1)}`;
      return { code, billerId: getId('JMAS'), accountNumber, amount };
    }
  }
}

let rig: BillCodeRig;
beforeAll(async () => {
  rig = await openBillCodeRig(FIXED_BILLERS.map(toContractBiller), TRAINING_BILLERS_BY_LAYOUT);
  const universityId = TRAINING_BILLERS_BY_LAYOUT.get('co-universidad-bosque') ?? 0;
  rig.layouts = [{ gln: DECLARED_GLN, billerId: universityId }];
  const bills = ['12345678901234', '98765432109876', '55511122233344'].map((reference) => ({
    code: createTestCode({ gln: TAUGHT_GLN, references: [reference], amount: null, dueDate: null }),
    accountNumber: reference.slice(2, 10),
  }));
  const person = { id: 'ana', name: 'Ana' };
  const taught = rig.billCodes.teach({ billerId: universityId, bills }, person, null);
  if (!taught.ok) throw new Error(JSON.stringify(taught.problem));
});
afterAll(() => rig.close());

function createBills(): readonly PaperBill[] {
  const universityId = TRAINING_BILLERS_BY_LAYOUT.get('co-universidad-bosque') ?? 0;
  const collectors = [
    ...SHIPPED_COLLECTORS.map(({ id, glns }) => ({
      gln: glns[0] ?? '',
      billerId: TRAINING_BILLERS_BY_LAYOUT.get(id) ?? 0,
    })),
    { gln: TAUGHT_GLN, billerId: universityId },
    { gln: DECLARED_GLN, billerId: universityId },
  ];
  return SEPARATORS.flatMap((separator) => [
    ...collectors.map((collector) => createCollectorBill(collector, separator)),
    ...['CFE', 'Telmex', 'JMAS'].map(createPatternBill),
  ]);
}

/** The keys of a choice that a person makes with the paper in hand; null if no choice is right. */
function choose(
  result: Extract<ScanResult, { kind: 'choose' }>,
  paper: PaperBill,
): { readonly bill: ScannedBill; readonly keys: number } | null {
  const index = result.bills.findIndex(
    ({ biller, accountNumber }) =>
      biller.id === paper.billerId && accountNumber === paper.accountNumber,
  );
  const bill = result.bills[index];
  return bill === undefined ? null : { bill, keys: index + 1 };
}

/** Pays the bill up to the cash. Returns the account and the number of keys; null if it must be typed. */
function payUpToCash(paper: PaperBill): { readonly account: string; readonly keys: number } | null {
  const answer = rig.billCodes.read({ code: paper.code, billerId: null });
  if (!answer.ok) return null;
  const result = answer.value;
  const chosen =
    result.kind === 'bill'
      ? { bill: result.bill, keys: 0 }
      : result.kind === 'choose'
        ? choose(result, paper)
        : null;
  if (chosen === null) return null;
  const { bill } = chosen;
  // As the page does with each choice.
  rig.billCodes.confirm({ code: paper.code, codeId: bill.codeId });
  const flow = createFlowDriver(startPayFlow(bill.biller, { scannedBill: bill }), {
    locale: 'es-MX',
    hasTopUpCheck: false,
  });
  let { keys } = chosen;
  let account = '';
  while (flow.name() !== 'cash' && keys <= MAX_KEYS) {
    keys += 1;
    flow.press('enter');
    for (let effect = flow.effects.pop(); effect !== undefined; effect = flow.effects.pop()) {
      const { requestNumber } = effect;
      const balance = createMoney(paper.amount, bill.biller.currency);
      if (effect.kind === 'check') {
        const checked = { ok: true, value: { accountNumber: effect.accountNumber } } as const;
        flow.dispatch({ type: 'checked', requestNumber, result: checked });
      } else if (effect.kind === 'consult') {
        flow.dispatch({
          type: 'consulted',
          requestNumber,
          result: {
            ok: true,
            value: {
              id: 'b',
              billerId: bill.biller.id,
              accountNumber: effect.accountNumber,
              amount: balance,
              amountInShopCurrency: null,
              nameOnAccount: null,
              dueDate: null,
              serviceFee: null,
            },
          },
        });
      } else if (effect.kind === 'prepare') {
        account = effect.accountNumber;
        expect(effect.amount).toEqual(balance);
        const order = createOrder({ amount: effect.amount, due: effect.amount });
        flow.dispatch({ type: 'prepared', requestNumber, result: { ok: true, value: order } });
      }
    }
  }
  return flow.name() === 'cash' ? { account, keys } : null;
}

it('brings at least 95 of 100 scanned bills of 20 billers to the cash without typing, and none to a wrong account', () => {
  const bills = createBills();
  expect(bills).toHaveLength(20 * BILLS_PER_BILLER);
  const results = bills.map((paper) => ({ paper, paid: payUpToCash(paper) }));
  const wrong = results.filter(
    ({ paper, paid }) => paid !== null && paid.account !== paper.accountNumber,
  );
  expect(wrong).toEqual([]);
  const reached = results.filter(({ paid }) => paid !== null && paid.keys <= MAX_KEYS);
  expect(reached.length).toBeGreaterThanOrEqual(MIN_PAID);
});
