import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';

export interface Scanner {
  /** Sends the keys of a code with a scanner's intervals, however slow the machine is. */
  scan(code: string, endKey?: 'Enter' | 'none'): Promise<void>;
}

const KEY_INTERVAL_SECONDS = 0.001;
/** A person does not scan at the moment in which a key is pressed. A longer gap does no harm. */
const SCAN_GAP_MS = 80;

/**
 * A keyboard-wedge scanner. Its key events carry a scanner's timestamps: the till uses those and
 * not the times of arrival.
 */
export async function plugInScanner(page: Page): Promise<Scanner> {
  const session = await page.context().newCDPSession(page);
  return {
    scan: async (code, endKey = 'Enter') => {
      await setTimeout(SCAN_GAP_MS);
      let timestampSeconds = Date.now() / 1_000;
      const sends: Promise<unknown>[] = [];
      const sendKey = (name: string, text: string, codeNumber: number): void => {
        timestampSeconds += KEY_INTERVAL_SECONDS;
        const keyFields = {
          key: name,
          windowsVirtualKeyCode: codeNumber,
          timestamp: timestampSeconds,
        };
        sends.push(session.send('Input.dispatchKeyEvent', { type: 'keyDown', text, ...keyFields }));
        sends.push(session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...keyFields }));
      };
      for (const character of code) sendKey(character, character, character.charCodeAt(0));
      if (endKey === 'Enter') sendKey('Enter', '\r', 13);
      await Promise.all(sends);
      await setTimeout(SCAN_GAP_MS);
    },
  };
}
