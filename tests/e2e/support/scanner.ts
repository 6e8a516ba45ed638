import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { SEPARATOR } from '../../../shared/bill-codes/index.ts';

export interface Scanner {
  /**
   * Sends the keys of a code with a scanner's intervals, however slow the machine is; Ctrl+] for each
   * separator.
   */
  scan(code: string, endKey?: 'Enter' | 'none'): Promise<void>;
  /** Scans with a pause after the given number of keys, as a bad cable or a busy computer makes. */
  scanTorn(code: string, keysBefore: number): Promise<void>;
}

const KEY_INTERVAL_SECONDS = 0.001;
/** A person does not scan at the moment in which a key is pressed: that would be a torn scan. */
const SCAN_GAP_MS = 350;

/** Longer than between a scanner's keys, and shorter than between a scan and a person's keys. */
const TORN_GAP_SECONDS = 0.12;

/**
 * A keyboard-wedge scanner. Its key events carry a scanner's timestamps: the till uses those and
 * not the times of arrival.
 */
export async function plugInScanner(page: Page): Promise<Scanner> {
  const session = await page.context().newCDPSession(page);
  const sendCode = async (code: string, hasEnter: boolean, keysBefore: number): Promise<void> => {
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
    /** A separator between two fields, as most scanners send it. */
    const sendControlKey = (): void => {
      timestampSeconds += KEY_INTERVAL_SECONDS;
      const keyFields = {
        key: ']',
        code: 'BracketRight',
        modifiers: 2,
        timestamp: timestampSeconds,
      };
      sends.push(session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...keyFields }));
      sends.push(session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...keyFields }));
    };
    for (const [index, character] of [...code].entries()) {
      if (index === keysBefore) timestampSeconds += TORN_GAP_SECONDS;
      if (character === SEPARATOR) sendControlKey();
      else sendKey(character, character, character.charCodeAt(0));
    }
    if (hasEnter) sendKey('Enter', '\r', 13);
    await Promise.all(sends);
    await setTimeout(SCAN_GAP_MS);
  };
  return {
    scan: (code, endKey = 'Enter') => sendCode(code, endKey === 'Enter', code.length),
    scanTorn: (code, keysBefore) => sendCode(code, true, keysBefore),
  };
}
