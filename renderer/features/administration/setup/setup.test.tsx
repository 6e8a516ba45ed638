import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { fail, ok, type Provisioning } from '../../../../shared/contract/index.ts';
import {
  createFakeShop,
  createFakeTill,
  type FakeTill,
  renderApp,
} from '../../../app/testing/index.ts';

const pressKeys = (text: string) => userEvent.keyboard(text);
const findQuestion = (name: RegExp | string) => screen.findByRole('heading', { level: 1, name });

async function openSetup(): Promise<FakeTill> {
  const fake = createFakeTill(createFakeShop({ isSetUp: false }));
  renderApp(fake);
  await findQuestion('¿Cómo quiere empezar?');
  return fake;
}

/** Opens the service step without typing anything. */
async function goToService(): Promise<void> {
  await pressKeys('{ArrowDown}{Enter}');
  await findQuestion('¿Con dinero de verdad?');
  await pressKeys('{Enter}');
  await findQuestion('¿Dónde está el servicio?');
}

/** Fills in all steps up to the keys, which are typed but not checked. */
async function goToKeys(): Promise<void> {
  await goToService();
  await pressKeys('https://service.example{Enter}acme{Enter}');
  await findQuestion('¿Qué versión del servicio?');
  await pressKeys('{Enter}');
  await findQuestion('¿Cuáles son sus claves?');
  await pressKeys('key-1{Enter}secret-1');
}

/** Continues from typed keys, which the service accepts, to the printer step. */
async function goToPrinters(): Promise<void> {
  await pressKeys('{Enter}');
  await screen.findByText('Las claves funcionan');
  await pressKeys('{Enter}');
  await findQuestion('¿Cómo se llama la tienda?');
  await pressKeys('Abarrotes Lupita{Enter}');
  await findQuestion('¿Qué caja es esta?');
  await pressKeys('07{Enter}lupita{Enter}');
  await findQuestion('¿En qué zona horaria está la tienda?');
  await pressKeys('ciudad de mex{Enter}');
  await findQuestion('¿Qué impresora usa?');
}

async function testPaper(): Promise<void> {
  await findQuestion('¿Qué ancho tiene el papel?');
  await pressKeys('{Enter}');
  await findQuestion('¿Salió la prueba?');
  await pressKeys('{Enter}');
}

async function choosePrinterModel(): Promise<void> {
  await findQuestion('¿De qué marca es?');
  await pressKeys('{Enter}');
}

async function goToOwner(): Promise<void> {
  await goToPrinters();
  await pressKeys('{Enter}');
  await findQuestion('¿Dónde está la impresora?');
  await pressKeys('tcp://192.168.1.50{Enter}');
  await choosePrinterModel();
  await testPaper();
  await screen.findByText('Prueba enviada');
  await pressKeys('{Enter}');
  await findQuestion('¿Quiénes atienden?');
  await pressKeys('Carmen{Enter}3333{Enter}3334{Enter}');
  await screen.findByText('No es el mismo PIN. Escríbalo otra vez.');
  await pressKeys('3333{Enter}');
  await screen.findByText('Quitar a Carmen');
}

describe('first run', () => {
  test('starts training with one Enter', async () => {
    const fake = await openSetup();
    await pressKeys('{Enter}');
    await findQuestion('¿Quién atiende?');
    expect(fake.getInputs('setup.startTraining')).toEqual([{ language: 'es-MX' }]);
  });

  test('completes the wizard by keyboard with one provisioning call', async () => {
    const fake = await openSetup();
    await goToKeys();
    await goToOwner();
    await pressKeys('{Insert}');
    await findQuestion('¿Quién más atiende?');
    await pressKeys('Ana{Enter}1111{Enter}1111{Enter}');
    await findQuestion('¿Qué puesto tiene Ana?');
    await pressKeys('{Enter}');
    await screen.findByText('Quitar a Ana');
    await pressKeys('{Enter}');
    await findQuestion('¿Todo correcto?');
    expect(fake.getInputs('setup.provision')).toEqual([]);
    await pressKeys('{Enter}');
    await findQuestion('Su clave de recuperación');
    await pressKeys('{Enter}');
    await findQuestion('¿Cómo termina la clave?');
    await pressKeys('vvvv dddd{Enter}');
    await findQuestion('¿Quién atiende?');
    const owner = { cashierId: 'carmen', pin: '3333' };
    expect(fake.getInputs('recovery.createKey')).toEqual([{ approval: owner }]);
    expect(fake.getInputs('recovery.confirm')).toEqual([{ offer: 'offer-1', end: 'vvvv dddd' }]);

    expect(fake.getInputs('setup.provision')).toEqual([
      {
        environment: 'sandbox',
        baseUrl: 'https://service.example',
        vendor: 'acme',
        version: 'v3.mx',
        apiKey: 'key-1',
        secretKey: 'secret-1',
        chainName: 'lupita',
        posNumber: '07',
        timeZone: 'America/Mexico_City',
        language: 'es-MX',
        shop: { name: 'Abarrotes Lupita' },
        printer: { kind: 'network', address: 'tcp://192.168.1.50', model: 'epson', columns: 42 },
        cashiers: [
          { id: 'carmen', name: 'Carmen', pin: '3333', role: 'owner' },
          { id: 'ana', name: 'Ana', pin: '1111', role: 'cashier' },
        ],
      } satisfies Provisioning,
    ]);
    expect(fake.getInputs('setup.testPrinter')).toHaveLength(1);
  });

  test.each([
    [1, '¿Dónde está la impresora?', '/dev/usb/lp0', /por esta ruta no puede decir si salió/],
    [2, '¿En qué carpeta van los tickets?', '/home/lupita/recibos', /está en la carpeta/],
  ])(
    'asks for the location of another kind of printer (%i) and tests it',
    async (rowsBelow, location, typed, words) => {
      const fake = await openSetup();
      const kind = rowsBelow === 1 ? 'path' : 'pdf';
      const light = rowsBelow === 1 ? 'silent' : 'ready';
      fake.answer('setup.testPrinter', () =>
        ok({ kind, light, at: '2026-01-15T16:42:07.000Z', waitingJobs: 0, columns: 42 }),
      );
      await goToKeys();
      await goToPrinters();
      await pressKeys(`${'{ArrowDown}'.repeat(rowsBelow)}{Enter}`);
      await findQuestion(location);
      await pressKeys('recibos{Enter}');
      expect(screen.getByText(/Escriba la ruta completa/)).toBeTruthy();
      await userEvent.clear(screen.getByRole('textbox'));
      await pressKeys(`${typed}{Enter}`);
      if (kind === 'path') await choosePrinterModel();
      await testPaper();
      expect(await screen.findByText(words)).toBeTruthy();
      expect(screen.getByRole('article').textContent).toContain(typed);
      const [testInput] = fake.getInputs('setup.testPrinter');
      expect(testInput?.printer).toMatchObject({ kind, columns: 42 });
    },
  );

  test('shows refused keys at the field, and stays on the step', async () => {
    const fake = await openSetup();
    fake.answer('setup.checkKeys', () => fail({ kind: 'keys-refused' }));
    await goToKeys();
    await pressKeys('{Enter}');
    expect(await screen.findByText('Revise las dos claves, letra por letra.')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('¿Cuáles son sus claves?');
    expect(fake.getInputs('setup.checkKeys')).toMatchObject([
      { apiKey: 'key-1', secretKey: 'secret-1', baseUrl: 'https://service.example', caFile: null },
    ]);
  });

  test('checks changed keys again', async () => {
    const fake = await openSetup();
    await goToKeys();
    await pressKeys('{Enter}');
    await screen.findByText('Las claves funcionan');
    await pressKeys('x');
    expect(screen.queryByText('Las claves funcionan')).toBeNull();
    await pressKeys('{Enter}');
    await screen.findByText('Las claves funcionan');
    expect(fake.getInputs('setup.checkKeys').map((input) => input.secretKey)).toEqual([
      'secret-1',
      'secret-1x',
    ]);
  });

  test('shows an error at the field for an address without https', async () => {
    await openSetup();
    await goToService();
    await pressKeys('http://service.example{Enter}');
    const field = screen.getByRole('textbox', { name: 'Dirección' });
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText(/con https:\/\/ al principio/)).toBeTruthy();
  });

  test('keeps the typed values when Escape goes back', async () => {
    await openSetup();
    await goToKeys();
    await pressKeys('{Escape}');
    await findQuestion('¿Qué versión del servicio?');
    await pressKeys('{Escape}');
    await findQuestion('¿Dónde está el servicio?');
    expect(screen.getByRole('textbox', { name: 'Dirección' })).toHaveProperty(
      'value',
      'https://service.example',
    );
  });

  test('shows no key and no PIN on the tape', async () => {
    await openSetup();
    await goToKeys();
    await goToOwner();
    await pressKeys('{Enter}');
    await findQuestion('¿Todo correcto?');
    const tape = screen.getByRole('article').textContent ?? '';
    expect(tape).toContain('Abarrotes Lupita');
    expect(tape).toContain('Carmen');
    expect(tape).not.toMatch(/secret-1|key-1|3333/);
  });
});

describe('set-up from a provisioning file', () => {
  const provisioning: Provisioning = {
    environment: 'sandbox',
    baseUrl: 'https://service.example',
    vendor: 'acme',
    version: 'v3.co',
    apiKey: 'key-1',
    secretKey: 'secret-1',
    chainName: 'lupita',
    posNumber: '07',
    timeZone: 'America/Bogota',
    language: 'es-CO',
    shop: { name: 'Tienda Rosa' },
    printer: { kind: 'screen', columns: 42 },
    cashiers: [{ id: 'rosa', name: 'Rosa', pin: '4444', role: 'owner' }],
  };

  async function chooseFile(fake: FakeTill, text: string): Promise<void> {
    await pressKeys('{ArrowDown}{ArrowDown}{Enter}');
    await findQuestion('¿Cuál es el archivo?');
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (input === null) throw new Error('no file input');
    await userEvent.upload(input, new File([text], 'till.json', { type: 'application/json' }));
    await waitFor(() => expect(fake.getInputs('setup.checkFile')).toHaveLength(1));
  }

  test('shows a provisioning file without its secrets, and provisions it unchanged', async () => {
    const fake = await openSetup();
    fake.answer('setup.checkFile', () => ok({}));
    await chooseFile(fake, JSON.stringify(provisioning));
    await findQuestion('¿Todo correcto?');
    expect(screen.getByRole('article').textContent).toContain('Tienda Rosa');
    expect(document.body.textContent).not.toContain('secret-1');
    await pressKeys('{Enter}');
    await findQuestion('Su clave de recuperación');
    await pressKeys('{Escape}');
    await findQuestion('¿Quién atiende?');
    expect(fake.getInputs('recovery.confirm')).toEqual([]);
    expect(fake.getInputs('setup.provision')).toEqual([provisioning]);
  });

  test('names the field of a provisioning file that the schema does not accept', async () => {
    const fake = await openSetup();
    fake.answer('setup.checkFile', () =>
      fail({ kind: 'provisioning', field: 'shop.colour', reason: 'campo desconocido' }),
    );
    await chooseFile(fake, '{"shop":{"colour":"red"}}');
    expect(await screen.findByText(/«shop\.colour»/)).toBeTruthy();
    expect(fake.getInputs('setup.provision')).toEqual([]);
  });
});
