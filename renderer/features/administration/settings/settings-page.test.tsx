import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import {
  applyDefaults,
  fail,
  ok,
  publicSettingsSchema,
  type SettingsView,
} from '../../../../shared/contract/index.ts';
import type { Route } from '../../../app/index.ts';
import {
  createFakeShop,
  createFakeTill,
  type FakeTill,
  renderApp,
} from '../../../app/testing/index.ts';
import { MEXICAN_VOICE, recordSpeech } from '../../../app/testing/record-speech.ts';
import { SettingsPage } from './index.ts';
import { GenericSettingsSection } from './sections/plain-section.tsx';

const pressKeys = (text: string) => userEvent.keyboard(text);
const findQuestion = (name: RegExp | string) => screen.findByRole('heading', { level: 1, name });

const VIEW: SettingsView = {
  revision: 4,
  held: ['apiKey', 'secretKey'],
  hasLogo: false,
  hasCa: false,
  chainCaFingerprint: null,
  billerNames: [{ id: 20001, name: 'Remesas del Sur' }],
  settings: {
    environment: 'sandbox',
    baseUrl: 'https://service.example',
    vendor: 'acme',
    version: 'v3.mx',
    chainName: 'lupita',
    posNumber: '07',
    timeZone: 'America/Mexico_City',
    language: 'es-MX',
    shop: { name: 'Abarrotes Lupita' },
    printer: { kind: 'screen', columns: 42 },
    cashOutBillers: [20001],
    customerFee: { kind: 'service' },
    lowBalance: '1000.00',
  },
};

const withSettings = (changes: Partial<SettingsView['settings']>): SettingsView => ({
  ...VIEW,
  settings: { ...VIEW.settings, ...changes },
});

let openRoute: (route: Route) => void;

async function openSettings(role: 'owner' | 'cashier' = 'owner', view = VIEW): Promise<FakeTill> {
  const cashier =
    role === 'owner'
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
  openRoute = navigation.getState().open;
  await findQuestion('Ajustes');
  return fake;
}

/** Opens a section by its name in the list. */
async function openSection(name: string): Promise<void> {
  const row = await screen.findByRole('option', { name: new RegExp(`^${name}`) });
  await userEvent.click(row);
}

describe('settings page', () => {
  test('shows an owner the current values, and saves a change with the loaded revision', async () => {
    const fake = await openSettings();
    await screen.findByText('07 · lupita');
    expect(screen.getByText('Avisa cuando el saldo baja de 1,000.00')).toBeTruthy();
    await openSection('Comisión al cliente');
    await findQuestion('¿Qué comisión paga el cliente?');
    await pressKeys('{End}{Enter}');
    await findQuestion('¿Cuánto en cada clase de pago?');
    await pressKeys('5{Enter}0{Enter}x{Enter}');
    expect(screen.getByText('Escriba una cantidad, con dos decimales como máximo.')).toBeTruthy();
    await pressKeys('{Backspace}1.5{Enter}10{Enter}');
    await screen.findByText('Guardado');
    expect(fake.getInputs('settings.change')).toEqual([
      {
        revision: 4,
        approval: null,
        patch: {
          customerFee: {
            kind: 'fixed',
            utility: '5.00',
            'top-up': '0.00',
            'gift-card': '1.50',
            partner: '10.00',
          },
        },
      },
    ]);
    await openSection('Copia para la tienda');
    await pressKeys('{End}{Enter}');
    await screen.findByText('Guardado');
    expect(fake.getInputs('settings.change')[1]?.revision).toBe(5);
  });

  describe('spoken result', () => {
    const speech = recordSpeech();

    test('speaks an example while "yes" is highlighted', async () => {
      await openSettings('owner', withSettings({ speech: false }));
      await openSection('Sonidos y voz');
      await findQuestion('¿La caja avisa con sonidos?');
      await pressKeys('{Enter}');
      await findQuestion(/voz alta/);
      await screen.findByText(/Al pasar por “Sí” se oye un ejemplo/);
      expect(speech.sentences).toEqual([]);
      await pressKeys('{End}');
      await waitFor(() => expect(speech.sentences.at(-1)).toBe('es-MX: Pagado.'));
    });

    test('says that the computer has no voice, until it has one', async () => {
      speech.setVoices([]);
      await openSettings('owner', withSettings({ speech: false }));
      await openSection('Sonidos y voz');
      await findQuestion('¿La caja avisa con sonidos?');
      await pressKeys('{Enter}');
      await findQuestion(/voz alta/);
      await screen.findByText(/no tiene una voz en el idioma de la caja/);
      await pressKeys('{End}');
      expect(speech.sentences).toEqual([]);
      act(() => speech.setVoices([MEXICAN_VOICE]));
      await screen.findByText(/se oye un ejemplo/);
    });
  });

  test('lists the text sizes in order, and Enter saves the current one', async () => {
    const fake = await openSettings('owner', withSettings({ letters: 'large' }));
    await openSection('Tamaño de las letras');
    await findQuestion('¿De qué tamaño son las letras?');
    const rows = screen.getAllByRole('option');
    expect(rows.map(({ textContent }) => textContent.split(' ')[0])).toEqual([
      'Normales',
      'Grandes',
      'Muy',
    ]);
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Grandes'));
    expect(document.documentElement.dataset.letters).toBe('large');
    await pressKeys('{Enter}');
    await screen.findByText('Guardado');
    expect(fake.getInputs('settings.change')[0]?.patch).toEqual({ letters: 'large' });
  });

  test('asks for each choice of a section, and saves them together after the last', async () => {
    const fake = await openSettings('owner', withSettings({ drawers: 'each' }));
    await screen.findByText(
      'Solo, con el primer pago · Un cajón para cada quien · Sin límite de efectivo',
    );
    await openSection('Turnos y cajones');
    await findQuestion('¿Cómo empieza un turno?');
    await pressKeys('{End}{Enter}');
    await findQuestion('¿Cuántos cajones de dinero hay?');
    await pressKeys('{Escape}');
    await findQuestion('¿Cómo empieza un turno?');
    await pressKeys('{End}{Enter}');
    await findQuestion('¿Cuántos cajones de dinero hay?');
    await pressKeys('{Enter}');
    await findQuestion('¿Cuánto efectivo puede haber en un cajón?');
    expect(fake.getInputs('settings.change')).toEqual([]);
    await pressKeys('5.000{Enter}');
    await screen.findByText('Guardado');
    expect(fake.getInputs('settings.change')[0]?.patch).toEqual({
      shifts: 'required',
      drawers: 'each',
      cashLimit: 5000,
    });
  });

  test('keeps keys that are not typed again, and shows only that they are set', async () => {
    const fake = await openSettings();
    fake.answer('settings.change', () => fail({ kind: 'keys-refused' }));
    await openSection('Servicio y claves');
    await findQuestion('¿Dónde está el servicio?');
    await pressKeys('{Enter}');
    await findQuestion('¿Qué versión del servicio?');
    await pressKeys('{Enter}');
    await findQuestion('¿Cuánto espera la caja al servicio?');
    await pressKeys('{Enter}');
    await findQuestion('¿Cómo llega la caja al servicio?');
    await pressKeys('{Enter}');
    await findQuestion('¿Cuáles son sus claves?');
    expect(screen.getAllByText(/^Ya está guardada/)).toHaveLength(2);
    const fields = document.querySelectorAll('input[type=password]');
    expect(
      [...fields].map((field) => (field instanceof HTMLInputElement ? field.value : '?')),
    ).toEqual(['', '']);
    await pressKeys('{Tab}other{Enter}');
    expect(await screen.findByText('Revise las dos claves, letra por letra.')).toBeTruthy();
    expect(fake.getInputs('settings.change')[0]?.patch).toEqual({
      baseUrl: 'https://service.example',
      vendor: 'acme',
      version: 'v3.mx',
      deadlineSeconds: null,
      secretKey: 'other',
    });
    await pressKeys('x');
    expect(screen.queryByText('Revise las dos claves, letra por letra.')).toBeNull();
  });

  test('reloads settings that changed elsewhere and keeps the typed values', async () => {
    const fake = await openSettings();
    fake.answer('settings.change', () => fail({ kind: 'stale-settings' }));
    await openSection('Bloqueo automático');
    await findQuestion('¿Cuándo se bloquea sola la caja?');
    fake.answer('settings.read', () =>
      ok({ ...withSettings({ lockAfterMinutes: 2 }), revision: 9 }),
    );
    await pressKeys('15{Enter}');
    await screen.findByText('Otra persona cambió los ajustes mientras usted los veía.');
    fake.answer('settings.change', () => ok({ settings: { ...VIEW, revision: 10 }, found: null }));
    await pressKeys('{Enter}');
    await screen.findByText('Guardado');
    expect(fake.getInputs('settings.change')).toMatchObject([
      { revision: 4, patch: { lockAfterMinutes: 15 } },
      { revision: 9, patch: { lockAfterMinutes: 15 } },
    ]);
  });

  test('asks a cashier for an owner’s PIN for each section', async () => {
    const fake = await openSettings('cashier');
    expect(screen.queryByText('07 · lupita')).toBeNull();
    expect(fake.getInputs('settings.read')).toEqual([]);
    await openSection('Copia para la tienda');
    await screen.findByRole('dialog');
    fake.answer('settings.read', () => fail({ kind: 'wrong-pin', waitSeconds: 0 }));
    await pressKeys('9999{Enter}');
    await screen.findByText(/PIN/, { selector: '[role=status] p, [role=alert] p' });
    fake.answer('settings.read', () => ok(VIEW));
    await pressKeys('3333{Enter}');
    await findQuestion('¿Imprimir una copia para la tienda?');
    await pressKeys('{End}{Enter}');
    await screen.findByText('Guardado');
    expect(fake.getInputs('settings.change')[0]).toMatchObject({
      approval: { cashierId: 'carmen', pin: '3333' },
      patch: { shopCopy: true },
    });
    await openSection('Tienda');
    await screen.findByRole('dialog');
  });

  test('discards an owner’s PIN and closes its section at a lock', async () => {
    const fake = await openSettings('cashier');
    await openSection('Copia para la tienda');
    await screen.findByRole('dialog');
    await pressKeys('3333{Enter}');
    await findQuestion('¿Imprimir una copia para la tienda?');
    await pressKeys('{F10}');
    await findQuestion('¿Quién atiende?');
    expect(screen.queryByText('¿Imprimir una copia para la tienda?')).toBeNull();
    await pressKeys('an');
    await screen.findByLabelText('PIN');
    await pressKeys('1111{Enter}');
    await waitFor(() => expect(screen.queryByLabelText('PIN')).toBeNull());
    await findQuestion('Ajustes');
    expect(fake.getInputs('settings.read')).toHaveLength(1);
    await openSection('Copia para la tienda');
    await screen.findByRole('dialog');
    await userEvent.type(await screen.findByLabelText('PIN de Carmen'), '4444{Enter}');
    await findQuestion('¿Imprimir una copia para la tienda?');
    await pressKeys('{End}{Enter}');
    await screen.findByText('Guardado');
    expect(fake.getInputs('settings.change')).toMatchObject([{ approval: { pin: '4444' } }]);
  });

  test('opens no section when the response to an owner’s PIN arrives after a lock', async () => {
    const fake = await openSettings('cashier');
    const { promise, resolve } = Promise.withResolvers<void>();
    fake.answer('settings.read', async () => {
      await promise;
      return ok(VIEW);
    });
    await openSection('Copia para la tienda');
    await screen.findByRole('dialog');
    await pressKeys('3333{Enter}');
    const { cashier } = fake.shop.state.session;
    if (cashier === null) throw new Error('nobody is signed in');
    act(() => {
      const lock = { cashier, because: 'sleep', at: '2026-03-14T16:00:00Z' } as const;
      fake.shop.state = { ...fake.shop.state, session: { cashier: null }, lock };
      fake.emit('till.changed', {});
    });
    await screen.findByLabelText('PIN');
    resolve();
    await pressKeys('1111{Enter}');
    await waitFor(() => expect(screen.queryByLabelText('PIN')).toBeNull());
    await findQuestion('Ajustes');
    expect(screen.queryByText('¿Imprimir una copia para la tienda?')).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('discards an owner’s PIN when the settings page is left', async () => {
    await openSettings('cashier');
    await openSection('Copia para la tienda');
    await screen.findByRole('dialog');
    await pressKeys('3333{Enter}');
    await findQuestion('¿Imprimir una copia para la tienda?');
    await pressKeys('{Escape}{Escape}');
    await screen.findByText('back-office');
    act(() => openRoute({ name: 'settings' }));
    await openSection('Copia para la tienda');
    await screen.findByRole('dialog');
  });

  test('shows the cash-out billers by name, and removes one', async () => {
    const fake = await openSettings();
    await openSection('Bancos para retiros');
    await findQuestion('¿Con qué bancos se hacen retiros de efectivo?');
    await userEvent.click(screen.getByRole('button', { name: 'Quitar Remesas del Sur' }));
    await screen.findByText('Todavía no hay');
    await pressKeys('{Enter}');
    await screen.findByText('Guardado');
    expect(fake.getInputs('settings.change')[0]?.patch).toEqual({ cashOutBillers: [] });
  });

  test('leaves a chain with unsent data only with a separate key', async () => {
    const fake = await openSettings();
    fake.answer('settings.change', () => fail({ kind: 'setting', reason: 'chain-unsent' }));
    await openSection('Cadena');
    await findQuestion('¿Esta caja es de una cadena?');
    expect(screen.queryByText('Salir sin enviar')).toBeNull();
    await pressKeys('{Enter}');
    await screen.findByRole('alert');
    await pressKeys('{Control>}s{/Control}');
    expect(fake.getInputs('settings.change')).toMatchObject([
      { patch: { chain: null }, isUntried: false },
      { patch: { chain: null }, isUntried: true },
    ]);
  });

  test('says what ends the login of a till that has left its chain', async () => {
    const fake = await openSettings();
    fake.answer('settings.change', () =>
      ok({
        settings: { ...VIEW, revision: 10 },
        found: { kind: 'chain-left', isLoginRetired: false },
      }),
    );
    await openSection('Cadena');
    await findQuestion('¿Esta caja es de una cadena?');
    await pressKeys('{Enter}');
    await screen.findByText(/Termine allá su acceso con “mostrador-cli chain retire”/);
  });

  test('requires a password or a key for the daily file’s server', async () => {
    const fake = await openSettings();
    fake.answer('settings.change', () =>
      fail({ kind: 'service-unreachable', reason: 'name-not-found' }),
    );
    await openSection('Envío del archivo diario');
    await findQuestion('¿Quién manda el archivo diario?');
    await pressKeys('{End}{Enter}');
    await findQuestion('¿A qué servidor va?');
    await pressKeys('sftp.example{Enter}shop{Enter}');
    await findQuestion('¿Con qué entra la caja?');
    await pressKeys('{Enter}');
    expect(screen.getByText('Escriba la contraseña o elija una llave.')).toBeTruthy();
    await pressKeys('hush{Enter}');
    await findQuestion('¿En qué zona cierra el día la cadena?');
    await pressKeys('chicago{Enter}');
    await findQuestion('¿A qué hora se envía el archivo?');
    await userEvent.clear(screen.getByRole('textbox'));
    await pressKeys('26{Enter}');
    expect(screen.getByText('Escriba la hora con cuatro dígitos, como 04:10.')).toBeTruthy();
    await userEvent.clear(screen.getByRole('textbox'));
    await pressKeys('0430{Enter}');
    await findQuestion('¿De qué zona es esa hora?');
    await pressKeys('{Enter}');
    await findQuestion('¿Comprobar el servidor?');
    await pressKeys('{Enter}');
    await screen.findByRole('alert');
    await pressKeys('{Control>}s{/Control}');
    expect(fake.getInputs('settings.change')).toMatchObject([
      {
        isUntried: false,
        patch: {
          reconciliation: {
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
      { isUntried: true },
    ]);
  });
});

describe('printer search in the settings', () => {
  test('finds printers on F1, and fills in the address and the model of the chosen one', async () => {
    const fake = await openSettings();
    fake.answer('settings.findPrinters', () =>
      ok([
        { kind: 'not-shared', name: 'Microsoft Print to PDF' },
        { kind: 'network', name: 'Cocina', address: 'tcp://10.0.0.20:9100', model: 'star' },
      ]),
    );
    await openSection('Impresora');
    await findQuestion('¿Qué impresora usa?');
    await userEvent.keyboard('{F1}');
    await screen.findByText(/Falta compartirla en Windows/);
    await screen.findByText('Red · tcp://10.0.0.20:9100');
    await userEvent.keyboard('{Enter}');
    const address = await screen.findByRole('textbox');
    expect(address.getAttribute('value')).toBe('tcp://10.0.0.20:9100');
    await userEvent.keyboard('{Enter}');
    await findQuestion('¿De qué marca es?');
    await userEvent.keyboard('{Enter}');
    expect(fake.getInputs('settings.findPrinters')).toEqual([{ approval: null }]);
  });

  test('shows instructions when no printer is found, and searches again', async () => {
    const fake = await openSettings();
    fake.answer('settings.findPrinters', () => ok([]));
    await openSection('Impresora');
    await findQuestion('¿Qué impresora usa?');
    await userEvent.keyboard('{F1}');
    await screen.findByText('No se encontró ninguna impresora');
    await userEvent.keyboard('{F1}');
    await waitFor(() => expect(fake.getInputs('settings.findPrinters')).toHaveLength(2));
    await userEvent.keyboard('{Escape}');
    await findQuestion('¿Qué impresora usa?');
  });
});

/** The settings of the service are of all types; their section has a screen of its own. */
test('asks for each setting of a section by its type, and saves what was entered', async () => {
  const patches: unknown[] = [];
  const props = {
    section: 'service' as const,
    view: VIEW,
    settings: VIEW.settings,
    effectiveSettings: applyDefaults(publicSettingsSchema.shape, VIEW.settings, 'sandbox'),
    approval: null,
    isBusy: false,
    problem: null,
    clearProblem: () => {},
    save: (patch: unknown) => void patches.push(patch),
    onBack: () => {},
  };
  const cashier = { id: 'carmen', name: 'Carmen', role: 'owner' } as const;
  renderApp(createFakeTill(createFakeShop({ session: { cashier } })), {
    features: { settings: () => <GenericSettingsSection {...props} /> },
    route: { name: 'settings' },
  });
  const answer = async (name: string, keys: string): Promise<void> => {
    await findQuestion(`settings.${name}`);
    await pressKeys(`${keys}{Enter}`);
  };
  // These settings have no texts of a plain section.
  await answer('environment', '');
  await answer('baseUrl', '/api');
  await answer('caFile', '');
  await answer('vendor', '!');
  expect(screen.getByText('settings.vendor.wrong')).toBeTruthy();
  await pressKeys('{Backspace}{Enter}');
  await answer('version', '');
  await answer('apiKey', 'new');
  expect(screen.queryByText('new')).toBeNull();
  await answer('secretKey', '');
  await answer('proxy', '');
  await answer('deadlineSeconds', '4');
  expect(patches).toEqual([]);
  await pressKeys('5a{Enter}');
  expect(patches).toEqual([
    {
      environment: 'sandbox',
      baseUrl: 'https://service.example/api',
      caFile: null,
      vendor: 'acme',
      version: 'v3.mx',
      apiKey: 'new',
      deadlineSeconds: 45,
    },
  ]);
});
