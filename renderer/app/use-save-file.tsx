import { useState } from 'react';
import type { ReceiptDeliveryResult } from '../../shared/contract/index.ts';
import { type TextKey, useText } from '../i18n/index.ts';
import { saveInBrowser } from './save-in-browser.ts';

/** Shows where a file was saved; in a browser, saves it first. `savedText` has a `{{name}}`. */
export function useSaveFile(savedText: TextKey) {
  const text = useText();
  const [name, setName] = useState<string | 'cancelled' | null>(null);
  return {
    show: (result: ReceiptDeliveryResult): void => {
      if (result.kind === 'download') saveInBrowser(result);
      setName('name' in result ? result.name : 'cancelled');
    },
    notice:
      name === null ? null : (
        <p role="status">
          {name === 'cancelled' ? text('app.notSaved') : text(savedText, { name })}
        </p>
      ),
  };
}
