import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { Language, StatusLine } from '../../../shared/contract/index.ts';
import { OWED_RESULT_IGNORES_KEYS_MS } from '../../../shared/rules/index.ts';
import { createFakeBills, type FakeBills } from './fake-bills.ts';
import { createFakePage } from './fake-page.ts';
import { createFakeShop } from './fake-shop.ts';
import { createFakeTill, type FakeTill } from './fake-till.ts';

/** A signed-in cashier at the whole page, working by keyboard only. */
export interface FakeCashier {
  readonly fake: FakeTill;
  readonly bills: FakeBills;
  /** Presses keys in turn: `press('Enter', 'F12')`. */
  readonly press: (...keys: readonly string[]) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  /** Types into the search field and chooses the first row. */
  readonly find: (text: string) => Promise<void>;
  /** Continues to the cash screen, for a bill that must be paid in full. */
  readonly goToCash: () => Promise<void>;
  /** Locks the till and signs in Luis, a supervisor. */
  readonly lockForLuis: () => Promise<void>;
  /** Makes the service unreachable; returns the resulting status line. */
  readonly loseService: () => StatusLine;
  /** Waits for the screen with this heading. */
  readonly waitForHeading: (heading: string | RegExp) => Promise<void>;
  /** Waits for a text anywhere on the page. */
  readonly waitForText: (text: string | RegExp) => Promise<void>;
  /** Waits until a new result accepts keys. */
  readonly waitUntilKeysWork: () => Promise<void>;
  /** Closes the page and opens it again; main keeps running. */
  readonly reload: () => Promise<void>;
  /** The number of pressed keys, including typed characters. */
  readonly keys: () => number;
}

/** For tests of a whole page: stops the clock, and removes the page after each test. */
export function freezeClock(): void {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }));
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });
}

/** Creates a signed-in cashier; needs `freezeClock()`. */
export async function createFakeCashier(language: Language = 'es-MX'): Promise<FakeCashier> {
  const cashier = { id: 'ana', name: 'Ana', role: 'cashier' } as const;
  const fake = createFakeTill(createFakeShop({ language, session: { cashier } }));
  const bills = createFakeBills(fake);
  const user = userEvent.setup({ delay: null });
  let keys = 0;
  let page = render(createFakePage(fake));
  await screen.findByRole('combobox');

  const press: FakeCashier['press'] = async (...names) => {
    for (const name of names) {
      keys += 1;
      const [, letter] = /^Control\+(.)$/.exec(name) ?? [];
      await user.keyboard(letter ? `{Control>}${letter}{/Control}` : `{${name}}`);
    }
  };
  const type: FakeCashier['type'] = async (text) => {
    keys += text.length;
    await user.keyboard(text);
  };
  const waitForHeading: FakeCashier['waitForHeading'] = async (heading) => {
    const name = typeof heading === 'string' ? heading : matchAnySpace(heading);
    await screen.findByRole('heading', { name, level: 1 });
  };
  const find: FakeCashier['find'] = async (text) => {
    await type(text);
    await screen.findAllByRole('option');
    await press('Enter');
    await waitFor(() => {
      if (screen.queryByRole('combobox')) throw new Error('still searching');
    });
  };
  return {
    fake,
    bills,
    press,
    type,
    waitForHeading,
    find,
    goToCash: async () => {
      await find('cfe');
      await waitForHeading(/CFE/);
      await type('501000000007');
      await press('Enter');
      await waitForHeading('¿Con cuánto paga el cliente?');
    },
    lockForLuis: async () => {
      await press('F10');
      await waitForHeading('¿Quién atiende?');
      await screen.findByRole('option', { name: /Luis/ });
      await type('l');
      await screen.findByLabelText('PIN');
      await type('2222');
      await press('Enter');
    },
    loseService: () => {
      const { status } = fake.shop;
      const unreachableStatus: StatusLine = {
        ...status,
        service: { ...status.service, light: 'unreachable', reason: 'refused' },
      };
      fake.shop.status = unreachableStatus;
      fake.emit('status.changed', unreachableStatus);
      return unreachableStatus;
    },
    waitForText: async (text) => {
      await waitFor(() => {
        // An amount contains no-break spaces, which look like ordinary ones.
        const pageText = (document.body.textContent ?? '').replaceAll('\u00a0', ' ');
        const hasText = typeof text === 'string' ? pageText.includes(text) : text.test(pageText);
        if (!hasText) throw new Error(`not on the page: ${text}\n${pageText}`);
      });
    },
    waitUntilKeysWork: async () => {
      vi.advanceTimersByTime(OWED_RESULT_IGNORES_KEYS_MS);
      await waitFor(() =>
        expect(document.querySelector('button[style*="--fill-time"]')).toBeNull(),
      );
    },
    reload: async () => {
      page.unmount();
      page = render(createFakePage(fake));
      await screen.findByRole('main');
    },
    keys: () => keys,
  };
}

/** Makes a space of the pattern match any space of the page, also a no-break space. */
function matchAnySpace(pattern: RegExp): RegExp {
  return new RegExp(pattern.source.replaceAll(' ', '\\s'), pattern.flags);
}
