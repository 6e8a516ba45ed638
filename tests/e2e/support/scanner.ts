import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';

export interface Scanner {
  /** The keys of a code, as close to each other as a scanner's, whatever the machine does between. */
  scan(code: string, end?: 'Enter' | 'none'): Promise<void>;
}

const KEY_INTERVAL_SECONDS = 0.001;
/** Nobody scans in the very moment in which a key is pressed. However long it takes: it is enough. */
const SCAN_GAP_MS = 80;

/**
 * A keyboard-wedge scanner. Its keys carry the times that a scanner's would: the till judges by
 * those, and not by when they come.
 */
export async function plugInScanner(page: Page): Promise<Scanner> {
  const session = await page.context().newCDPSession(page);
  return {
    scan: async (code, end = 'Enter') => {
      await setTimeout(SCAN_GAP_MS);
      let at = Date.now() / 1_000;
      const sent: Promise<unknown>[] = [];
      const key = (name: string, text: string, codeNumber: number): void => {
        at += KEY_INTERVAL_SECONDS;
        const shared = { key: name, windowsVirtualKeyCode: codeNumber, timestamp: at };
        sent.push(session.send('Input.dispatchKeyEvent', { type: 'keyDown', text, ...shared }));
        sent.push(session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...shared }));
      };
      for (const one of code) key(one, one, one.charCodeAt(0));
      if (end === 'Enter') key('Enter', '\r', 13);
      await Promise.all(sent);
      await setTimeout(SCAN_GAP_MS);
    },
  };
}
