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

const keys = (text: string) => userEvent.keyboard(text);
const question = (name: RegExp | string) => screen.findByRole('heading', { level: 1, name });

async function start(): Promise<FakeTill> {
  const fake = createFakeTill(createFakeShop({ isSetUp: false }));
  renderApp(fake);
  await question('¿Cómo quiere empezar?');
  return fake;
}

/** As far as the service, which was not asked yet. */
async function toService(): Promise<void> {
  await keys('{ArrowDown}{Enter}');
  await question('¿Con dinero de verdad?');
  await keys('{Enter}');
  await question('¿Dónde está el servicio?');
}

/** From the first screen to the keys, typed but not checked. */
async function toKeys(): Promise<void> {
  await toService();
  await keys('https://service.example{Enter}acme{Enter}');
  await question('¿Qué versión del servicio?');
  await keys('{Enter}');
  await question('¿Cuáles son sus claves?');
  await keys('key-1{Enter}secret-1');
}

/** From typed keys, which the service takes, to the printers. */
async function fromKeysToPrinters(): Promise<void> {
  await keys('{Enter}');
  await screen.findByText('Las claves funcionan');
  await keys('{Enter}');
  await question('¿Cómo se llama la tienda?');
  await keys('Abarrotes Lupita{Enter}');
  await question('¿Qué caja es esta?');
  await keys('07{Enter}lupita{Enter}');
  await question('¿En qué zona horaria está la tienda?');
  await keys('ciudad de mex{Enter}');
  await question('¿Qué impresora usa?');
}

async function tryPaper(): Promise<void> {
  await question('¿Qué ancho tiene el papel?');
  await keys('{Enter}');
  await question('¿Salió la prueba?');
  await keys('{Enter}');
}

async function makeOfPrinter(): Promise<void> {
  await question('¿De qué marca es?');
  await keys('{Enter}');
}

async function fromKeysToOwner(): Promise<void> {
  await fromKeysToPrinters();
  await keys('{Enter}');
  await question('¿Dónde está la impresora?');
  await keys('tcp://192.168.1.50{Enter}');
  await makeOfPrinter();
  await tryPaper();
  await screen.findByText('Prueba enviada');
  await keys('{Enter}');
  await question('¿Quiénes atienden?');
  await keys('Carmen{Enter}3333{Enter}3334{Enter}');
  await screen.findByText('No es el mismo PIN. Escríbalo otra vez.');
  await keys('3333{Enter}');
  await screen.findByText('Quitar a Carmen');
}

describe('the first run', () => {
  test('training is one press away', async () => {
    const fake = await start();
    await keys('{Enter}');
    await question('¿Quién atiende?');
    expect(fake.getInputs('setup.startTraining')).toEqual([{ language: 'es-MX' }]);
  });

  test('the whole wizard by keyboard ends in one provisioning', async () => {
    const fake = await start();
    await toKeys();
    await fromKeysToOwner();
    await keys('{Insert}');
    await question('¿Quién más atiende?');
    await keys('Ana{Enter}1111{Enter}1111{Enter}');
    await question('¿Qué puesto tiene Ana?');
    await keys('{Enter}');
    await screen.findByText('Quitar a Ana');
    await keys('{Enter}');
    await question('¿Todo correcto?');
    expect(fake.getInputs('setup.provision')).toEqual([]);
    await keys('{Enter}');
    await question('Su clave de recuperación');
    await keys('{Enter}');
    await question('¿Cómo termina la clave?');
    await keys('vvvv dddd{Enter}');
    await question('¿Quién atiende?');
    const owner = { cashierId: 'carmen', pin: '3333' };
    expect(fake.getInputs('recovery.make')).toEqual([{ approval: owner }]);
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
    [2, '¿En qué carpeta van los recibos?', '/home/lupita/recibos', /está en la carpeta/],
  ])(
    'a printer of another kind (%i) is asked for its place and tried',
    async (below, place, typed, words) => {
      const fake = await start();
      const kind = below === 1 ? 'path' : 'pdf';
      const light = below === 1 ? 'silent' : 'ready';
      fake.answer('setup.testPrinter', () =>
        ok({ kind, light, at: '2026-01-15T16:42:07.000Z', waitingJobs: 0, columns: 42 }),
      );
      await toKeys();
      await fromKeysToPrinters();
      await keys(`${'{ArrowDown}'.repeat(below)}{Enter}`);
      await question(place);
      await keys('recibos{Enter}');
      expect(screen.getByText(/Escriba la ruta completa/)).toBeTruthy();
      await userEvent.clear(screen.getByRole('textbox'));
      await keys(`${typed}{Enter}`);
      if (kind === 'path') await makeOfPrinter();
      await tryPaper();
      expect(await screen.findByText(words)).toBeTruthy();
      expect(screen.getByRole('article').textContent).toContain(typed);
      const [tried] = fake.getInputs('setup.testPrinter');
      expect(tried?.printer).toMatchObject({ kind, columns: 42 });
    },
  );

  test('keys that the service refuses lead nowhere, and the field says so', async () => {
    const fake = await start();
    fake.answer('setup.checkKeys', () => fail({ kind: 'keys-refused' }));
    await toKeys();
    await keys('{Enter}');
    expect(await screen.findByText('Revise las dos claves, letra por letra.')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('¿Cuáles son sus claves?');
    expect(fake.getInputs('setup.checkKeys')).toMatchObject([
      { apiKey: 'key-1', secretKey: 'secret-1', baseUrl: 'https://service.example', caFile: null },
    ]);
  });

  test('checked keys that are changed are checked again', async () => {
    const fake = await start();
    await toKeys();
    await keys('{Enter}');
    await screen.findByText('Las claves funcionan');
    await keys('x');
    expect(screen.queryByText('Las claves funcionan')).toBeNull();
    await keys('{Enter}');
    await screen.findByText('Las claves funcionan');
    expect(fake.getInputs('setup.checkKeys').map((one) => one.secretKey)).toEqual([
      'secret-1',
      'secret-1x',
    ]);
  });

  test('plain http is refused beside the field, in words', async () => {
    await start();
    await toService();
    await keys('http://service.example{Enter}');
    const field = screen.getByRole('textbox', { name: 'Dirección' });
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText(/con https:\/\/ al principio/)).toBeTruthy();
  });

  test('Esc steps back and loses nothing', async () => {
    await start();
    await toKeys();
    await keys('{Escape}');
    await question('¿Qué versión del servicio?');
    await keys('{Escape}');
    await question('¿Dónde está el servicio?');
    expect(screen.getByRole('textbox', { name: 'Dirección' })).toHaveProperty(
      'value',
      'https://service.example',
    );
  });

  test('no key and no PIN is on the tape', async () => {
    await start();
    await toKeys();
    await fromKeysToOwner();
    await keys('{Enter}');
    await question('¿Todo correcto?');
    const tape = screen.getByRole('article').textContent ?? '';
    expect(tape).toContain('Abarrotes Lupita');
    expect(tape).toContain('Carmen');
    expect(tape).not.toMatch(/secret-1|key-1|3333/);
  });
});

describe('a provisioning file', () => {
  const given: Provisioning = {
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

  async function choose(fake: FakeTill, text: string): Promise<void> {
    await keys('{ArrowDown}{ArrowDown}{Enter}');
    await question('¿Cuál es el archivo?');
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (input === null) throw new Error('no file input');
    await userEvent.upload(input, new File([text], 'till.json', { type: 'application/json' }));
    await waitFor(() => expect(fake.getInputs('setup.checkFile')).toHaveLength(1));
  }

  test('is read, shown without secrets, and then kept whole', async () => {
    const fake = await start();
    fake.answer('setup.checkFile', () => ok({}));
    await choose(fake, JSON.stringify(given));
    await question('¿Todo correcto?');
    expect(screen.getByRole('article').textContent).toContain('Tienda Rosa');
    expect(document.body.textContent).not.toContain('secret-1');
    await keys('{Enter}');
    await question('Su clave de recuperación');
    await keys('{Escape}');
    await question('¿Quién atiende?');
    expect(fake.getInputs('recovery.confirm')).toEqual([]);
    expect(fake.getInputs('setup.provision')).toEqual([given]);
  });

  test('a field that the schema does not know is named', async () => {
    const fake = await start();
    fake.answer('setup.checkFile', () =>
      fail({ kind: 'provisioning', field: 'shop.colour', reason: 'campo desconocido' }),
    );
    await choose(fake, '{"shop":{"colour":"red"}}');
    expect(await screen.findByText(/«shop\.colour»/)).toBeTruthy();
    expect(fake.getInputs('setup.provision')).toEqual([]);
  });
});
