import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { fail, ok, type SettingsView } from '../../../../shared/contract/index.ts';
import type { Route } from '../../../app/index.ts';
import {
  createFakeShop,
  createFakeTill,
  type FakeTill,
  renderApp,
} from '../../../app/testing/index.ts';
import { SettingsPage } from './index.ts';

const keys = (text: string) => userEvent.keyboard(text);
const question = (name: RegExp | string) => screen.findByRole('heading', { level: 1, name });

const VIEW: SettingsView = {
  revision: 4,
  held: ['apiKey', 'secretKey'],
  environment: 'sandbox',
  shop: { name: 'Abarrotes Lupita', address: null, helpLine: null, hasLogo: false },
  posNumber: '07',
  chainName: 'lupita',
  timeZone: 'America/Mexico_City',
  language: 'es-MX',
  service: {
    baseUrl: 'https://service.example',
    vendor: 'acme',
    version: 'v3.mx',
    hasCa: false,
    proxy: null,
    deadlineSeconds: null,
  },
  printer: { kind: 'screen', columns: 42 },
  cashOutBillers: [{ id: 20001, name: 'Remesas del Sur' }],
  drpBillers: [],
  customerFee: { kind: 'service' },
  shopCopy: false,
  receipts: 'printed',
  keepWalkInBills: false,
  lowBalance: '1000.00',
  currency: null,
  country: null,
  lockAfterMinutes: null,
  keepPrintedDays: null,
  keepCustomerDays: null,
  shifts: 'automatic',
  drawers: 'shared',
  keypad: 'auto',
  theme: 'system',
  letters: 'normal',
  sounds: false,
  fullScreen: false,
  customerScreen: null,
  reconciliation: null,
  heartbeat: null,
  backup: null,
  chain: null,
  updates: { feed: null, by: 'owner' },
};

let goTo: (route: Route) => void;

async function start(who: 'owner' | 'cashier' = 'owner', view = VIEW): Promise<FakeTill> {
  const cashier =
    who === 'owner'
      ? ({ id: 'carmen', name: 'Carmen', role: 'owner' } as const)
      : ({ id: 'ana', name: 'Ana', role: 'cashier' } as const);
  const fake = createFakeTill(createFakeShop({ session: { cashier } }));
  fake.answer('settings.read', () => ok(view));
  fake.answer('settings.change', ({ revision }) =>
    ok({ settings: { ...VIEW, revision: revision + 1 }, found: null }),
  );
  const { navigation } = renderApp(fake, {
    features: { settings: SettingsPage },
    route: { name: 'settings' },
  });
  goTo = navigation.getState().open;
  await question('Ajustes');
  return fake;
}

/** Opens a section by its place in the list. */
async function enter(name: string): Promise<void> {
  const row = await screen.findByRole('option', { name: new RegExp(`^${name}`) });
  await userEvent.click(row);
}

describe('the settings', () => {
  test('show an owner how each stands, and keep what is changed upon what was seen', async () => {
    const fake = await start();
    await screen.findByText('07 · lupita');
    expect(screen.getByText('Avisa cuando el saldo baja de 1,000.00')).toBeTruthy();
    await enter('Comisión al cliente');
    await question('¿Qué comisión paga el cliente?');
    await keys('{End}{Enter}');
    await question('¿Cuánto en cada clase de pago?');
    await keys('5{Enter}0{Enter}x{Enter}');
    expect(screen.getByText('Escriba una cantidad, con dos decimales como máximo.')).toBeTruthy();
    await keys('{Backspace}1.5{Enter}10{Enter}');
    await screen.findByText('Guardado');
    expect(fake.getInputs('settings.change')).toEqual([
      {
        revision: 4,
        approval: null,
        change: {
          section: 'fee',
          fee: {
            kind: 'fixed',
            utility: '5.00',
            'top-up': '0.00',
            'gift-card': '1.50',
            partner: '10.00',
          },
        },
      },
    ]);
    await enter('Copia para la tienda');
    await keys('{End}{Enter}');
    await screen.findByText('Guardado');
    expect(fake.getInputs('settings.change')[1]?.revision).toBe(5);
  });

  test('keep the sizes of letters in their order, and Enter keeps the one that is set', async () => {
    const fake = await start('owner', { ...VIEW, letters: 'large' });
    await enter('Tamaño de las letras');
    await question('¿De qué tamaño son las letras?');
    const rows = screen.getAllByRole('option');
    expect(rows.map(({ textContent }) => textContent.split(' ')[0])).toEqual([
      'Normales',
      'Grandes',
      'Muy',
    ]);
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Grandes'));
    expect(document.documentElement.dataset.letters).toBe('large');
    await keys('{Enter}');
    await screen.findByText('Guardado');
    expect(fake.getInputs('settings.change')[0]?.change).toEqual({
      section: 'letters',
      letters: 'large',
    });
  });

  test('leave keys as they are where none is typed, and say only that they are set', async () => {
    const fake = await start();
    fake.answer('settings.change', () => fail({ kind: 'keys-refused' }));
    await enter('Servicio y claves');
    await question('¿Dónde está el servicio?');
    await keys('{Enter}');
    await question('¿Qué versión del servicio?');
    await keys('{Enter}');
    await question('¿Cuánto espera la caja al servicio?');
    await keys('{Enter}');
    await question('¿Cómo llega la caja al servicio?');
    await keys('{Enter}');
    await question('¿Cuáles son sus claves?');
    expect(screen.getAllByText(/^Ya está guardada/)).toHaveLength(2);
    const fields = document.querySelectorAll('input[type=password]');
    expect(
      [...fields].map((field) => (field instanceof HTMLInputElement ? field.value : '?')),
    ).toEqual(['', '']);
    await keys('{Tab}other{Enter}');
    expect(await screen.findByText('Revise las dos claves, letra por letra.')).toBeTruthy();
    expect(fake.getInputs('settings.change')[0]?.change).toEqual({
      section: 'service',
      baseUrl: 'https://service.example',
      vendor: 'acme',
      version: 'v3.mx',
      deadlineSeconds: null,
      secretKey: 'other',
    });
    await keys('x');
    expect(screen.queryByText('Revise las dos claves, letra por letra.')).toBeNull();
  });

  test('reloads settings that changed elsewhere and keeps the typed values', async () => {
    const fake = await start();
    fake.answer('settings.change', () => fail({ kind: 'stale-settings' }));
    await enter('Bloqueo automático');
    await question('¿Cuándo se bloquea sola la caja?');
    fake.answer('settings.read', () => ok({ ...VIEW, revision: 9, lockAfterMinutes: 2 }));
    await keys('15{Enter}');
    await screen.findByText('Otra persona cambió los ajustes mientras usted los veía.');
    fake.answer('settings.change', () => ok({ settings: { ...VIEW, revision: 10 }, found: null }));
    await keys('{Enter}');
    await screen.findByText('Guardado');
    expect(fake.getInputs('settings.change')).toMatchObject([
      { revision: 4, change: { section: 'lock', minutes: 15 } },
      { revision: 9, change: { section: 'lock', minutes: 15 } },
    ]);
  });

  test('ask a cashier for an owner’s PIN, for one of them', async () => {
    const fake = await start('cashier');
    expect(screen.queryByText('07 · lupita')).toBeNull();
    expect(fake.getInputs('settings.read')).toEqual([]);
    await enter('Copia para la tienda');
    await screen.findByRole('dialog');
    fake.answer('settings.read', () => fail({ kind: 'wrong-pin', waitSeconds: 0 }));
    await keys('9999{Enter}');
    await screen.findByText(/PIN/, { selector: '[role=status] p, [role=alert] p' });
    fake.answer('settings.read', () => ok(VIEW));
    await keys('3333{Enter}');
    await question('¿Imprimir una copia para la tienda?');
    await keys('{End}{Enter}');
    await screen.findByText('Guardado');
    expect(fake.getInputs('settings.change')[0]).toMatchObject({
      approval: { cashierId: 'carmen', pin: '3333' },
      change: { section: 'shop-copy', isPrinted: true },
    });
    await enter('Tienda');
    await screen.findByRole('dialog');
  });

  test('forget an owner’s PIN at the lock, with the section that it opened', async () => {
    const fake = await start('cashier');
    await enter('Copia para la tienda');
    await screen.findByRole('dialog');
    await keys('3333{Enter}');
    await question('¿Imprimir una copia para la tienda?');
    await keys('{F10}');
    await question('¿Quién atiende?');
    expect(screen.queryByText('¿Imprimir una copia para la tienda?')).toBeNull();
    await keys('an');
    await screen.findByLabelText('PIN');
    await keys('1111{Enter}');
    await waitFor(() => expect(screen.queryByLabelText('PIN')).toBeNull());
    await question('Ajustes');
    expect(fake.getInputs('settings.read')).toHaveLength(1);
    await enter('Copia para la tienda');
    await screen.findByRole('dialog');
    await userEvent.type(await screen.findByLabelText('PIN de Carmen'), '4444{Enter}');
    await question('¿Imprimir una copia para la tienda?');
    await keys('{End}{Enter}');
    await screen.findByText('Guardado');
    expect(fake.getInputs('settings.change')).toMatchObject([{ approval: { pin: '4444' } }]);
  });

  test('open nothing with an owner’s PIN whose answer comes behind the lock', async () => {
    const fake = await start('cashier');
    const { promise, resolve } = Promise.withResolvers<void>();
    fake.answer('settings.read', async () => {
      await promise;
      return ok(VIEW);
    });
    await enter('Copia para la tienda');
    await screen.findByRole('dialog');
    await keys('3333{Enter}');
    const { cashier } = fake.shop.state.session;
    if (cashier === null) throw new Error('nobody is signed in');
    act(() => {
      const lock = { cashier, because: 'sleep', at: '2026-03-14T16:00:00Z' } as const;
      fake.shop.state = { ...fake.shop.state, session: { cashier: null }, lock };
      fake.emit('till.changed', {});
    });
    await screen.findByLabelText('PIN');
    resolve();
    await keys('1111{Enter}');
    await waitFor(() => expect(screen.queryByLabelText('PIN')).toBeNull());
    await question('Ajustes');
    expect(screen.queryByText('¿Imprimir una copia para la tienda?')).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('forget an owner’s PIN when the room is left', async () => {
    await start('cashier');
    await enter('Copia para la tienda');
    await screen.findByRole('dialog');
    await keys('3333{Enter}');
    await question('¿Imprimir una copia para la tienda?');
    await keys('{Escape}{Escape}');
    await screen.findByText('back-office');
    act(() => goTo({ name: 'settings' }));
    await enter('Copia para la tienda');
    await screen.findByRole('dialog');
  });

  test('take billers by name, and show them so', async () => {
    const fake = await start();
    await enter('Bancos para retiros');
    await question('¿Con qué bancos se hacen retiros de clientes?');
    await userEvent.click(screen.getByRole('button', { name: 'Quitar Remesas del Sur' }));
    await screen.findByText('Todavía no hay');
    await keys('{Enter}');
    await screen.findByText('Guardado');
    expect(fake.getInputs('settings.change')[0]?.change).toEqual({
      section: 'cash-out',
      billers: [],
    });
  });

  test('leave a chain that was not told everything only by an owner’s own key', async () => {
    const fake = await start();
    fake.answer('settings.change', () => fail({ kind: 'setting', reason: 'chain-unsent' }));
    await enter('Cadena');
    await question('¿Esta caja es de una cadena?');
    expect(screen.queryByText('Salir sin enviar')).toBeNull();
    await keys('{Enter}');
    await screen.findByRole('alert');
    await keys('{Control>}s{/Control}');
    expect(fake.getInputs('settings.change')).toMatchObject([
      { change: { section: 'chain', to: { kind: 'none' }, isUntried: false } },
      { change: { section: 'chain', to: { kind: 'none' }, isUntried: true } },
    ]);
  });

  test('want a password or a key for the daily file’s server', async () => {
    const fake = await start();
    fake.answer('settings.change', () =>
      fail({ kind: 'service-unreachable', reason: 'name-not-found' }),
    );
    await enter('Envío del archivo diario');
    await question('¿Quién manda el archivo diario?');
    await keys('{End}{Enter}');
    await question('¿A qué servidor va?');
    await keys('sftp.example{Enter}shop{Enter}');
    await question('¿Con qué entra la caja?');
    await keys('{Enter}');
    expect(screen.getByText('Escriba la contraseña o elija una llave.')).toBeTruthy();
    await keys('hush{Enter}');
    await question('¿En qué zona cierra el día la cadena?');
    await keys('chicago{Enter}');
    await question('¿A qué hora se envía el archivo?');
    await userEvent.clear(screen.getByRole('textbox'));
    await keys('26{Enter}');
    expect(screen.getByText('Escriba la hora con cuatro dígitos, como 04:10.')).toBeTruthy();
    await userEvent.clear(screen.getByRole('textbox'));
    await keys('0430{Enter}');
    await question('¿De qué zona es esa hora?');
    await keys('{Enter}');
    await question('¿Comprobar el servidor?');
    await keys('{Enter}');
    await screen.findByRole('alert');
    await keys('{Control>}s{/Control}');
    expect(fake.getInputs('settings.change')).toMatchObject([
      {
        change: {
          isUntried: false,
          to: {
            host: 'sftp.example',
            port: null,
            user: 'shop',
            password: 'hush',
            timeZone: 'America/Chicago',
            uploadTime: '04:30',
            uploadZone: 'America/New_York',
            uploads: true,
          },
        },
      },
      { change: { isUntried: true } },
    ]);
  });
});

describe('the printers that are there', () => {
  test('are looked for with F1, and one is chosen by a key: its place and its make are filled in', async () => {
    const fake = await start();
    fake.answer('settings.findPrinters', () =>
      ok([
        { kind: 'not-shared', name: 'Microsoft Print to PDF' },
        { kind: 'network', name: 'Cocina', address: 'tcp://10.0.0.20:9100', model: 'star' },
      ]),
    );
    await enter('Impresora');
    await question('¿Qué impresora usa?');
    await userEvent.keyboard('{F1}');
    await screen.findByText(/Falta compartirla en Windows/);
    await screen.findByText('Red · tcp://10.0.0.20:9100');
    await userEvent.keyboard('{Enter}');
    const address = await screen.findByRole('textbox');
    expect(address.getAttribute('value')).toBe('tcp://10.0.0.20:9100');
    await userEvent.keyboard('{Enter}');
    await question('¿De qué marca es?');
    await userEvent.keyboard('{Enter}');
    expect(fake.getInputs('settings.findPrinters')).toEqual([{ approval: null }]);
  });

  test('say what to do where none is found, and are looked for again', async () => {
    const fake = await start();
    fake.answer('settings.findPrinters', () => ok([]));
    await enter('Impresora');
    await question('¿Qué impresora usa?');
    await userEvent.keyboard('{F1}');
    await screen.findByText('No se encontró ninguna impresora');
    await userEvent.keyboard('{F1}');
    await waitFor(() => expect(fake.getInputs('settings.findPrinters')).toHaveLength(2));
    await userEvent.keyboard('{Escape}');
    await question('¿Qué impresora usa?');
  });
});
