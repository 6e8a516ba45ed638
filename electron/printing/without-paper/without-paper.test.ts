import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail, ok, type ReceiptWay, type Result } from '../../../shared/contract/index.ts';
import { linesOf, readPages } from '../../../tests/support/read-pdf/index.ts';
import { decodePrinted } from '../../../tests/support/virtual-printer/index.ts';
import { type VirtualClock, virtualClock } from '../../platform/index.ts';
import type { JobResult } from '../devices/index.ts';
import {
  type Counter,
  openCounter,
  PAID_AT,
  PATIENT,
  SUPERVISOR_PIN,
} from '../printing.fixture.ts';
import { keptBytes, printJobsOfPayment } from '../queue/index.ts';
import type { OutgoingFile, Printing, ReceiptOutlets } from '../types.ts';

const ANA = { id: 'ana', name: 'Ana' };
const WITH_PIN = { cashierId: 'luis', pin: SUPERVISOR_PIN };

let counter: Counter;
let clock: VirtualClock;
let printing: Printing;
let fates: JobResult[];
/** How often each job that reached the printer opens the drawer, and how many lines it has. */
let printed: { readonly pulses: number; readonly lines: number }[];
let files: OutgoingFile[];
let outcome: Awaited<ReturnType<ReceiptOutlets['saveFile']>>;
/** Called when a file leaves, before it is known what became of it. */
let whileLeaving: () => void;
/** The mail program of the last mail says late that it opened none. */
let mailFails: () => void;
/** Called while the system's dialog stands there, before it is known where the file goes. */
let whileAsked: () => void | Promise<void>;

beforeEach(async () => {
  counter = await openCounter();
  clock = virtualClock(Date.parse(PAID_AT));
  fates = [];
  printed = [];
  files = [];
  outcome = ok({ kind: 'saved', name: 'recibo.pdf' });
  whileLeaving = () => {};
  whileAsked = () => {};
  const leave: ReceiptOutlets['saveFile'] = async (file, onLeaving) => {
    if (outcome.ok && outcome.value.kind === 'cancelled') return outcome;
    await whileAsked();
    const leaving = onLeaving();
    if (!leaving.ok) return leaving;
    whileLeaving();
    files.push(file);
    return outcome;
  };
  printing = counter.open(
    PATIENT,
    clock,
    {
      ask: async () => ({ kind: 'ready', isPaperLow: false }),
      print: async ({ bytes }, onLeaving) => {
        const fate = fates.shift() ?? { kind: 'printed', isPaperLow: false };
        if (fate.kind === 'printed' || fate.kind === 'unconfirmed') onLeaving();
        const paper = decodePrinted(Buffer.from(bytes), 'epson');
        printed.push({ pulses: paper.drawerPulses, lines: paper.lines.length });
        return fate;
      },
    },
    {
      saveFile: leave,
      composeMail: async ({ file }, onLeaving, onFailed) => {
        mailFails = onFailed;
        return await leave(file, onLeaving);
      },
      dropOldDrafts: async () => {},
    },
  );
});
afterEach(async () => await counter.end());

/** The payment's original, once the queue is done with it. */
async function paid(values: Readonly<Record<string, string | null>> = {}): Promise<string> {
  const payment = counter.pay(values);
  await counter.print(printing, payment);
  return payment;
}

async function given(payment: string, way: ReceiptWay, approval: typeof WITH_PIN | null = null) {
  return await printing.give(payment, way, ANA, approval);
}

async function textOf(file: OutgoingFile | undefined): Promise<string> {
  const pages = await readPages(Buffer.from(file?.bytes ?? []));
  return pages.flatMap((page) => linesOf(page)).join('\n');
}

const jobs = (payment: string) => printJobsOfPayment(counter.database, payment);
const stateOf = (payment: string, kind: string) =>
  jobs(payment)
    .filter((job) => job.kind === kind)
    .map(({ state, reason }) => `${state} ${reason ?? ''}`.trim());
const refusal = (answer: Result<unknown>) => (answer.ok ? null : answer.problem);

describe('a receipt without paper', () => {
  it('is a PDF with every line of the paper, the service’s text unchanged, and its bytes are kept', async () => {
    const payment = await paid();
    expect(await given(payment, 'pdf')).toEqual(ok({ kind: 'saved', name: 'recibo.pdf' }));
    const [file] = files;
    expect(file?.name).toMatch(/^2026-01-15_10-42-07_copia_[0-9a-f]{8}\.pdf$/);
    expect(await textOf(file)).toMatch(/COPIA[\s\S]*Pago realizado\n {2}Auth: 1569455271/);
    const job = jobs(payment).find(({ kind }) => kind === 'pdf');
    expect(job).toMatchObject({ state: 'printed', cashierId: 'ana', model: 'pdf' });
    expect(Buffer.from(keptBytes(counter.database, job?.id ?? '') ?? [])).toEqual(
      Buffer.from(file?.bytes ?? []),
    );
    // Paper came out too: it stays what it was.
    expect(stateOf(payment, 'original')).toEqual(['printed']);
    expect(printing.tape(payment)).toMatchObject({ given: ['pdf'], ways: ['pdf', 'mail', 'code'] });
  });

  it('takes the place of a paper that failed: nothing is outstanding, and it is the original', async () => {
    fates.push({ kind: 'refused', why: 'paper-out' });
    const payment = await paid();
    expect(printing.open()).toHaveLength(1);
    await given(payment, 'pdf');
    expect(files[0]?.name).toContain('_recibo_');
    expect(stateOf(payment, 'original')).toEqual(['skipped given-pdf']);
    expect(printing.open()).toEqual([]);
    // What is printed now is a copy of what the customer has.
    const original = jobs(payment).find(({ kind }) => kind === 'original');
    expect(refusal(await printing.retry(original?.id ?? '', null, ANA))).toMatchObject({
      kind: 'payment-state',
      state: 'skipped',
    });
    expect(await printing.copy(payment, ANA, null)).toMatchObject({ value: { kind: 'copy' } });
  });

  it('says who did not want one, and can still be printed as the original', async () => {
    fates.push({ kind: 'refused', why: 'cover-open' });
    const payment = await paid();
    expect(await given(payment, 'none')).toEqual(ok({ kind: 'noted' }));
    expect(stateOf(payment, 'none')).toEqual(['skipped given-none']);
    const original = jobs(payment).find(({ kind }) => kind === 'original');
    expect(original).toMatchObject({ state: 'skipped', reason: 'given-none' });
    expect(await printing.retry(original?.id ?? '', null, ANA)).toMatchObject({
      value: { kind: 'original', state: 'waiting' },
    });
    await expect.poll(() => stateOf(payment, 'original')).toEqual(['printed']);
    expect(refusal(await given(payment, 'none'))).toMatchObject({ kind: 'without-paper' });
  });

  it('keeps asking about the paper where nothing was given after all', async () => {
    fates.push({ kind: 'refused', why: 'paper-out' });
    const payment = await paid();
    outcome = ok({ kind: 'cancelled' });
    expect(await given(payment, 'pdf')).toEqual(outcome);
    expect(jobs(payment).map(({ kind }) => kind)).toEqual(['original']);
    outcome = fail({ kind: 'without-paper', reason: 'no-mail-program' });
    expect(await given(payment, 'mail')).toEqual(outcome);
    expect(stateOf(payment, 'mail')).toEqual(['skipped error']);
    expect(printing.open()).toHaveLength(1);
    expect(printing.tape(payment)?.given).toEqual([]);
  });

  it('is owed on paper again if the mail program says late that it opened no message', async () => {
    fates.push({ kind: 'refused', why: 'paper-out' });
    const payment = await paid({ cash: null, change: null });
    const open = printing.open();
    await given(payment, 'mail');
    expect(printing.open()).toEqual([]);
    mailFails();
    expect(stateOf(payment, 'mail')).toEqual(['skipped error']);
    expect(printing.open()).toEqual(open);
    expect(printing.tape(payment)).toMatchObject({ given: [], state: 'refused' });
    // Given another way meanwhile, it is not.
    await given(payment, 'mail');
    await given(payment, 'code');
    mailFails();
    expect(stateOf(payment, 'original')).toEqual(['skipped given-code']);
    expect(printing.tape(payment)?.given).toEqual(['code']);
    await given(payment, 'mail');
    mailFails();
    expect(stateOf(payment, 'original')).toEqual(['skipped given-code']);
  });

  it('is written down before it leaves: if the program ends then, the customer may have it', async () => {
    fates.push({ kind: 'refused', why: 'paper-out' });
    const payment = await paid();
    let before: string[] = [];
    whileLeaving = () => {
      before = stateOf(payment, 'pdf');
      throw new Error('the program ends here');
    };
    await expect(given(payment, 'pdf')).rejects.toThrow('ends here');
    expect(before).toEqual(['skipped till-stopped']);
    expect(printing.tape(payment)?.given).toEqual(['pdf']);
    whileLeaving = () => {};
    await given(payment, 'pdf');
    expect(files[0]?.name).toContain('_copia_');
  });

  it('is refused while the paper is on its way, and for what is not paid', async () => {
    const open = counter.pay({ state: 'unknown', ticket_text: null, authorization: null });
    expect(refusal(await given(open, 'pdf'))).toMatchObject({ kind: 'payment-state' });
    const waiting = counter.pay();
    counter.database.commit(() => printing.enqueue(waiting, 'original', 'ana'));
    expect(refusal(await given(waiting, 'code'))).toMatchObject({
      kind: 'payment-state',
      state: 'waiting',
    });
    expect(refusal(await given('nobody', 'pdf'))).toMatchObject({ kind: 'not-found' });
    expect(files).toEqual([]);
  });
});

describe('the drawer that the paper did not open', () => {
  it.each(['pdf', 'mail', 'code', 'none'] as const)(
    'is opened by a pulse alone once the receipt was given as %s',
    async (way) => {
      fates.push({ kind: 'refused', why: 'paper-out' });
      const payment = await paid();
      expect(await given(payment, way)).toMatchObject({ ok: true });
      await expect.poll(() => stateOf(payment, 'drawer')).toEqual(['printed']);
      expect(stateOf(payment, 'original')).toEqual([`skipped given-${way}`]);
      expect(printed.slice(1)).toEqual([{ pulses: 1, lines: 0 }]);
      expect(printing.tape(payment)?.isDrawerKept).toBe(false);
    },
  );

  it('is said to be shut where that pulse did not leave either', async () => {
    fates.push({ kind: 'refused', why: 'paper-out' }, { kind: 'refused', why: 'paper-out' });
    const payment = await paid();
    await given(payment, 'code');
    await expect.poll(() => stateOf(payment, 'drawer')).toEqual(['refused paper-out']);
    expect(printing.tape(payment)?.isDrawerKept).toBe(true);
    expect(printing.open()).toEqual([]);
    // Another way of giving it does not ask again.
    await given(payment, 'pdf');
    expect(stateOf(payment, 'drawer')).toEqual(['refused paper-out']);
  });

  it('stays shut where a pulse may have left, where no cash came, and once the customer has gone', async () => {
    fates.push({ kind: 'unconfirmed', why: 'silent' });
    const opened = await paid();
    await given(opened, 'code');
    fates.push({ kind: 'refused', why: 'paper-out' });
    const card = await paid({ cash: null, change: null });
    await given(card, 'code');
    fates.push({ kind: 'refused', why: 'paper-out' });
    const late = await paid();
    clock.jump(15 * 60_000 + 1);
    await given(late, 'code');
    for (const payment of [opened, card, late]) {
      expect(stateOf(payment, 'original')).toEqual(['skipped given-code']);
      expect(stateOf(payment, 'drawer')).toEqual([]);
      expect(printing.tape(payment)?.isDrawerKept).toBe(false);
    }
  });
});

describe('what has to be on paper', () => {
  it.each(['cash-out', 'cancel'])('a %s is printed whatever the owner has set', async (kind) => {
    counter.settings.now = { ...counter.settings.now, receipts: 'on-request' };
    const payment = await paid({ kind, cash: null, change: null, fee: null });
    expect(stateOf(payment, 'original')).toEqual(['printed']);
    for (const way of ['pdf', 'mail', 'code', 'none'] as const) {
      expect(refusal(await given(payment, way))).toEqual({
        kind: 'without-paper',
        reason: 'has-to-be-printed',
      });
    }
    expect(printing.tape(payment)?.ways).toEqual([]);
    expect(files).toEqual([]);
  });

  it('a gift card is printed too; a file holds its code only if no paper did', async () => {
    counter.settings.now = { ...counter.settings.now, receipts: 'on-request' };
    const out = await paid({ kind: 'gift-card', ticket_text: 'PIN 1234-5678' });
    expect(stateOf(out, 'original')).toEqual(['printed']);
    expect(refusal(await given(out, 'pdf'))).toMatchObject({ reason: 'has-to-be-printed' });
    fates.push({ kind: 'refused', why: 'paper-out' });
    const card = await paid({ kind: 'gift-card', ticket_text: 'PIN 8765-4321' });
    expect(printing.tape(card)?.ways).toEqual(['pdf', 'mail']);
    for (const way of ['code', 'none'] as const) {
      expect(refusal(await given(card, way))).toMatchObject({ reason: 'has-to-be-printed' });
    }
    expect(await given(card, 'pdf')).toMatchObject({ ok: true });
    const [file] = files;
    expect(await textOf(file)).toContain('PIN 8765-4321');
    // Sealed in the ledger, as what was printed is.
    const kept = counter.database
      .prepare("SELECT is_sealed FROM print_jobs WHERE intent_id = ? AND kind = 'pdf'")
      .get(card);
    expect(kept?.is_sealed).toBe(1);
    // Once more is somebody else's decision.
    expect(refusal(await given(card, 'mail'))).toEqual({
      kind: 'not-allowed',
      needs: 'supervisor',
    });
    expect(await given(card, 'mail', WITH_PIN)).toMatchObject({ ok: true });
    expect(
      counter.database
        .prepare("SELECT count(*) AS n FROM audit WHERE kind = 'reprint-gift-card'")
        .get(),
    ).toMatchObject({ n: 1 });
  });

  it('a card whose paper broke off, or whose customer has gone, needs a supervisor', async () => {
    fates.push({ kind: 'unconfirmed', why: 'silent' });
    const card = await paid({ kind: 'gift-card', ticket_text: 'PIN 1' });
    expect(refusal(await given(card, 'pdf'))).toMatchObject({ kind: 'not-allowed' });
    fates.push({ kind: 'refused', why: 'paper-out' });
    const left = await paid({ kind: 'gift-card', ticket_text: 'PIN 2' });
    counter.viewer.now = { cashierId: 'luis', since: '', role: 'supervisor' };
    expect(refusal(await given(left, 'mail'))).toMatchObject({ kind: 'not-allowed' });
    expect(files).toEqual([]);
  });
});

describe('a card while its file is on the way', () => {
  const CARD = { kind: 'gift-card', ticket_text: 'PIN 1234-5678' };
  const refused = async (): Promise<{ readonly card: string; readonly original: string }> => {
    fates.push({ kind: 'refused', why: 'paper-out' });
    const card = await paid(CARD);
    const original = jobs(card).find(({ kind }) => kind === 'original')?.id ?? '';
    return { card, original };
  };

  it.each(['pdf', 'mail'] as const)(
    'is not printed by anybody if the program ended while its %s left',
    async (way) => {
      const { card, original } = await refused();
      whileLeaving = () => {
        throw new Error('the program ends here');
      };
      await expect(given(card, way)).rejects.toThrow('ends here');
      expect(stateOf(card, way)).toEqual(['skipped till-stopped']);
      expect(stateOf(card, 'original')).toEqual(['refused paper-out']);
      expect(refusal(await printing.retry(original, null, ANA))).toEqual({
        kind: 'not-allowed',
        needs: 'supervisor',
      });
      expect(await printing.retry(original, WITH_PIN, ANA)).toMatchObject({ ok: true });
      await expect.poll(() => stateOf(card, 'original')).toEqual(['printed']);
    },
  );

  it('stays where it is if its paper came out while a place was chosen', async () => {
    const { card, original } = await refused();
    whileAsked = async () => {
      expect(await printing.retry(original, null, ANA)).toMatchObject({ ok: true });
      await expect.poll(() => stateOf(card, 'original')).toEqual(['printed']);
    };
    expect(refusal(await given(card, 'pdf'))).toMatchObject({ reason: 'has-to-be-printed' });
    expect(files).toEqual([]);
    expect(stateOf(card, 'pdf')).toEqual([]);
  });

  it('needs a supervisor if it was given another way meanwhile', async () => {
    const { card } = await refused();
    whileAsked = async () => {
      whileAsked = () => {};
      expect(await given(card, 'mail')).toMatchObject({ ok: true });
    };
    expect(refusal(await given(card, 'pdf'))).toMatchObject({ kind: 'not-allowed' });
    expect(files).toHaveLength(1);
  });

  it('stays where it is if the till locked, or was somebody else’s, when the place was chosen', async () => {
    const { card } = await refused();
    const now = { cashierId: 'ana', since: '', role: 'cashier' } as const;
    for (const present of [null, { ...now, cashierId: 'beto' }]) {
      counter.viewer.now = now;
      whileAsked = () => {
        counter.viewer.now = present;
      };
      expect(refusal(await given(card, 'pdf'))).toEqual({ kind: 'not-signed-in' });
    }
    expect(files).toEqual([]);
    expect(stateOf(card, 'pdf')).toEqual([]);
    // She signed out and in again: the card's customer may be gone.
    whileAsked = () => {
      counter.viewer.now = { ...now, since: '2026-01-15T16:42:08.000Z' };
    };
    counter.viewer.now = now;
    expect(refusal(await given(card, 'pdf'))).toMatchObject({ kind: 'not-allowed' });
    expect(files).toEqual([]);
    // A session's beginning is told anew each time, and may differ by a moment.
    whileAsked = () => {
      counter.viewer.now = { ...now, since: '2026-01-15T16:42:06.999Z' };
    };
    counter.viewer.now = now;
    expect(await given(card, 'pdf')).toMatchObject({ ok: true });
  });
});

it('a file made as the original is not given if the paper came out meanwhile', async () => {
  fates.push({ kind: 'refused', why: 'paper-out' });
  const payment = await paid();
  const original = jobs(payment).find(({ kind }) => kind === 'original')?.id ?? '';
  whileAsked = async () => {
    await printing.retry(original, null, ANA);
    await expect.poll(() => stateOf(payment, 'original')).toEqual(['printed']);
  };
  expect(refusal(await given(payment, 'pdf'))).toMatchObject({ kind: 'payment-state' });
  whileAsked = () => {};
  await given(payment, 'pdf');
  expect(files.map(({ name }) => /_(recibo|copia)_/.exec(name)?.[1])).toEqual(['copia']);
});

it('cards that cannot be opened take no other paper out of the lists', async () => {
  const made = await paid({ kind: 'gift-card', ticket_text: 'PIN 1' });
  const other = await paid();
  const sealed = counter.pay({ kind: 'gift-card', ticket_text: 'PIN 2' });
  // As without the data key: neither a ticket nor kept lines can be read.
  counter.database.prepare("UPDATE outcomes SET ticket_text = 'x' WHERE intent_id <> ?").run(other);
  counter.database.prepare("UPDATE print_jobs SET lines = x'00' WHERE intent_id = ?").run(made);
  expect(await counter.print(printing, sealed)).toMatchObject({ state: 'failed', lines: [] });
  expect(printing.recent(5).map(({ paymentId, ways }) => [paymentId, ways])).toEqual([
    [sealed, ['pdf', 'mail']],
    [other, ['pdf', 'mail', 'code']],
    [made, []],
  ]);
  expect(printing.ofPayment(made)).toMatchObject([{ lines: [], about: { amount: {} } }]);
});

describe('a shop that prints only on request', () => {
  beforeEach(() => {
    counter.settings.now = { ...counter.settings.now, receipts: 'on-request' };
  });

  it('opens the drawer without feeding paper, and asks for nothing', async () => {
    const payment = await paid();
    await expect.poll(() => printed).toEqual([{ pulses: 1, lines: 0 }]);
    expect(stateOf(payment, 'original')).toEqual(['skipped on-request']);
    expect(printing.open()).toEqual([]);
    expect(printing.ofPayment(payment).map(({ kind }) => kind)).toEqual(['original']);
    expect(printing.tape(payment)?.ways).toEqual(['pdf', 'mail', 'code', 'none']);
  });

  it('prints the original when somebody asks, and the drawer stays as it is', async () => {
    const payment = await paid();
    await expect.poll(() => printed.length).toBe(1);
    const [original] = jobs(payment);
    await printing.retry(original?.id ?? '', null, ANA);
    await expect.poll(() => stateOf(payment, 'original')).toEqual(['printed']);
    expect(printed[1]?.pulses).toBe(0);
    expect(printed[1]?.lines).toBeGreaterThan(10);
  });

  it('opens the drawer with that paper where the pulse alone could not be sent', async () => {
    fates.push({ kind: 'refused', why: 'cover-open' });
    const payment = await paid();
    await expect.poll(() => stateOf(payment, 'drawer')).toEqual(['refused cover-open']);
    expect(printing.tape(payment)?.isDrawerKept).toBe(true);
    expect(printing.open()).toEqual([]);
    const [original] = jobs(payment);
    await printing.retry(original?.id ?? '', null, ANA);
    await expect.poll(() => stateOf(payment, 'original')).toEqual(['printed']);
    expect(printed.map(({ pulses }) => pulses)).toEqual([1, 1]);
  });

  it('sends no pulse where no drawer is connected, and none for a payment without cash', async () => {
    const payment = await paid({ cash: null, change: null });
    expect(jobs(payment).map(({ kind }) => kind)).toEqual(['original']);
    const { printer } = counter.settings.now;
    if (printer?.kind !== 'network') throw new Error('no printer');
    const { drawer: _, ...without } = printer;
    counter.settings.now = { ...counter.settings.now, printer: without };
    const other = await paid();
    expect(jobs(other).map(({ kind }) => kind)).toEqual(['original']);
    expect(printed).toEqual([]);
  });
});
