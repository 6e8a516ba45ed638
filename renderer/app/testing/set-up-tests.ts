import { configure, prettyDOM } from '@testing-library/react';
import * as react from 'react';

// Vitest loads this before each test file of the page.
configure({
  // A slow machine must not fail a test.
  asyncUtilTimeout: 60_000,
  // Every look for an element that is not there yet creates an error. Only one that is reported needs the
  // page's text, whose formatting takes longer than the look.
  getElementError: (message, container) => {
    const error = new Error();
    error.name = 'TestingLibraryElementError';
    let text: string | null = null;
    const getText = (): string => {
      text ??= `${message ?? ''}\n\n${prettyDOM(container) || ''}`;
      return text;
    };
    Object.defineProperty(error, 'message', { get: getText, configurable: true });
    return error;
  },
});

// React records a call stack for each element up to this count, for warnings in a browser's console. That
// takes a quarter of the tests' time, so the count is always reached. Without the property, nothing changes.
const internals: unknown = Reflect.get(
  react,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
);
Object.defineProperty(Object(internals), 'recentlyCreatedOwnerStacks', {
  get: () => Number.POSITIVE_INFINITY,
  set: () => {},
  configurable: true,
});
