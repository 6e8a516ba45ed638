import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { fail, ok, type StatusLine } from '../../shared/contract/index.ts';
import { lazyRoute, preloadLazyRoutes } from './lazy-route.ts';
import { useNavigation } from './navigation.ts';
import { ConnectionNotice } from './status/index.ts';
import { TapeSlot } from './tape-slot.tsx';
import {
  createFakeShop,
  createFakeStatusLine,
  createFakeTill,
  renderApp,
} from './testing/index.ts';

const signedIn = { session: { cashier: { id: 'ana', name: 'Ana', role: 'cashier' } } } as const;

describe('the frame', () => {
  test('shows shop, POS number, cashier, time and the status indicators', async () => {
    renderApp(createFakeTill(createFakeShop(signedIn)));
    const header = await screen.findByRole('banner');
    await within(header).findByText('Responde');
    const headerText = header.textContent ?? '';
    for (const expectedText of [
      'Abarrotes Lupita',
      'Caja 07',
      'Ana',
      '10:42',
      '12,480.50',
      'Al día',
    ]) {
      expect(headerText).toContain(expectedText);
    }
  });

  test.each([
    ['training', 'PRÁCTICA'],
    ['sandbox', 'PRUEBAS'],
  ] as const)('shows a banner in %s', async (environment, word) => {
    renderApp(createFakeTill(createFakeShop({ ...signedIn, environment })));
    expect(await screen.findByRole('region', { name: word })).toBeTruthy();
  });

  test('shows no banner and no training panel in production', async () => {
    renderApp(createFakeTill(createFakeShop({ ...signedIn, environment: 'production' })));
    await screen.findByText('home');
    expect(screen.queryByText('PRÁCTICA')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Fallas' })).toBeNull();
    await userEvent.keyboard('{F7}');
    expect(screen.queryByText('training')).toBeNull();
  });

  test('opens the screen of each function key', async () => {
    renderApp(createFakeTill(createFakeShop(signedIn)));
    await screen.findByText('home');
    for (const [key, text] of [
      ['{F8}', 'history'],
      ['{F9}', 'unresolved'],
      ['{F7}', 'back-office'],
      ['{F2}', 'home'],
    ] as const) {
      await userEvent.keyboard(key);
      expect(await screen.findByText(text)).toBeTruthy();
    }
  });

  test('disables the function keys except F10 while a feature is held', async () => {
    const fake = createFakeTill(createFakeShop(signedIn));
    const { navigation } = renderApp(fake);
    await screen.findByText('home');
    act(() => navigation.getState().setLeaveBlocked(true));
    await userEvent.keyboard('{F8}{F9}{F10}');
    expect(screen.getByText('home')).toBeTruthy();
    // F10 still locks, because the page behind the lock does not change.
    await screen.findByRole('heading', { level: 1, name: '¿Quién atiende?' });
    expect(fake.getInputs('staff.signOut')).toEqual([]);
  });

  test('signs out with F10 twice and starts the next cashier at home', async () => {
    const fake = createFakeTill(createFakeShop(signedIn));
    const { navigation } = renderApp(fake, { route: { name: 'history' } });
    await screen.findByText('history');
    await userEvent.keyboard('{F10}');
    await screen.findByRole('button', { name: /Cerrar la sesión de Ana/ });
    expect(screen.getByText('history')).toBeTruthy();
    await userEvent.keyboard('{F10}');
    await waitFor(() => expect(screen.queryByText('history')).toBeNull());
    await screen.findByRole('heading', { level: 1, name: '¿Quién atiende?' });
    expect(navigation.getState().route).toEqual({ name: 'home' });
  });

  test('shows the count of unresolved rows on F9 and updates it by an event', async () => {
    const fake = createFakeTill(createFakeShop(signedIn));
    renderApp(fake);
    await screen.findByText('Responde');
    act(() => fake.emit('status.changed', createFakeStatusLine({ unresolved: 2 })));
    expect(await screen.findByRole('button', { name: 'Pendientes (2)' })).toBeTruthy();
    const status = { unresolved: 2, unfinishedBaskets: ['basket-1'], owed: 1 };
    act(() => fake.emit('status.changed', createFakeStatusLine(status)));
    expect(await screen.findByRole('button', { name: 'Pendientes (4)' })).toBeTruthy();
  });

  test('omits a basket from the F9 count while it is on the screen', async () => {
    const fake = createFakeTill(createFakeShop(signedIn));
    const { navigation } = renderApp(fake, { route: { name: 'basket', basketId: 'basket-1' } });
    await screen.findByText('Responde');
    act(() =>
      fake.emit('status.changed', createFakeStatusLine({ unfinishedBaskets: ['basket-1'] })),
    );
    expect(await screen.findByRole('button', { name: 'Pendientes' })).toBeTruthy();
    const twoBaskets = { unfinishedBaskets: ['basket-0', 'basket-1'] };
    act(() => fake.emit('status.changed', createFakeStatusLine(twoBaskets)));
    expect(await screen.findByRole('button', { name: 'Pendientes (1)' })).toBeTruthy();
    act(() => navigation.getState().goHome());
    expect(await screen.findByRole('button', { name: 'Pendientes (2)' })).toBeTruthy();
  });

  test('says whose fault a failed connection is', async () => {
    const shop = createFakeShop(signedIn);
    shop.status = createFakeStatusLine({
      service: {
        light: 'unreachable',
        reason: 'other',
        fault: { kind: 'provider' },
        lastAnswerAt: null,
        clockOffSeconds: 0,
      },
    });
    renderApp(createFakeTill(shop));
    await userEvent.click(await screen.findByRole('button', { name: /Sin conexión/ }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toMatch(/llame a su proveedor de internet.*no reciba dinero/);
  });

  test.each([
    ['is refused because of', { kind: 'clock', minutes: 75 } as const, true],
    ['answers in spite of', null, false],
  ])(
    'warns before taking money only if the service %s the clock',
    async (_how, fault, isWarned) => {
      const shop = createFakeShop(signedIn);
      const { service } = shop.status;
      shop.status = createFakeStatusLine({ service: { ...service, light: 'clock-off', fault } });
      renderApp(createFakeTill(shop), { features: { home: ConnectionNotice } });
      await screen.findByRole('button', { name: /Reloj/ });
      expect(screen.queryByText(/difiere 75 minutos.*no reciba dinero/) !== null).toBe(isWarned);
    },
  );

  test('explains a TLS failure and what to do', async () => {
    const shop = createFakeShop(signedIn);
    const service = {
      light: 'unreachable',
      fault: null,
      lastAnswerAt: null,
      clockOffSeconds: 0,
    } as const;
    shop.status = createFakeStatusLine({ service: { ...service, reason: 'tls-expired' } });
    renderApp(createFakeTill(shop));
    await userEvent.click(await screen.findByRole('button', { name: /Sin conexión/ }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toMatch(/certificado del servicio venció/);
    expect(dialog.textContent).toMatch(/no reciba dinero/);
  });

  const serviceStatuses: readonly [StatusLine['service']['light'], string, RegExp][] = [
    ['unreachable', 'Sin conexión', /no reciba dinero/],
    ['keys-refused', 'Claves', /Avise al dueño/],
    ['no-keys', 'Sin claves', /ábrala otra vez/],
    ['not-ready', 'Aún no', /Espere un momento/],
    ['clock-off', 'Reloj', /20 minutos/],
    ['dates-differ', 'Hora', /no coinciden en la hora/],
    ['not-asked', 'Sin comprobar', /pregunte ahora/],
  ];
  test.each(serviceStatuses)(
    'opens an explanation of the service status %s',
    async (light, word, next) => {
      const shop = createFakeShop(signedIn);
      shop.status = createFakeStatusLine({
        service: { light, reason: null, fault: null, lastAnswerAt: null, clockOffSeconds: -1200 },
      });
      const fake = createFakeTill(shop);
      renderApp(fake);
      await userEvent.click(await screen.findByRole('button', { name: new RegExp(word) }));
      const dialog = await screen.findByRole('dialog');
      expect(dialog.textContent).toMatch(next);
      await userEvent.keyboard('{Enter}');
      await waitFor(() => expect(fake.getInputs('till.checkService')).toHaveLength(1));
      await userEvent.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(screen.getByText('home')).toBeTruthy();
    },
  );

  test('names a low balance and stale biller lists in words', async () => {
    const shop = createFakeShop(signedIn);
    const account = createFakeStatusLine().account;
    shop.status = createFakeStatusLine({
      account: account === null ? null : { ...account, isLow: true },
      isCatalogStale: true,
    });
    renderApp(createFakeTill(shop));
    expect(await screen.findByText('Saldo bajo')).toBeTruthy();
    expect(screen.getByText('Viejas')).toBeTruthy();
  });

  test.each([
    [
      'no list has ever arrived',
      { catalogAt: null, missingLists: ['utility', 'top-up', 'gift-card', 'partner'] },
      /Listas.*Faltan/,
      /Sin esa lista no se puede buscar ni cobrar nada/,
    ],
    [
      'one list has never arrived',
      { catalogAt: '2026-03-12T12:00:00Z', missingLists: ['top-up'] },
      /Listas.*Incompletas/,
      /Nunca ha llegado la lista de: recargas/,
    ],
    [
      'none has arrived yet, and they are being fetched',
      {
        catalogAt: null,
        missingLists: ['utility', 'top-up', 'gift-card', 'partner'],
        areListsComing: true,
      },
      /Listas.*Descargando/,
      /La lista se está descargando[.] Podrá buscar y cobrar en cuanto llegue/,
    ],
    [
      'some have arrived, and the rest is being fetched',
      { catalogAt: '2026-03-12T12:00:00Z', missingLists: ['top-up'], areListsComing: true },
      /Listas.*Descargando/,
      /Se está descargando la lista de: recargas/,
    ],
  ] as const)('does not claim that the till can work if %s', async (_, lists, name, next) => {
    const shop = createFakeShop(signedIn);
    const missingLists = [...lists.missingLists];
    shop.status = createFakeStatusLine({ ...lists, missingLists, isCatalogStale: true });
    const fake = createFakeTill(shop);
    renderApp(fake);
    const light = await screen.findByRole('button', { name });
    await userEvent.click(light);
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toMatch(next);
    expect(dialog.textContent).not.toMatch(/Puede (seguir trabajando|trabajar con ella)/);
    const state = {
      ...shop.catalog,
      refreshing: { kind: 'utility', done: 0, total: null },
    } as const;
    act(() => fake.emit('catalog.changed', state));
    await waitFor(() => expect(dialog.textContent).toMatch(/en cuanto llegue/));
    expect(dialog.textContent).not.toMatch(/Puede (seguir trabajando|trabajar con ella)/);
  });

  test.each([
    ['owner', /Conecte el disco/, 'backup'],
    ['cashier', /Avise al dueño/, null],
  ] as const)(
    'shows a failed backup on the status line with the action for the role %s',
    async (role, next, room) => {
      const shop = createFakeShop({ session: { cashier: { id: 'ana', name: 'Ana', role } } });
      const fake = createFakeTill(shop);
      const { navigation } = renderApp(fake);
      await screen.findByText('Responde');
      expect(screen.queryByRole('button', { name: /Respaldo/ })).toBeNull();
      const backup = { reason: 'no-folder', at: '2026-03-14T09:30:00Z' } as const;
      act(() => fake.emit('status.changed', createFakeStatusLine({ backup })));
      await userEvent.click(await screen.findByRole('button', { name: /Respaldo.*No se hizo/ }));
      const dialog = await screen.findByRole('dialog');
      expect(dialog.textContent).toContain('La carpeta de respaldos no está.');
      expect(dialog.textContent).toMatch(next);
      await userEvent.keyboard('{Enter}');
      expect(navigation.getState().route).toEqual(
        room === null ? { name: 'home' } : { name: room, section: 'backups' },
      );
    },
  );

  test('tells every role to stop selling if a backup finds the ledger damaged', async () => {
    const shop = createFakeShop(signedIn);
    shop.status = createFakeStatusLine({
      backup: { reason: 'ledger-damaged', at: '2026-03-14T09:30:00Z' },
    });
    renderApp(createFakeTill(shop));
    await userEvent.click(await screen.findByRole('button', { name: /Respaldo/ }));
    expect((await screen.findByRole('dialog')).textContent).toContain('Deje de vender');
  });

  test('replaces the idle tape with a feature’s tape while the feature is open', async () => {
    function Home() {
      const { open } = useNavigation();
      return (
        <TapeSlot>
          <button type="button" onClick={() => open({ name: 'history' })}>
            tape of home
          </button>
        </TapeSlot>
      );
    }
    renderApp(createFakeTill(createFakeShop(signedIn)), { features: { home: Home } });
    const side = await screen.findByRole('complementary');
    const tape = await within(side).findByText('tape of home');
    expect(within(side).queryByText('Aquí se va armando el ticket')).toBeNull();
    await userEvent.click(tape);
    expect(await within(side).findByText('Aquí se va armando el ticket')).toBeTruthy();
  });
});

describe('when the till cannot work', () => {
  test.each([
    ['damaged', /el libro se restaura con una copia/],
    ['damaged-settings', /hay que corregir el archivo de los ajustes/],
    ['newer-version', /Instale la versión nueva/],
    ['earlier-format', /la caja empieza un libro nuevo/],
    ['in-use', /Cierre la otra ventana/],
    ['full', /Libere espacio/],
  ] as const)(
    'fills the page with advice for a ledger that is %s',
    async (storageProblem, next) => {
      renderApp(createFakeTill(createFakeShop({ ...signedIn, storageProblem })));
      expect(await screen.findByText(next)).toBeTruthy();
      expect(screen.getByText(/55 1234 5678/)).toBeTruthy();
      expect(screen.queryByText('home')).toBeNull();
    },
  );

  const backupCopy = {
    file: 'mostrador-production-20260314T093000Z.sqlite',
    madeAt: '2026-03-14T09:30:00Z',
    bytes: 9,
    payments: 1312,
    lastPaymentAt: '2026-03-14T04:00:00Z',
  };
  const createDamagedTill = () => {
    const fake = createFakeTill(createFakeShop({ storageProblem: 'damaged' }));
    fake.answer('backup.findRescueBackup', () =>
      ok({
        folder: '/media/backup',
        newest: {
          copy: backupCopy,
          file: `/media/backup/${backupCopy.file}`,
          approvers: [
            { id: 'carmen', name: 'Carmen' },
            { id: 'luis', name: 'Luis' },
          ],
        },
      }),
    );
    return fake;
  };

  test('shows the newest good backup and the restore steps for a damaged ledger', async () => {
    renderApp(createDamagedTill());
    const steps = await screen.findByRole('region', { name: 'Cómo volver a vender' });
    for (const expectedText of [
      '1312',
      `--restore "/media/backup/${backupCopy.file}" --insist "ARCHIVO-DEL-PIN"`,
      '{"cashierId":"carmen","pin":"0000"}',
      'Carmen (carmen), Luis (luis)',
      'compare el día con el servicio',
    ]) {
      expect(steps.textContent).toContain(expectedText);
    }
  });

  test('shows the searched folder if there is no good backup and searches again on Enter', async () => {
    const fake = createDamagedTill();
    fake.answer('backup.findRescueBackup', () => ok({ folder: '/media/backup', newest: null }));
    renderApp(fake);
    await screen.findByText(/No se encontró un respaldo bueno.*\/media\/backup/);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(fake.getInputs('backup.findRescueBackup')).toHaveLength(2));
  });

  test('searches for no backup if the ledger is only in use elsewhere', async () => {
    const fake = createFakeTill(createFakeShop({ storageProblem: 'in-use' }));
    renderApp(fake);
    await screen.findByText(/Cierre la otra ventana/);
    expect(fake.getInputs('backup.findRescueBackup')).toEqual([]);
  });

  test('retries reading the state on Enter', async () => {
    const fake = createFakeTill(createFakeShop(signedIn));
    fake.answer('till.state', () => fail({ kind: 'internal', reference: 'abc' }));
    renderApp(fake);
    await screen.findByText(/abc/);
    fake.shop.answerAll(fake.answer);
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('home')).toBeTruthy();
  });

  test('shows an error in place of a screen that throws and keeps the frame', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
    renderApp(createFakeTill(createFakeShop(signedIn)), {
      route: { name: 'history' },
      features: {
        history: () => {
          throw new Error('broken');
        },
      },
    });
    expect(await screen.findByText(/Un pago enviado no se pierde/)).toBeTruthy();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('home')).toBeTruthy();
    consoleError.mockRestore();
  });
});

test('shows an error for a screen whose file cannot be loaded and goes home on Escape', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const history = lazyRoute(() => Promise.reject(new TypeError('Failed to fetch')));
  const { navigation } = renderApp(createFakeTill(createFakeShop(signedIn)), {
    route: { name: 'history' },
    features: { history },
  });
  await screen.findByRole('heading', { name: 'Esta pantalla no se abrió' });
  expect(screen.getByText(/cargar otra vez la página/)).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  await screen.findByText('home');
  expect(navigation.getState().route).toEqual({ name: 'home' });
});

test('renders a preloaded part immediately without a fallback', async () => {
  const Part = lazyRoute(() => Promise.resolve(() => <p>here</p>));
  preloadLazyRoutes();
  await Promise.resolve();
  await Promise.resolve();
  render(
    <Suspense fallback={<p>coming</p>}>
      <Part />
    </Suspense>,
  );
  expect(document.body.textContent).toBe('here');
});
