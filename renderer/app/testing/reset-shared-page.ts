import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
import { setLastInputMethod } from '../../i18n/index.ts';
import { previewAppearance } from '../appearance/index.ts';

// Test files of the page share a process and with it the modules of the page, so each test leaves them
// as it found them. The library would remove its components only in the first file of a process.
afterEach(() => {
  cleanup();
  // Of a test that started the page without the library.
  document.body.replaceChildren();
  setLastInputMethod('keys');
  previewAppearance({});
});
